"""What a player may order: one line for each verb says all about it.

A game declares `ORDERS`, a table from verb to `Order`. From it come the button's words, what is clicked, the keyboard
hint, the check of an action's form, the text form of every action (`move 0605`) that reads back, the answer to "why
not?" and the reference under docs/actions.

A verb that means different things in two steps has a second line under `verb@step`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable.engine.flow import Action
from sandtable.engine.kinds import Kind, Shape
from sandtable.engine.view import OrderMore, OrderView

if TYPE_CHECKING:
    from sandtable.engine.maps import Map
    from sandtable.engine.position import Position

Says = Callable[[Any, Action], str]
Asks = Callable[[Any, Action], bool]


MOST_SHOWN = 20_000


class Order(NamedTuple):
    """The facts of a verb."""

    text: str | Says | Mapping[str, str]
    """A template filled with the arguments; a function; or a template for each step, with "" for the others."""
    takes: str = ""
    """The arguments: `"place"`, `"unit place"`, `"faces:number*"`; alternatives between bars: `"place|unit place"`."""
    rule: str = ""
    """The rule that allows it, where that is not the step's."""
    key: str = ""
    main: bool | Asks = False
    """The primary button."""
    battle: bool | Asks = False
    """It starts a battle: a forecast may be asked for."""
    lift: bool | Asks = False
    """It takes a piece or stack up, to choose its place next."""
    down: bool | Asks = False
    """It sets down what is in hand where it stands, and does nothing else: to take up another piece does it too."""
    opens: bool | Asks = False
    """It only opens the next choice, which can be left again: no second word is asked for."""
    more: Callable[[Any, Action], OrderMore] | None = None
    """What else the view shows: the path and its cost, a card, a question to ask first."""
    ways: Callable[[Any], Callable[[Action], OrderMore]] | None = None
    """The same for a verb with many orders at a time: what all of them need is worked out once for a view."""


class Verb(NamedTuple):
    """An order with its shapes read."""

    order: Order
    shapes: tuple[Shape, ...]

    @property
    def fixed(self) -> bool:
        """Is an order of this verb shown alike in every position of a step, but for what `more` and `ways` add?"""
        order = self.order
        flags = all(isinstance(flag, bool) for flag in (order.main, order.battle, order.lift, order.down, order.opens))
        kinds = all(part.kind.fixed for shape in self.shapes for part in shape.parts)
        return flags and kinds and not callable(order.text)

    def shape_of(self, action: Action) -> Shape | None:
        """The shape that fits an action's arguments."""
        values = action[1:]
        for shape in self.shapes:
            if shape.fits(values):
                return shape
        return None

    def wanted(self, word: str, given: str) -> str:
        """How an order of this verb is written, for somebody who wrote it another way."""
        forms = " or ".join(f"`{f'{word} {takes}'.rstrip()}`" for takes in self.order.takes.split("|"))
        return f"expected {forms}, got `{given}`"


