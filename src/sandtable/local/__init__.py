"""The table without a server: run by a page that has Python in it (Pyodide, in a worker).

Where to start: `backend.py` puts it together; `calls.py` answers what the server answers over HTTP, `lines.py` what it
answers over a socket, both with the code of `sandtable.table`. Games are kept in the browser's database (`drawer.py`),
agents think in a second worker (`agent_link.py` asks, `agent_worker.py` answers). Nothing here needs more than the
standard library; the worker's own script hands in what only a browser has.
"""
