"""A finished drawing."""

from dataclasses import dataclass

from tools.maps.draw.lettering import Box


@dataclass(frozen=True)
class Drawing:
    """The two files of one map, and the boxes its names stand in."""

    svg: str
    board: str
    names: dict[str, Box]
