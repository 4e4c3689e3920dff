"""Tests mirror src."""
