"""The key to the counters: what each figure means, and what the ground costs."""

from sandtable.engine.game import Figure

_ASSET = {
    "left": Figure("attack factors", "attack", "added to an attack it is committed to", "13.1"),
    "right": Figure("defence factors", "defence", "added to a defence it is committed to", "13.1"),
}
FIGURES = {
    "": {
        "left": Figure("attack and defence", "att-def", "factors for the odds", "20.2.2"),
        "right": Figure("movement points", "moves", rule="19.1"),
    },
    "hq": {
        "left": Figure("range", "range", "hexes on the Center, half of them on the end maps", "11.0"),
        "right": Figure("movement points", "moves", rule="19.1"),
    },
    "air": _ASSET,
    "naval": _ASSET,
}
GROUND = {
    "clear": "1 point, 2 on the end maps",
    "rough": "2 points, 4 on the end maps; one column left",
    "mountain": "3 points, 6 on the end maps; two columns left",
    "marsh": "3 points, 6 on the end maps; attackers halved",
    "depression": "closed",
}
