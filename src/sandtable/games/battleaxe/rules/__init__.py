"""The rulebook, one module or more for each chapter."""
