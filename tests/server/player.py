"""Players for tests: they sit down, play and listen over a socket."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

Json = dict[str, Any]
SEED = "5a" * 32


def own(link: str) -> str:
    """What a player of these tests makes of an invitation: the secret of the seat from then on."""
    return f"{link}-own"


class Player:
    """One socket with a seat."""

    def __init__(self, socket: WebSocketTestSession, token: str, **sit: Any) -> None:
        self.socket = socket
        self.heard: list[Json] = []
        self.ids = 0
        self.state: Json = {}
        self.seated = self.ask("sit", token=token, **{"key": own(token), **sit})
        self.hear("state")

    def send(self, kind: str, /, **fields: Any) -> int:
        """Send a request and do not wait."""
        self.ids += 1
        self.socket.send_json({"type": kind, "id": self.ids, **fields})
        return self.ids

    def receive(self) -> Json:
        """The next message, kept."""
        message: Json = self.socket.receive_json()
        self.heard.append(message)
        if message["type"] == "state":
            self.state = message
        return message

    def until(self, wanted: Callable[[Json], bool]) -> Json:
        """Listen until a message is wanted."""
        while not wanted(message := self.receive()):
            pass
        return message

    def hear(self, kind: str) -> Json:
        """The next message of a kind."""
        return self.until(lambda message: message["type"] == kind)

    def ask(self, kind: str, /, **fields: Any) -> Json:
        """Send a request and wait for its answer."""
        number = self.send(kind, **fields)
        return self.until(lambda message: message.get("re") == number)

    def play(self, *action: Any) -> Json:
        """Play an action in answer to the last state."""
        return self.ask("play", n=self.state["n"], action=list(action))

    @property
    def actions(self) -> list[list[Any]]:
        """What the last state offers."""
        if "view" in self.state:
            return [action["do"] for action in self.state["view"]["actions"]]
        offered: list[list[Any]] = self.state["actions"]
        return offered


class House:
    """A server and how to use it."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def create(self, axis: str = "me", allied: str = "friend", **more: Any) -> Json:
        """A table; a seat is `me`, `friend` or a level of agent."""
        seats = {
            side: {"kind": kind} if kind in ("me", "friend") else {"kind": "agent", "level": kind}
            for side, kind in (("axis", axis), ("allied", allied))
        }
        answer = self.client.post("/api/tables", json={"game": "skirmish", "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        made: Json = answer.json()
        return made

    @contextmanager
    def sit(self, token: str, **sit: Any) -> Iterator[Player]:
        """Sit down with a token."""
        with self.client.websocket_connect("/api/ws") as socket:
            yield Player(socket, token, **sit)

    @contextmanager
    def two(self, **more: Any) -> Iterator[tuple[Player, Player, Json]]:
        """A table with both sides sitting: allied, axis, and what its creator was told."""
        made = self.create(**more)
        with self.sit(made["links"]["allied"], seed=SEED) as allied, self.sit(made["mine"], seed=SEED[::-1]) as axis:
            yield allied, axis, made

    def get(self, path: str, token: str) -> Any:
        """An HTTP request for a seat."""
        return self.client.get(path, headers={"Authorization": f"Bearer {token}"})

    def post(self, path: str, token: str, body: Json) -> Any:
        """The same with a body."""
        return self.client.post(path, headers={"Authorization": f"Bearer {token}"}, json=body)


def finished(house: House) -> tuple[Json, str]:
    """A whole hot-seat game with a way back by consent, exported."""
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"], seed=SEED) as both:
        play_out(both, 6)  # too few for anybody to have lost already
        both.ask("ask", kind="undo", at=2)
        play_out(both, 10_000)
    document: Json = house.get("/api/table/export", made["mine"]).json()
    return document, made["mine"]


def play_out(both: Player, actions: int) -> None:
    """Play on for a while."""
    for _ in range(actions):
        if both.state["view"]["outcome"] is not None:
            return
        last = both.state["view"]["phase"]["now"] == "march" or both.state["view"]["side"] == "axis"
        both.play(*both.actions[-1 if last else 0])
