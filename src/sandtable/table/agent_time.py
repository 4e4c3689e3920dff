"""How long to wait for an agent's answer, wherever it thinks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from sandtable.table.services import Answer, Job, ThinkingFailed

GRACE_SECONDS = 2.0
"""What an agent has to answer in once it is told to."""


async def answer_in_time(
    answer: asyncio.Future[Answer], job: Job, hurry: asyncio.Event, say_now: Callable[[], None]
) -> Answer:
    """The answer; out of time, or hurried, the agent is told to answer now. ThinkingFailed if it does not."""
    hurried = asyncio.ensure_future(hurry.wait())
    try:
        await asyncio.wait({answer, hurried}, timeout=job.seconds, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            say_now()
            await asyncio.wait({answer}, timeout=GRACE_SECONDS)
        if not answer.done():
            raise ThinkingFailed(f"{job.level} did not answer in time")
        return answer.result()
    finally:
        hurried.cancel()
