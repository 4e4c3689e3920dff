"""What search needs of this game: how far to look (`DEPTH`), how good a position is, and the agents."""

from sandtable.ai.western_desert.careful import Planner
from sandtable.ai.western_desert.policy import DEPTH, evaluate, terms

__all__ = ["DEPTH", "Greedy", "Planner", "evaluate", "terms"]

Greedy = Planner
