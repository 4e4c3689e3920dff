"""Older databases brought to the schema of this version, by Alembic; a newer one is refused."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection

from sandtable.server.schema import metadata

FIRST = "0001"
"""The schema of databases from before there were migrations."""


class NewerSchema(RuntimeError):
    """The database was used by a later version."""


def config(connection: Connection) -> Config:
    """Alembic's view of this folder."""
    chosen = Config()
    chosen.set_main_option("script_location", str(Path(__file__).parent))
    chosen.attributes["connection"] = connection
    return chosen


def bring_up(connection: Connection) -> None:
    """Make an empty database, or bring an older one here."""
    chosen = config(connection)
    script = ScriptDirectory.from_config(chosen)
    present = set(sa.inspect(connection).get_table_names())
    found = MigrationContext.configure(connection).get_current_revision() if "alembic_version" in present else None
    if found is None and "tables" not in present:
        metadata.create_all(connection)
        command.stamp(chosen, "head")
        return
    if found is None:
        command.stamp(chosen, FIRST)
        found = FIRST
    if found not in {revision.revision for revision in script.walk_revisions()}:
        raise NewerSchema(f"this database has schema {found}; this version knows up to {script.get_current_head()}")
    if found != script.get_current_head():
        command.upgrade(chosen, "head")
