"""The table itself: what may be done at it, who is told what, dice anybody can check. No HTTP, no sockets, no SQL.

Where to start: `table.py` is one table under way. Whoever runs tables (the server, or a page with Python in it) gives
them a `House`: limits, games, somebody who keeps what is written, somebody who thinks for the agents.

- `house`, `kept`, `library`: what a table needs from outside, what it hands over to be kept, the games and agents
- `journal`, `timeline`, `numbers`: a table's entries, its line of play, and what each viewer counts of both
- `table`, `negotiation`, `talk`, `presence`: the table; questions to the opponent, chat, who is there
- `views`, `scroll`, `changes`, `audience`: what each seat is shown and told
- `fair`, `verify`: the dice, and the check of a finished game
- `machine`, `advice`, `questions`, `export`: agents, advice and review, what a seat may ask, a whole game as one file
- `tables`, `desk`, `offers`, `catalog`, `shelf`: all tables of a house, a seat's conversation, answers outside it
- `thinking`, `thinker`: the queue before those who think, and one of them
"""
