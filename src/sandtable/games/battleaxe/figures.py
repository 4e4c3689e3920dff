"""The key to the counters: what each figure means, and what the ground costs."""

from sandtable.engine.game import Figure

FIGURES = {
    "": {
        "left": Figure("combat value", "value", "counts in full if it leads; otherwise the unit adds 1", "11.4.2A"),
        "right": Figure("movement points", "moves", rule="9.2"),
    }
}
GROUND = {"clear": "1 point to enter", "strongpoint": "1 point to enter", "zone": "the whole allowance"}
