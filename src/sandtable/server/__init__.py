"""The server: tables over HTTP and WebSocket, kept in a database, seats as secret links.

Where to start: `app.py` puts it together; what a table does is in `sandtable.table`; `docs/protocol.md` is what
clients see.

- `settings`: what this server is set to
- `store`, `writer`: what is kept, and how many actions share one commit
- `tables`: all tables, found by a seat's token
- `thinking`, `thinker`: agents, in processes of their own
- `catalog`: how games introduce themselves
- `http`, `sockets`, `messages`, `guard`: the ways in, and what they let through
"""
