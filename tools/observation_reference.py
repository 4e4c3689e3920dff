"""Writes docs/lab/observations.md, what each number means: `python -m tools.observation_reference`."""

from __future__ import annotations

from pathlib import Path

import sandtable
from sandtable.lab.research.actions import COLUMNS, MOST_ACTIONS, ActionRows
from sandtable.lab.research.games import layout_of
from sandtable.lab.research.layout import VERSION

PAGE = Path(__file__).parent.parent / "docs" / "lab" / "observations.md"
HEAD = f"""# Observations and actions

Made by `make docs` from `sandtable.lab.research.games`. This is layout version {VERSION}; a number never changes its
meaning within one.

An observation is one vector of 32-bit floats: first the scalars, in the order below, then the layers, each with one
number for every place of the map, in the order of the game's `places.csv`. The layers are
`observation[scalars:].reshape(layers, places)`. Steps and strengths are scaled to about one. What a side may
not know is not in it.

`actions` has {MOST_ACTIONS} rows of whole numbers: {", ".join(COLUMNS)}. 0 is none; verbs, pieces and
places count from 1, the origin is the place where the piece stands, and further numbers are one larger
than they are, so that 0 stays none. `action_mask` is 1 for each row that is an action. No two legal actions have the
same row.

"""


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for name in sandtable.games():
        game = sandtable.load(name)
        layout, verbs = layout_of(game), ActionRows(game).verbs
        parts.append(f"## {game.title}\n\n")
        sizes = f"{len(layout.names)} scalars, {len(layout.layers)} layers of {layout.places} places"
        parts.append(f"{layout.size} numbers: {sizes}.\n\n")
        parts.append(f"**Scalars.** {'; '.join(_folded(layout.names))}.\n\n")
        parts.append(f"**Layers.** {'; '.join(layout.layers)}.\n\n")
        parts.append(f"**Verbs.** {', '.join(f'{n} `{verb}`' for n, verb in enumerate(verbs, 1))}.\n\n")
    return "".join(parts).rstrip() + "\n"


def _folded(names: list[str]) -> list[str]:
    """The names with their numbers."""
    return [f"{number} {name}" for number, name in enumerate(names)]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
