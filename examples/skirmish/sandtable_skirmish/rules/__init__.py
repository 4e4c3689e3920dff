"""The rules, a module for each number of the book."""