class Orders:
    """The verbs of a game."""

    def __init__(self, table: Mapping[str, Order], kinds: Mapping[str, Kind]) -> None:
        self.table = table
        self.verbs = {
            name: Verb(order, tuple(Shape.read(takes, kinds) for takes in order.takes.split("|")))
            for name, order in table.items()
        }
        moving = {name.partition("@")[0] for name, verb in self.verbs.items() if not verb.fixed}
        self._fixed = {name for name in self.verbs if name not in moving}
        self._shown: dict[tuple[Map, str, Action], OrderView] = {}
        """Orders of those verbs as they were shown before."""
        self._in_steps = {name.partition("@")[0] for name in table if "@" in name}
        """The verbs that mean different things in different steps."""

    def verb(self, pos: Position, word: str) -> Verb:
        """A verb, in the meaning it has in the step that asks now."""
        if word in self._in_steps:
            return self.verbs.get(f"{word}@{pos.stack[-1].step}") or self.verbs[word]
        return self.verbs[word]

    def misshapen(self, pos: Position, action: Action) -> str | None:
        """What is wrong with an action's form, in words."""
        if not action or not isinstance(action[0], str):
            return "an action begins with its verb"
        word = action[0]
        if word not in self.verbs and f"{word}@{pos.stack[-1].step}" not in self.verbs:
            return f"there is no order {word!r}"
        if self.verb(pos, word).shape_of(action) is None:
            return self.verb(pos, word).wanted(word, " ".join(str(part) for part in action))
        return None

    def text(self, pos: Position, action: Action) -> str:
        """What a button says."""
        verb = self.verb(pos, action[0])
        return self._said(pos, action, verb, verb.shape_of(action))

    def _said(self, pos: Position, action: Action, verb: Verb, shape: Shape | None) -> str:
        text = verb.order.text
        if callable(text):
            return text(pos, action)
        if not isinstance(text, str):
            text = text.get(pos.stack[-1].step) or text[""]
        if "{" not in text:
            return text
        assert shape is not None, action
        return text.format_map(shape.said(pos, action[1:]))

    def show(self, pos: Position, action: Action) -> OrderView:
        """An action in the form of the view."""
        return self.show_all(pos, (action,))[0]

    def show_all(self, pos: Position, actions: Sequence[Action]) -> list[OrderView]:
        """Actions in the form of the view."""
        ways: dict[str, Callable[[Action], OrderMore]] = {}
        shown = []
        for action in actions:
            verb = self.verb(pos, action[0])
            order, view = verb.order, self._shown_before(pos, action, verb)
            if order.ways is not None:
                if action[0] not in ways:
                    ways[action[0]] = order.ways(pos)
                view = {**view, **ways[action[0]](action)}
            elif order.more is not None:
                view = {**view, **order.more(pos, action)}
            shown.append(view)
        return shown

    def _shown_before(self, pos: Position, action: Action, verb: Verb) -> OrderView:
        if action[0] not in self._fixed:
            return self._show(pos, action, verb)
        key = pos.box.game.map, pos.stack[-1].step, action
        view = self._shown.get(key)
        if view is None:
            if len(self._shown) >= MOST_SHOWN:
                self._shown.clear()
            view = self._shown[key] = self._show(pos, action, verb)
        return view

    def _show(self, pos: Position, action: Action, verb: Verb) -> OrderView:
        order, shape = verb.order, verb.shape_of(action)
        shown: OrderView = {
            "do": list(action),
            "text": self._said(pos, action, verb, shape),
            "rule": order.rule or pos.step.rule,
            "piece": None,
            "place": None,
        }
        if len(action) > 1:
            assert shape is not None, action
            for at, click in shape.clicks:
                if click == "place":
                    shown["place"] = pos.box.game.map.ids[action[at + 1]]
                elif click == "piece":
                    shown["piece"] = action[at + 1]
        if order.key:
            shown["key"] = order.key
        if order.main and (order.main is True or order.main(pos, action)):
            shown["main"] = True
        if order.battle and (order.battle is True or order.battle(pos, action)):
            shown["battle"] = True
        if order.lift and (order.lift is True or order.lift(pos, action)):
            shown["lift"] = True
        if order.down and (order.down is True or order.down(pos, action)):
            shown["down"] = True
        if order.opens and (order.opens is True or order.opens(pos, action)):
            shown["opens"] = True
        return shown

    def starts_battle(self, pos: Position, action: Action) -> bool:
        """Does an action start a battle?"""
        flag = self.verb(pos, action[0]).order.battle
        return flag if isinstance(flag, bool) else flag(pos, action)

    def place_of(self, pos: Position, action: Action) -> int | None:
        """The place that an action names."""
        shape = self.verb(pos, action[0]).shape_of(action)
        return next((action[at + 1] for at, click in shape.clicks if click == "place"), None) if shape else None

    def write(self, pos: Position, action: Action) -> str:
        """An action as one line of text that reads back: `retreat 15PZ-1 0612`."""
        shape = self.verb(pos, action[0]).shape_of(action)
        assert shape is not None, action
        return " ".join([action[0], *shape.written(pos, action[1:])])

    def read(self, pos: Position, text: str) -> Action:
        """An action from its text; a ValueError says what is wrong with it."""
        word, *rest = text.split() or [""]
        if word not in self.verbs and f"{word}@{pos.stack[-1].step}" not in self.verbs:
            raise ValueError(f"there is no order {word!r}")
        verb = self.verb(pos, word)
        for shape in verb.shapes:
            values = shape.parsed(pos, rest)
            if values is not None:
                return (word, *values)
        raise ValueError(verb.wanted(word, " ".join((word, *rest))))

    def clicked(self, pos: Position, piece: int | None, place: int | None) -> list[Action]:
        """The actions that a click on a piece or place could have meant, whether they are legal or not."""
        meant = []
        for word in pos.step.verbs:
            for shape in self.verb(pos, word).shapes:
                clicks = [part.kind.click for part in shape.parts if part.kind.click]
                taken_up = _only_piece(pos, word) if piece is None and clicks == ["piece", "place"] else piece
                wanted = {"piece": taken_up, "place": place}
                if clicks and all(wanted.get(click) is not None for click in clicks):
                    meant.append((word, *(wanted[click] for click in clicks)))
        return meant


def _only_piece(pos: Position, word: str) -> int | None:
    """The piece that every legal action of a verb names: a click on a place means it."""
    pieces = {action[1] for action in pos.actions() if action[0] == word}
    return pieces.pop() if len(pieces) == 1 else None
