"""A record as a text file that people can read, diff, comment and mend.

    sandtable record 1
    game bravery
    scenario crusader
    rules 2
    data 0a1b2c3d

    # Turn 1
    allied: put 7A
    allied: done
    chance: draw 15PZ

The head names what is played, then comes one line for each action: who, and the action in its text form. A `#` begins
a comment. `who` is for the reader; if it is there it must be right.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine.documents import Value
from sandtable.engine.game import FORMAT, Game
from sandtable.engine.position import IllegalAction
from sandtable.engine.records import Record

TITLE = "sandtable record"
HEAD = ("game", "scenario", "option", "rules", "data")
SWITCH = {"yes": True, "no": False}


def write_record(record: Record, game: Game) -> str:
    """The text of a record."""
    lines = [f"{TITLE} {FORMAT}", f"game {record.game}", f"scenario {record.scenario}"]
    for name, value in record.options.items():
        if value != game.options[name].default:
            word = value if not isinstance(value, bool) else "yes" if value else "no"
            lines.append(f"option {name} {word}")
    lines += [f"rules {record.rules}", f"data {record.data}"]
    turn, positions = 0, record.positions(game)
    pos = next(positions)
    for action in record.actions:
        if pos.turn != turn:
            turn = pos.turn
            lines += ["", f"# Turn {turn}"]
        lines.append(f"{pos.side}: {game.orders.write(pos, action)}")
        next(positions)
    return "\n".join(lines) + "\n"


def game_of(text: str) -> str:
    """The id of the game a record's text is of; a ValueError where it names none."""
    for _, line in _lines(text):
        if line.startswith("game "):
            return line.removeprefix("game ").strip()
    raise ValueError("this is not a record: it names no game")


def read_record(text: str, game: Game) -> Record:
    """A record from its text; a ValueError names the line that is wrong, an IllegalAction the one that is not legal."""
    lines = list(_lines(text))
    if not lines or lines[0][1] != f"{TITLE} {FORMAT}":
        raise ValueError(f"this is not a record: its first line is not {TITLE!r} {FORMAT}")
    head: dict[str, str] = {}
    options: dict[str, Value] = {}
    body = lines[1:]
    while body and (word := body[0][1].split()[0]) in HEAD:
        rest = body.pop(0)[1].removeprefix(word).strip()
        if word == "option":
            name, _, value = rest.partition(" ")
            options[name] = SWITCH.get(value, int(value) if value.isdigit() else value)
        else:
            head[word] = rest
    for word, mine in (("game", game.id), ("rules", str(game.rules_version)), ("data", game.pack.digest)):
        if head.get(word) != mine:
            raise ValueError(f"this record has {word} {head.get(word)!r}; this table plays {mine!r}")
    pos, actions = game.start(head.get("scenario"), options), []
    for number, line in body:
        who, colon, rest = line.partition(": ")
        if colon and who != pos.side:
            raise ValueError(f"line {number}: {pos.side or 'nobody'} decides here, not {who}")
        try:
            action = game.orders.read(pos, rest if colon else line)
            pos.play(action)
        except IllegalAction as error:
            raise IllegalAction(error.rule, f"line {number}, {line!r}: {error.message}") from None
        except ValueError as error:
            raise ValueError(f"line {number}, {line!r}: {error}") from None
        actions.append(action)
    return Record(game.id, pos.box.scenario, pos.box.options, game.pack.digest, game.rules_version, actions)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    for number, line in enumerate(text.splitlines(), 1):
        said = line.partition("#")[0].strip()
        if said:
            yield number, said
