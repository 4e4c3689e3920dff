"""Rules broken one clause at a time, to see whether the tests notice: `python -m tools.mutants GAME [-n 300]`.

`sites` finds what can be broken, `runner` breaks it and runs the tests, `report` counts and writes docs/lab/mutants.md.
A mutant that survives is a missing test, or it changes nothing that can be seen: then
`tests/games/<game>/equivalent.toml` names it and says why.
"""
