"""The rulebook, one module a chapter (the long chapter 7 has four)."""
