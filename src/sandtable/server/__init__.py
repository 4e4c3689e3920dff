"""The server: tables over HTTP and WebSocket, kept in a database, seats as secret links.

Where to start: `app.py` puts it together; what a table does is in `sandtable.table`; `docs/protocol.md` is what
clients see.

- `settings`: what this server is set to
- `store`, `writer`: what is kept, and how many actions share one commit
- `agent_process`, `agent_worker`: agents, in processes of their own
- `bus`, `locks`, `cluster`: several processes with the same tables, agents on other machines
- `http`, `sockets`, `messages`, `guard`: the ways in, and what they let through
"""
