"""The commands of the terminal, one module each.

A command module has `add(subparsers)`, which declares the command and sets `run` as its default function.
"""
