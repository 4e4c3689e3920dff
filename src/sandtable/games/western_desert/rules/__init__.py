"""The rules, a chapter a module, in the rulebook's order."""
