"""Draw the maps again without rebuilding their data: `python -m tools.maps.draw [game ...]`."""

import sys

from tools.maps.draw import GAMES, draw_all

if __name__ == "__main__":
    draw_all(tuple(sys.argv[1:]) or GAMES)
