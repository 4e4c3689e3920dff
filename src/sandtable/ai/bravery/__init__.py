"""What search needs of this game: how far to look (`DEPTH`), how good a position is, and the agents."""

from sandtable.ai.bravery.fitted import evaluate, terms
from sandtable.ai.bravery.policy import DEPTH, Greedy, Planner

__all__ = ["DEPTH", "Greedy", "Planner", "evaluate", "terms"]
