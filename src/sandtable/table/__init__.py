"""The table itself: what may be done at it, who is told what, dice anybody can check. No HTTP, no sockets, no SQL.

Where to start: `table.py` is one table under way. Whoever runs tables (the server, or a page with Python in it) gives
them `Services`: limits, games, storage, and workers in which agents think.

- `services`, `storage`, `library`: what a table needs from outside, what it stores, the games and agents
- `journal`, `timeline`, `numbers`: a table's entries, its line of play, and what each viewer counts of both
- `state`, `table`: what a table is, and what may be done at it
- `negotiation`, `talk`, `presence`: questions to the opponent, chat, who is there
- `views`, `reader_log`, `changes`, `audience`, `noticing`, `info`: what each seat is shown and told
- `fair_dice`, `verify`: the dice, and the check of a finished game
- `agent_runner`, `advice`, `questions`, `export`: agents, advice and review, what a seat may ask, a game as a file
- `tables`, `desk`, `offers`, `catalog`, `shelf`: all tables of a host, a seat's conversation, answers outside it
- `agent_pool`, `agent_worker`: the queue of jobs for agents, and what does one
"""
