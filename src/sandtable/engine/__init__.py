"""The engine: what all games stand on, with no knowledge of any of them.

Read in this order: `flow` (steps and frames), `position` (plain data), `game` (the contract a game fulfils),
then `chance`, `maps`, `packs`, `records` and `rulebook` as you need them.
"""
