"""The key to the counters: what each figure means, and what the ground costs."""

from sandtable.engine.game import Figure

FIGURES = {
    "": {
        "left": Figure("strength", "strength", "a die for each point; sixes hit, fives too in an offensive", "10.11"),
        "right": Figure("movement points", "moves", rule="9.1"),
    },
    "leader": {
        "left": Figure("attack dice", "attack", "added when units attack with it; they hit on 6", "13.3"),
        "middle": Figure("defence dice", "defence", "added when units defend with it", "13.3"),
        "right": Figure("range", "range", "hexes in which units may attack without a depot", "13.1"),
    },
}
GROUND = {
    "clear": "1 point",
    "rough": "2 points for wheels and tracks, 1 on foot",
    "mountain": "3 points for wheels and tracks, 2 on foot",
    "salt-marsh": "3 points for wheels and tracks, 2 on foot",
    "depression": "2 points, for recon alone",
}
