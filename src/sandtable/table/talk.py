"""What players say to each other: chat, what they are called, and questions that wait for an answer."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sandtable.engine.documents import Document
from sandtable.table.storage import Row, now, packed

REMEMBERED = 50
CHAT, NAME, ASK, ANSWER = "chat", "name", "ask", "answer"


class Ask(NamedTuple):
    """An open question: what for, whose, and how far back."""

    kind: str
    side: str
    at: int | None


class Talk:
    """The last lines of chat, the players' names, and the questions still open."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.count = 0
        self.chat: list[Document] = []
        self.names: dict[str, str] = {}
        """What the players of a side want to be called."""
        self.open: dict[str, Ask] = {}
        for row in rows:
            self._take(row["kind"], row["side"], json.loads(row["body"]), row["time"])

    def add(self, table: str, kind: str, side: str, body: str | Document) -> Document:
        """Say something; the row to store."""
        time = now()
        row = {"table_id": table, "k": self.count, "kind": kind, "side": side, "body": packed(body), "time": time}
        self._take(kind, side, body, time)
        return row

    def take(self, row: Row) -> tuple[str, Any]:
        """Something that was stored elsewhere: its kind and its body."""
        body = json.loads(row["body"])
        self._take(row["kind"], row["side"], body, row["time"])
        return row["kind"], body

    def _take(self, kind: str, side: str, body: Any, time: float) -> None:
        self.count += 1
        if kind == CHAT:
            at = datetime.fromtimestamp(time, UTC).isoformat(timespec="seconds")
            self.chat = [*self.chat[1 - REMEMBERED :], {"type": "chat", "from": side, "text": body, "at": at}]
        elif kind == NAME:
            self.names[side] = body
        elif kind == ASK:
            self.open[body["kind"]] = Ask(body["kind"], side, body["at"])
        else:
            self.open.pop(body["kind"], None)
