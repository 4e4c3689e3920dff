"""Run by Alembic with the connection that `bring_up` hands over."""

from __future__ import annotations

from alembic import context

from sandtable.server.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, transactional_ddl=False)
context.run_migrations()
