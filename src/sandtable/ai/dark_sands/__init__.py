"""What search needs of this game: how far to look (`DEPTH`), how good a position is, and the agents."""

from sandtable.ai.dark_sands.policy import DEPTH, Greedy, Planner
from sandtable.ai.dark_sands.value import evaluate, terms

__all__ = ["DEPTH", "Greedy", "Planner", "evaluate", "terms"]
