"""What clients may send, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from sandtable.engine.documents import Document

Side = Literal["allied", "axis"]
Eyes = Literal["allied", "axis", "both"]
Kind = Literal["undo", "draw"]
States = Literal["whole", "changes", "lean"]
Part = bool | int | str
ActionList = Annotated[list[Part], Field(min_length=1, max_length=64)]
Number = Annotated[int, Field(ge=0, le=10**9)]
Token = Annotated[str, Field(max_length=64)]
Key = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{22,64}$")]
SeedText = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]

UNIONS = ("bool", "int", "str")
"""What pydantic calls the kinds of a `Part` that it has tried in vain."""


def fault_in(errors: Sequence[Mapping[str, Any]]) -> str:
    """What is wrong with a message, and where: the first of pydantic's errors, in words."""
    where, text = errors[0]["loc"], errors[0]["msg"]
    if where and where[-1] in UNIONS:
        where, text = where[:-1], "expected a word, a whole number, true or false"
    elif errors[0]["type"] == "too_short":
        text = "this list must not be empty"
    return f"{'.'.join(str(part) for part in where)}: {text}" if where else text


class Message(BaseModel):
    """A request over the socket; `id` comes back as `re`."""

    model_config = ConfigDict(strict=True)
    id: Number | None = None


class Sit(Message):
    """Open a seat."""

    type: Literal["sit"]
    token: Token
    key: Key | None = None
    seed: SeedText | None = None
    seal: SeedText | None = None
    states: States = "whole"


class Numbered(BaseModel):
    """Something that answers the state numbered `n`."""

    model_config = ConfigDict(strict=True)
    n: Number


class PlayBody(Numbered):
    """An action of the view, unchanged."""

    action: ActionList


class AskBody(BaseModel):
    """A question to the opponent; for an undo, `at` is the length of play to go back to."""

    model_config = ConfigDict(strict=True)
    kind: Kind
    at: Number | None = None


class ReplyBody(BaseModel):
    """The answer to a question."""

    model_config = ConfigDict(strict=True)
    kind: Kind
    yes: bool


class ChatBody(BaseModel):
    """A line of chat."""

    model_config = ConfigDict(strict=True)
    text: Annotated[str, Field(min_length=1, max_length=500)]


class NameBody(BaseModel):
    """What a player wants to be called: a word or two, no line breaks."""

    model_config = ConfigDict(strict=True, str_strip_whitespace=True)
    text: Annotated[str, Field(min_length=1, max_length=24, pattern=r"^[^\x00-\x1f\x7f]+$")]


class SitBody(BaseModel):
    """What opens an invited seat from now on, and a player's share of the dice or its seal."""

    model_config = ConfigDict(strict=True)
    key: Key | None = None
    seed: SeedText | None = None
    seal: SeedText | None = None


class RevealBody(BaseModel):
    """The seed that was sealed; none gives a lost one up."""

    model_config = ConfigDict(strict=True)
    seed: SeedText | None = None


class InviteBody(BaseModel):
    """A seat to hand a new link to."""

    model_config = ConfigDict(strict=True)
    seat: Side


class Play(Message, PlayBody):
    """Play an action."""

    type: Literal["play"]


class Undo(Message, Numbered):
    """Take one's last action back, or all of one's own since the line of play was `at` actions long."""

    type: Literal["undo"]
    at: Number | None = None


class Redo(Message, Numbered):
    """Play again what was taken back last."""

    type: Literal["redo"]


class Resign(Message, Numbered):
    """Give up."""

    type: Literal["resign"]


class Ask(Message, AskBody):
    """Ask the opponent."""

    type: Literal["ask"]


class Reply(Message, ReplyBody):
    """Answer the opponent."""

    type: Literal["reply"]


class Reveal(Message, RevealBody):
    """Show the seed that was sealed."""

    type: Literal["reveal"]


class Chat(Message, ChatBody):
    """Say something."""

    type: Literal["chat"]


class Name(Message, NameBody):
    """Say what one wants to be called."""

    type: Literal["name"]


class PlayNow(Message):
    """Hurry the machine."""

    type: Literal["play_now"]


class WhyNot(Message):
    """Why is this dark?"""

    type: Literal["why_not"]
    piece: int | None = None
    place: Annotated[str, Field(max_length=80)] | None = None


class Forecast(Message):
    """What would this battle bring?"""

    type: Literal["forecast"]
    action: ActionList


class Attacks(Message):
    """What could be attacked, now or after some actions of one's own?"""

    type: Literal["attacks"]
    first: Annotated[list[ActionList], Field(max_length=4)] = []


class Ahead(Message):
    """What do the answers open, and where does a way end that is asked for place by place?"""

    type: Literal["ahead"]


class Overlay(Message):
    """One of the game's overlays."""

    type: Literal["overlay"]
    name: Annotated[str, Field(max_length=40)]


class Advise(Message):
    """What would the machine do?"""

    type: Literal["advise"]


class Review(Message):
    """Where did the game turn?"""

    type: Literal["review"]


class Seek(Message):
    """A moment of the past."""

    type: Literal["seek"]
    at: Number
    eyes: Eyes = "both"
    log: bool = True


class Ping(Message):
    """Still there?"""

    type: Literal["ping"]


Request = Annotated[
    Sit
    | Play
    | Undo
    | Redo
    | Resign
    | Ask
    | Reply
    | Reveal
    | Chat
    | Name
    | PlayNow
    | WhyNot
    | Forecast
    | Attacks
    | Ahead
    | Overlay
    | Advise
    | Review
    | Seek
    | Ping,
    Field(discriminator="type"),
]
request: TypeAdapter[Request] = TypeAdapter(Request)
QUESTIONS = (WhyNot, Forecast, Attacks, Ahead, Overlay, Advise, Review, Seek)


class SeatChoice(BaseModel):
    """Who sits on a side."""

    kind: Literal["me", "friend", "agent"]
    level: Annotated[str, Field(max_length=40)] | None = None


class Create(BaseModel):
    """A new table."""

    game: Annotated[str, Field(max_length=40, examples=["bravery"])]
    scenario: Annotated[str, Field(max_length=80)] | None = None
    options: Annotated[dict[str, Part], Field(max_length=64)] = {}
    seats: dict[Side, SeatChoice]
    forecasts: bool = True


class Created(BaseModel):
    """The tokens of a new table, shown this once: one's own, and those to hand on."""

    table: str
    mine: str
    links: dict[str, str]
    commitment: str


class Verified(BaseModel):
    """Whether the dice of a file are fair."""

    ok: bool
    text: str
    draws: int
    unproven: int


class Fault(BaseModel):
    """Why a request was refused."""

    code: str
    text: str
    rule: str | None = None


class Error(BaseModel):
    """The body of every answer that is not 2xx."""

    error: Fault


Json = Document
