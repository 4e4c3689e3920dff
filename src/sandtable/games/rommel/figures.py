"""The key to the blocks: what each figure means."""

from sandtable.engine.game import Figure

FIGURES = {
    "": {
        "left": Figure("combat value", "value", "dice it rolls when it fires", "4.4"),
        "right": Figure("speed", "speed", "hexes in a move, more along roads", "2.3"),
    }
}
GROUND: dict[str, str] = {}
