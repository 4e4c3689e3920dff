"""Every number of a rulebook with our own short title, and where each is coded and tested.

`rulebook.toml` lists the rules. A rule's home is the function, class or module whose docstring starts with its number
(several numbers with commas: `6.1.1, 6.1.2 ...`). A rule's tests are the functions named `test_r<number>_<sentence>`
with `_` for the dots: `test_r13_1_1_3_...`; the sentence may not start with a digit.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, Self

from sandtable.engine.documents import Document
from sandtable.engine.packs import Maybe, check_shape, one_of

NUMBER = r"\d+(?:\.\d+)*[A-Za-z]?"
HOME = re.compile(rf"({NUMBER}(?:, {NUMBER})*)[: ]")
CITED = re.compile(rf"#\s*(?:rule\s+)?({NUMBER}(?:, {NUMBER})*)(?:\s+(R\d+))?(?=[\s.,;:)]|$)")
TEST = re.compile(r"test_r((?:\d+[a-z]?_)+)")
RULING = re.compile(r"^#+\s*(R\d+)\s*\(([^)]*)\)\s*[:.]?\s*(.*)$", re.MULTILINE)


class Rule(NamedTuple):
    """One rule of the book: our title for it, our summary, and its status."""

    number: str
    title: str
    status: str
    help: str = ""


class Spot(NamedTuple):
    """A place in a source file."""

    file: Path
    line: int
    name: str


class Rulebook:
    """The rules of one game by number."""

    STATUSES = ("coded", "data", "component", "heading", "unused")

    def __init__(self, edition: str, rules: Iterable[Rule]) -> None:
        self.edition = edition
        self.rules = {rule.number: rule for rule in rules}

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read rulebook.toml strictly."""
        text = path.read_text(encoding="utf-8")
        document: Document = tomllib.loads(text)
        rule = {"title": str, "status": one_of(*cls.STATUSES), "help": Maybe(str)}
        check_shape(document, {"edition": str, "rules": {str: rule}}, path.name, text)
        return cls(document["edition"], [Rule(number, **fields) for number, fields in document["rules"].items()])

    def title(self, number: str) -> str:
        """Our title for a rule, or of the nearest rule above it."""
        while number:
            if number in self.rules:
                return self.rules[number].title
            number = number.rpartition(".")[0]
        return ""


class Index:
    """Where a game's rules are coded, cited, tested and ruled on."""

    def __init__(self, package: Path, tests: Path) -> None:
        self.homes: dict[str, list[Spot]] = {}
        self.cites: dict[str, list[Spot]] = {}
        self.tests: dict[str, list[Spot]] = {}
        for path in sorted(package.rglob("*.py")):
            self._read_source(path)
        for path in sorted(tests.rglob("test_*.py")) if tests.is_dir() else []:
            self._read_tests(path)
        rulings = package / "RULINGS.md"
        text = rulings.read_text(encoding="utf-8") if rulings.exists() else ""
        self.rulings = [(number, rules, title) for number, rules, title in RULING.findall(text)]

    def _read_source(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
                found = HOME.match(ast.get_docstring(node) or "")
                name = path.stem if isinstance(node, ast.Module) else node.name
                line = 1 if isinstance(node, ast.Module) else node.lineno
                for number in found[1].split(", ") if found else ():
                    self.homes.setdefault(number, []).append(Spot(path, line, name))
        for line, code in enumerate(text.splitlines(), 1):
            for found in CITED.finditer(code):
                for number in found[1].split(", "):
                    self.cites.setdefault(number, []).append(Spot(path, line, code.strip()))

    def _read_tests(self, path: Path) -> None:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (found := TEST.match(node.name)):
                number = ".".join(str(part).lstrip("0") or "0" for part in found[1].rstrip("_").split("_"))
                self.tests.setdefault(number.lower(), []).append(Spot(path, node.lineno, node.name))

    def faults(self, book: Rulebook) -> list[str]:
        """Rules coded without a home or a test, homes and citations of numbers the book lacks."""
        found = []
        for number, rule in book.rules.items():
            if rule.status == "coded":
                homes = self.homes.get(number, [])
                if len(homes) != 1:
                    names = ", ".join(f"{spot.file.name}:{spot.line}" for spot in homes)
                    found.append(f"{number} {rule.title}: {len(homes)} homes {names}".rstrip())
                if number.lower() not in self.tests:
                    found.append(f"{number} {rule.title}: no test")
        for where, spots in (("home", self.homes), ("citation", self.cites)):
            found += [
                f"{spot[0].file.name}:{spot[0].line}: {where} of {number}, which the rulebook lacks"
                for number, spot in spots.items()
                if number not in book.rules
            ]
        known = {number.lower() for number in book.rules}
        found += [f"{spots[0].name}: no rule {number}" for number, spots in self.tests.items() if number not in known]
        return found
