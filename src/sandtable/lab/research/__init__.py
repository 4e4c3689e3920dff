"""For researchers: the games as PettingZoo environments and OpenSpiel games, with tensors of what a side sees."""
