"""The table: games over HTTP and WebSocket, seats as secret links, dice anybody can check.

Where to start: `app.py` puts it together; `table.py` is one table under way; `docs/protocol.md` is what clients see.

- `settings`, `library`: what this server is set to, and the games and agents it offers
- `store`, `writer`: what is kept, and how many actions share one commit
- `fair`, `verify`: the dice, and the check of a finished game
- `journal`, `timeline`, `table`, `tables`: a table's entries, its line of play, the table itself, and all of them
- `views`, `scroll`, `audience`: what each seat is shown and told
- `machine`, `thinking`, `thinker`: agents, in processes of their own
- `catalog`, `export`: how games introduce themselves; a whole game as one file
- `http`, `sockets`, `questions`, `messages`, `guard`, `limits`: the ways in, and what they let through
"""
