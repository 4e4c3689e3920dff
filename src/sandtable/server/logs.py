"""What the server writes down: one line for each thing, as words or as JSON, with the request it belongs to."""

from __future__ import annotations

import json
import logging
import secrets
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

from sandtable.engine.documents import Document
from sandtable.server.settings import Settings

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The request this is about; also in its answer, as X-Request-Id. Tokens are never written down."""


def new_id() -> str:
    """A name for a request."""
    return secrets.token_hex(6)


FORMATS = ("text", "json")


class JsonLines(logging.Formatter):
    """One JSON object a line, for machines that read logs."""

    def format(self, record: logging.LogRecord) -> str:
        """See `logging.Formatter`."""
        line: Document = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": record.getMessage(),
        }
        if request := request_id.get():
            line["request"] = request
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class Words(logging.Formatter):
    """A line for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s%(request)s")

    def format(self, record: logging.LogRecord) -> str:
        """See `logging.Formatter`."""
        record.request = f" [{request}]" if (request := request_id.get()) else ""
        return super().format(record)


def set_up(settings: Settings) -> None:
    """Write to standard error, as the settings say."""
    if settings.log_format not in FORMATS:
        raise ValueError(f"SANDTABLE_LOG_FORMAT is one of {', '.join(FORMATS)}, not {settings.log_format!r}")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if settings.log_format == "json" else Words())
    logging.basicConfig(handlers=[handler], level=settings.log_level.upper(), force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
