"""The server's settings; each can be given in the environment as SANDTABLE_<NAME>."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Self

import platformdirs

from sandtable.engine.documents import Document


def default_database() -> str:
    """A SQLite file in the user's data directory."""
    folder = Path(platformdirs.user_data_dir("sandtable", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.db'}"


YES = ("1", "yes", "true", "on")


@dataclass(frozen=True)
class Settings:
    """Where tables are kept, and the limits on what strangers may send."""

    database: str = ""
    """An SQLAlchemy URL; if empty, a SQLite file in the user's data directory."""
    sqlite_sync: str = "normal"
    """`normal`: acknowledged actions survive a crash of the server; `full`: a power cut too, but each action waits for
    the disk."""
    library: str = "sandtable.table.library:installed"
    """`module:name` of the games and agents on offer."""
    data: str = ""
    """Folders of data with which new tables are started, as `bravery=/srv/printed`, separated by commas."""
    earlier: str = ""
    """Pythons of earlier versions installed beside this one (`/opt/sandtable-1/bin/python`), separated by commas: they
    finish the games that the rules of this version would play out differently."""
    hosts: str = "*"
    """Host names this server answers to, separated by commas; `*` for any."""
    proxies: str = "127.0.0.1"
    """Addresses of proxies trusted to say who a visitor is (X-Forwarded-For), separated by commas; `*` for any."""
    hsts: bool = False
    """Tell browsers to use only HTTPS for this host name from now on."""
    workers: int = 1
    """Server processes; more than one needs PostgreSQL."""
    log_format: str = "text"
    """`text` for people, `json` for machines."""
    log_level: str = "warning"
    """The least severe messages to log: `debug`, `info`, `warning`, `error` or `critical`."""
    body_bytes: int = 64 * 1024
    """The largest body of a request, imports excepted."""
    import_bytes: int = 8 * 1024 * 1024
    """The largest file that may be imported."""
    head_seconds: float = 10.0
    """The longest a client may take to send the head of a request."""
    body_seconds: float = 30.0
    """The longest a client may take to send the body of a request."""
    big_bodies: int = 8
    """Imports being uploaded at the same time, from all visitors together."""
    connections_per_address: int = 256
    """Open connections per address, sockets included."""
    processor_seconds: float = 20.0
    """Processor time one address may use at once (imports, checks, looking back); each second gives back a tenth of a
    second."""
    import_seconds: float = 10.0
    """Processor time for one imported file."""
    think_share: float = 0.5
    """Seconds of thinking that one address may ask for per second in the long run, besides its opponents' moves."""
    message_bytes: int = 64 * 1024
    """The largest message on a socket."""
    messages_per_second: int = 200
    """Per socket, in the long run; twice as many may come at once."""
    questions_per_second: int = 20
    """Per socket: forecasts, overlays, seeks and the like."""
    chat_per_minute: int = 60
    """Per seat, including questions to the opponent."""
    requests_per_second: int = 50
    """Per address, over HTTP."""
    creates_per_minute: int = 30
    """New tables and imports per address."""
    tables: int = 20_000
    """Tables kept altogether; beyond that no more are created."""
    live_tables: int = 500
    """Tables kept in memory at once; the rest are read again when needed."""
    sockets: int = 2_000
    """Open sockets per process."""
    sockets_per_address: int = 128
    """Open sockets per address."""
    sockets_per_table: int = 64
    """Open sockets of spectators per table."""
    actions_per_table: int = 100_000
    """Actions in one game, dice included."""
    talk_per_table: int = 10_000
    """Chat messages and questions to the opponent at one table."""
    queue: int = 512
    """How many messages a slow reader may fall behind."""
    thinkers: int = 0
    """Processes in which agents think; 0 means one fewer than there are processors, but at least one."""
    ray: str = ""
    """A Ray cluster to run the agents on instead (`ray://host:10001`, `auto`, or `local`), with `thinkers` workers."""
    metrics: bool = False
    """Serve metrics for Prometheus at /metrics."""
    think_seconds: float = 10.0
    """The longest an agent may think about one decision."""
    keep_days: int = 0
    """Tables unchanged for this many days are removed, at the start and then once a day; 0 keeps them all."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ, **given: object) -> Self:
        """The settings of the environment, then those given by name."""
        values: Document = {}
        for field in fields(cls):
            text = environment.get(f"SANDTABLE_{field.name.upper()}")
            if text is not None:
                kind: Any = type(field.default)
                try:
                    values[field.name] = text.lower() in YES if kind is bool else kind(text)
                except ValueError:
                    raise ValueError(f"SANDTABLE_{field.name.upper()} must be {kind.__name__}, not {text!r}") from None
        return cls(**(values | given))

    @property
    def folders(self) -> dict[str, Path]:
        """The folder of data of each game that has one."""
        pairs = [entry.strip().partition("=") for entry in self.data.split(",") if entry.strip()]
        for game, _, folder in pairs:
            if not Path(folder).is_dir() or not folder:
                raise ValueError(
                    f"SANDTABLE_DATA: {game}={folder} does not name a folder of data, as bravery=/srv/printed does"
                )
        return {game: Path(folder) for game, _, folder in pairs}

    @property
    def address(self) -> str:
        """The database as SQLAlchemy wants it."""
        given = self.database or default_database()
        for plain in ("postgres://", "postgresql://"):
            if given.startswith(plain):
                return "postgresql+psycopg://" + given.removeprefix(plain)
        return given

    @property
    def plain_address(self) -> str:
        """The database as its own library wants it."""
        return self.address.replace("postgresql+psycopg://", "postgresql://", 1)
