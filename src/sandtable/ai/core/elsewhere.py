"""An agent of another copy of this project, such as an earlier champion: it thinks in a process of its own.

`elsewhere:DIR#general` is the level or agent `general` of the package under DIR (`.../src`). Both copies must play the
same rules with the same data: positions are handed over as they are.
"""

from __future__ import annotations

import json
import subprocess
import sys
import weakref
from pathlib import Path

from sandtable.engine.flow import Action
from sandtable.engine.records import Seat

CHILD = """
import json, sys
sys.path.insert(0, sys.argv[1])
import sandtable
from sandtable.ai import agent
from sandtable.engine.records import Seat
game = sandtable.load(sys.argv[2])
player = agent(sys.argv[3], game.id, int(sys.argv[4]))
for line in sys.stdin:
    side, position = json.loads(line)
    action = player.choose(Seat(game.load(position), side))
    print(json.dumps(list(action)), flush=True)
"""


class Elsewhere:
    """Asks another process for every decision with more than one choice."""

    def __init__(self, where: str, game: str, seed: int) -> None:
        folder, _, name = where.partition("#")
        if not (Path(folder) / "sandtable").is_dir() or not name:
            raise ValueError(f"elsewhere:{where} is not DIR#AGENT with another copy of sandtable in the folder DIR")
        words = [sys.executable, "-c", CHILD, folder, game, name, str(seed)]
        self._child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        weakref.finalize(self, _end, self._child)

    def choose(self, seat: Seat) -> Action:
        """What the other copy would do, from what the side knows."""
        actions = seat.actions()
        if len(actions) == 1:
            return actions[0]
        known, child = seat._known.quiet(), self._child
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(json.dumps([seat.side, seat.game.dump(known)]) + "\n")
        child.stdin.flush()
        line = child.stdout.readline()
        if not line:
            raise RuntimeError("the process of the other agent has ended: its rules or data may differ from these")
        return seat.game.action(json.loads(line))


def _end(child: subprocess.Popen[str]) -> None:
    """Let the other process end by itself."""
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            stream.close()
    child.wait()
