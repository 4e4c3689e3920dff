"""2 The fight: one die, and perhaps a step."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import Action, Chance, Frame, Outcomes, pop
from sandtable_skirmish.box import HIT
from sandtable_skirmish.position import SkirmishPosition

FACES = range(1, 7)


class Fight(Chance[SkirmishPosition]):
    """2 The attacker rolls; on 5 or 6 the enemy loses a step."""

    name = "fight"
    rule = "2"
    title = "The attacker rolls"

    class Args(NamedTuple):
        """The side that attacks."""

        attacker: int

    def outcomes(self, pos: SkirmishPosition, frame: Frame) -> Outcomes:
        return [(("roll", face), 1) for face in FACES]

    def apply(self, pos: SkirmishPosition, frame: Frame, action: Action) -> None:
        attacker = self.Args(*frame.args).attacker
        if action[1] >= HIT:
            pos.steps[1 - attacker] -= 1
        pos.note("2", "fight", attacker, action[1])
        pop(pos)
