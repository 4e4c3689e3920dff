"""The key to the counters: what each figure means, and what the ground costs."""

from sandtable.engine.game import Figure

FIGURES = {
    "": {
        "left": Figure("level", "level", "A is the best; two levels above the enemy's best add 1 to each die", "7.1.4"),
        "right": Figure("movement points", "moves", rule="6.1"),
    }
}
GROUND = {"desert": "2 points off the road"}
