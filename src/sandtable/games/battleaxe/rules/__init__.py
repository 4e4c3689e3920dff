"""The rulebook, one module a chapter (chapter 11 has four)."""
