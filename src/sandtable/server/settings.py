"""What this server is set to; every field can be given in the environment as SANDTABLE_<NAME>."""

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
    """An SQLAlchemy address; empty: a SQLite file in the user's data directory."""
    sqlite_sync: str = "normal"
    """`normal`: what is acknowledged outlives the server; `full`: a power cut too, but waits for the disk each time."""
    library: str = "sandtable.table.library:installed"
    """`module:name` of the games and agents on offer."""
    earlier: str = ""
    """Pythons of earlier versions installed beside (`/opt/sandtable-1/bin/python`), with commas: they finish what the
    rules of this version would not play out alike."""
    hosts: str = "*"
    """Names this server answers to, with commas; `*` for any."""
    proxies: str = "127.0.0.1"
    """Addresses of proxies whose word on who a visitor is (X-Forwarded-For) is believed, with commas; `*` for any."""
    hsts: bool = False
    """Tell browsers to use nothing but HTTPS for this name from now on."""
    workers: int = 1
    """Processes that serve; more than one need PostgreSQL."""
    log_format: str = "text"
    """`text` for people, `json` for machines."""
    log_level: str = "warning"
    body_bytes: int = 64 * 1024
    import_bytes: int = 8 * 1024 * 1024
    head_seconds: float = 10.0
    """The most a client may take over the head of a request."""
    body_seconds: float = 30.0
    """And over its body."""
    big_bodies: int = 8
    """Imports that are being sent at once, from everybody together."""
    connections_per_address: int = 256
    processor_seconds: float = 20.0
    """Of work for one address at once (imports, checks, looking back); a tenth of a second comes back each second."""
    import_seconds: float = 10.0
    """Of processor for one imported file."""
    think_share: float = 0.5
    """Seconds of thought that one address may ask for in a second, in the long run, beyond its opponents' moves."""
    message_bytes: int = 64 * 1024
    messages_per_second: int = 200
    questions_per_second: int = 20
    """Of one socket: forecasts, overlays, seeks and the like."""
    chat_per_minute: int = 60
    """Of one seat, questions to the opponent included."""
    requests_per_second: int = 50
    """Of one address, over HTTP."""
    creates_per_minute: int = 30
    """New tables and imports of one address."""
    tables: int = 20_000
    live_tables: int = 500
    """Kept in memory at once; the rest are read again when needed."""
    sockets: int = 2_000
    sockets_per_address: int = 128
    sockets_per_table: int = 64
    actions_per_table: int = 100_000
    talk_per_table: int = 10_000
    queue: int = 512
    """Messages a slow reader may fall behind."""
    thinkers: int = 0
    """Processes in which agents think; 0: one less than there are processors, but one at least."""
    ray: str = ""
    """A Ray cluster on which agents think instead (`ray://host:10001`, `auto`, or `local`); `thinkers` of them."""
    metrics: bool = False
    """Show what is measured at /metrics, for Prometheus."""
    think_seconds: float = 10.0
    """The most an agent may take over one decision."""
    keep_days: int = 0
    """Tables unchanged for so long are removed, at the start and then once a day; 0 keeps them."""

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
