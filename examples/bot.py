"""A bot that plays any game: in Python, over HTTP, or over a WebSocket.

    python examples/bot.py python bravery                      both sides, in this process
    python examples/bot.py http  https://table.example TOKEN   one seat of a table
    python examples/bot.py socket https://table.example TOKEN  the same, told of every change

It knows no rules. It attacks where it may and otherwise takes any legal action: put your own idea in `choose`.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import urllib.request
from typing import Any

from websockets.asyncio.client import connect

import sandtable

ATTACKS = {"fight", "attack", "assault", "charge", "fire"}


def choose(actions: list[Any]) -> Any:
    """One of the legal actions; each is a list whose first word is the verb."""
    return random.choice([action for action in actions if action[0] in ATTACKS] or actions)


def play_in_python(game: str) -> str:
    """Both sides, chance included; who won and how."""
    pos = sandtable.load(game).start()
    rng = random.Random(1)
    while pos.outcome is None:
        pos.play(pos.sample(rng) if pos.side == "chance" else choose(pos.actions()))
    return f"{pos.outcome.winner or 'nobody'}: {pos.outcome.kind}"


def play_over_http(address: str, token: str) -> str:
    """A seat of a table, by asking for the state and waiting until it changes."""

    def call(path: str, body: Any = None) -> Any:
        head = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(f"{address}/api/table{path}", data, head)) as answer:
            return json.load(answer)

    token = call("/sit", {}).get("token", token)
    state = call("/state")
    while state["view"]["outcome"] is None:
        actions = [action["do"] for action in state["view"]["actions"]]
        if actions:
            state = call("/play", {"n": state["n"], "action": choose(actions)})
        else:
            state = call(f"/state?after={state['n']}&wait=20")
    return str(state["view"]["outcome"]["kind"])


async def play_over_socket(address: str, token: str) -> str:
    """A seat of a table, told of every change; `lean` states carry the actions and no view."""
    async with connect(f"{address.replace('http', 'ws', 1)}/api/ws") as socket:
        await socket.send(json.dumps({"type": "sit", "token": token, "states": "lean"}))
        async for text in socket:
            state = json.loads(text)
            if state["type"] == "state" and state["outcome"] is not None:
                return str(state["outcome"]["kind"])
            if state["type"] == "state" and state["actions"]:
                await socket.send(json.dumps({"type": "play", "n": state["n"], "action": choose(state["actions"])}))
    raise ConnectionError("the table closed")


if __name__ == "__main__":
    way, *rest = sys.argv[1:]
    if way == "python":
        print(play_in_python(*rest))
    elif way == "http":
        print(play_over_http(*rest))
    else:
        print(asyncio.run(play_over_socket(*rest)))
