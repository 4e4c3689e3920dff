"""The games of a host, with data of its own if it has any; each table keeps the data it was started with."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from sandtable.engine.game import Game
from sandtable.engine.packs import PackError
from sandtable.engine.records import Agent
from sandtable.table.library import Level, Library


class Packs(Protocol):
    """Where the data packs that tables were started with are stored."""

    def pack(self, digest: str, game: str) -> Mapping[str, str] | None:
        """The files of a pack."""


class Versions(Protocol):
    """Earlier versions that are installed beside this one."""

    def game(self, name: str, rules: int, digest: str, files: Mapping[str, str] | None) -> Game | None:
        """A game with these rules and data, if one of them has it."""


class Shelf:
    """A library that finds earlier data packs where they are kept, and earlier rules where they are installed."""

    def __init__(
        self,
        library: Library,
        packs: Packs,
        versions: Versions | None = None,
        own: Mapping[str, Path] | None = None,
    ) -> None:
        """`own` names the folder of data that new tables of a game are started with."""
        self._library = library
        self._packs = packs
        self._versions = versions
        self._other_rules: dict[Game, int] = {}
        self._files: dict[Game, Mapping[str, str]] = {}
        """The data of games that are not played with the installed ones."""
        self._folder = Unpacked("packs")
        self._earlier: dict[tuple[str, str], Game] = {}
        self._lock = threading.Lock()
        self._own = {game: library.load(game, folder) for game, folder in (own or {}).items()}
        self._files.update((game, game.pack.files()) for game in self._own.values())

    def games(self) -> tuple[str, ...]:
        """See `Library`."""
        return self._library.games()

    def levels(self, game: str) -> tuple[Level, ...]:
        """See `Library`."""
        return self._library.levels(game)

    def agent(self, level: str, game: str, seed: int) -> Agent:
        """See `Library`."""
        return self._library.agent(level, game, seed)

    def load(self, game: str, data: Path | None = None) -> Game:
        """See `Library`."""
        return self._own[game] if data is None and game in self._own else self._library.load(game, data)

    def with_data(self, game: str, digest: str) -> Game:
        """A game with the data of this digest: the host's, the installed or kept ones; the host's if there are none."""
        offered = self.load(game)
        for ready in (offered, self._library.load(game, None)):
            if ready.pack.digest == digest:
                return ready
        with self._lock:
            if (game, digest) not in self._earlier:
                files = self._packs.pack(digest, game)
                earlier = None if files is None else self._unpacked(game, digest, files)
                if earlier is not None and files is not None:
                    self._files[earlier] = files
                self._earlier[game, digest] = earlier or offered
            return self._earlier[game, digest]

    def with_rules(self, game: str, rules: int, digest: str) -> Game | None:
        """A game of an earlier version that is installed beside, with these rules and data."""
        if self._versions is None:
            return None
        files = self._packs.pack(digest, game)
        found = self._versions.game(game, rules, digest, files)
        if found is not None:
            self._other_rules[found] = rules
            if files is not None:
                self._files[found] = files
        return found

    def rules_of(self, game: Game) -> int:
        """The number of the rules of a game that an earlier version plays; 0 for all others."""
        return self._other_rules.get(game, 0)

    def pack_of(self, game: Game) -> Mapping[str, str] | None:
        """The files of a game that is not played with the installed data, so that an agent worker can have the same."""
        return self._files.get(game)

    def close(self) -> None:
        """Remove what was unpacked."""
        self._folder.close()

    def _unpacked(self, game: str, digest: str, files: Mapping[str, str]) -> Game | None:
        folder = self._folder.put(digest, files)
        try:
            loaded = self._library.load(game, folder)
        except PackError:
            return None
        return loaded if loaded.pack.digest == digest else None


class Unpacked:
    """Data packs as folders, for as long as they are needed; nothing is made before the first."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def put(self, digest: str, files: Mapping[str, str]) -> Path:
        """A folder with these files."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix=f"sandtable-{self._name}-")
        target = Path(self._folder.name) / digest
        target.mkdir(exist_ok=True)
        for name, text in files.items():
            (target / Path(name).name).write_text(text, encoding="utf-8", newline="")
        return target

    def close(self) -> None:
        """Remove what was unpacked."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
