"""Two servers on one PostgreSQL, players at different ones; one after the other is killed, and nothing is lost."""

from __future__ import annotations

import asyncio
import faulthandler
import json
import os
import signal
import subprocess
import urllib.error
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from tests.server.postgres import cluster
from tests.server.test_crash import call, end, start
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

KILLS = int(os.environ.get("SANDTABLE_TEST_KILLS", "10"))
GO_ON = 6
"""Actions that each side plays between two kills."""
AHEAD = 6
"""Actions the sides may play beyond those asked for: the blow falls in the middle of play, and the game lasts."""


GO_ON_SECONDS = 2.0
"""Within which both sides go on at the other server."""


class Game:
    """A table between two players who go to the other server when theirs is gone."""

    def __init__(self, bases: list[str], tokens: dict[str, str]) -> None:
        self.bases = bases
        self.tokens = tokens
        self.acknowledged: dict[str, list[tuple[int, list[Any]]]] = {side: [] for side in tokens}
        self.last = dict.fromkeys(tokens, 0.0)
        """When each side was answered last."""
        self.most = dict.fromkeys(tokens, 0)
        self.news = asyncio.Event()
        self.over = False

    async def play(self, side: str, home: int) -> None:
        """Play one side until the test is over."""
        rng, at = Random(side), home
        while not self.over:
            try:
                await self._play_at(self.bases[at], side, rng)
            except (OSError, WebSocketException, TimeoutError):
                at = 1 - at
                await asyncio.sleep(0.05)

    async def _play_at(self, base: str, side: str, rng: Random) -> None:
        async with connect(f"ws://{base}/api/ws", max_size=None, open_timeout=5) as link:
            sit = {"type": "sit", "token": self.tokens[side], "states": "lean"}
            await link.send(json.dumps({**sit, "seed": rng.randbytes(32).hex()}))
            sent: tuple[int, list[Any]] | None = None
            while not self.over:
                message = json.loads(await asyncio.wait_for(link.recv(), 20))
                if message["type"] == "refused" and message["code"] not in ("stale", "not_stored"):
                    raise AssertionError(message)
                if message["type"] != "state":
                    continue
                if sent is not None and message.get("re") == 1:
                    self.acknowledged[side].append(sent)
                    self.last[side] = monotonic()
                    self.news.set()
                sent = None
                while self.enough and not self.over:
                    await asyncio.sleep(0.01)
                if message["actions"]:
                    sent = (message["n"], rng.choice(message["actions"]))
                    await link.send(json.dumps({"type": "play", "id": 1, "n": sent[0], "action": sent[1]}))

    @property
    def enough(self) -> bool:
        """Has every side played as much as it may? One alone never waits: the other may need its moves."""
        return all(len(played) >= self.most[side] for side, played in self.acknowledged.items())

    async def both_after(self, moment: float) -> float:
        """Seconds from a moment until both sides have been answered since."""
        while min(self.last.values()) < moment:
            await asyncio.wait_for(self.news.wait(), 90)
            self.news.clear()
        return max(self.last.values()) - moment

    async def goes_on(self) -> None:
        """Both sides play some more."""
        wanted = {side: len(played) + GO_ON for side, played in self.acknowledged.items()}
        self.most = {side: count + AHEAD for side, count in wanted.items()}
        while any(len(self.acknowledged[side]) < count for side, count in wanted.items()):
            await asyncio.wait_for(self.news.wait(), 90)
            self.news.clear()


def test_killed_at_random_moments_nothing_acknowledged_is_lost_and_play_goes_on(tmp_path: Path) -> None:
    faulthandler.dump_traceback_later(1200, exit=True)  # thirty servers are started here
    with cluster() as postgres:
        database = postgres.database("killed")
        servers = [start(database) for _ in range(2)]
        try:
            asyncio.run(kill_and_play(database, servers))
        finally:
            for process, _ in servers:
                end(process)


async def kill_and_play(database: str, servers: list[tuple[subprocess.Popen[str], str]]) -> None:
    """Thirty times: kill one of them in the middle of play, see both sides go on, start it again."""
    rng = Random("kills")
    seats = {"axis": {"kind": "friend"}, "allied": {"kind": "friend"}}
    body = {"game": "skirmish", "seats": seats, "options": {"turns": 400}}
    made = await asyncio.to_thread(call, servers[0][1], "/api/tables", "", body)
    tokens = {}
    for side in seats:
        seated = await asyncio.to_thread(
            call, servers[0][1], "/api/table/sit", made["links"][side], {"seed": "5a" * 32}
        )
        tokens[side] = seated["token"]
    game = Game([base for _, base in servers], tokens)
    players = [asyncio.create_task(game.play(side, home)) for home, side in enumerate(tokens)]
    await game.goes_on()
    away: list[float] = []
    for kill in range(KILLS):
        victim = kill % 2
        await asyncio.sleep(rng.random() * 0.2)
        game.most = {side: len(played) + GO_ON + AHEAD for side, played in game.acknowledged.items()}
        servers[victim][0].send_signal(signal.SIGKILL)
        away.append(await game.both_after(monotonic()))
        await asyncio.to_thread(servers[victim][0].communicate)
        await game.goes_on()
        servers[victim] = await asyncio.to_thread(start, database)
        game.bases[victim] = servers[victim][1]
        assert not [task for task in players if task.done() and task.exception()]
    game.over = True
    print(f"both sides went on after {', '.join(f'{seconds:.2f}' for seconds in sorted(away))} s")
    if os.getloadavg()[0] < 2 * (os.cpu_count() or 1):  # a machine with more to do has its own pace
        assert max(away) < GO_ON_SECONDS
    for task in players:
        task.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    await asyncio.to_thread(resign, servers[0][1], tokens["axis"])
    document = await asyncio.to_thread(call, servers[0][1], "/api/table/export", tokens["axis"])
    journal = document["table"]["journal"]
    for side, played in game.acknowledged.items():
        assert len(played) >= GO_ON * (KILLS + 1)
        for n, action in played:
            assert journal[n][1:3] == [side, action]
    verdict = await asyncio.to_thread(call, servers[0][1], "/api/replay/verify", "", document)
    assert verdict["ok"], verdict


def resign(base: str, token: str) -> None:
    """End the game; an action may still be under way."""
    while True:
        state = call(base, "/api/table/state", token)
        try:
            call(base, "/api/table/resign", token, {"n": state["n"]})
        except urllib.error.HTTPError as error:
            refused = json.loads(error.read())["error"]
            error.close()
            if refused["code"] != "stale":
                raise AssertionError(refused) from None
        else:
            return
