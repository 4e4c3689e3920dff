"""The files for hosts are true."""

from __future__ import annotations

import configparser
import re
from pathlib import Path

from tools.settings_table import PAGE, page

from sandtable.cli.main import parser
from sandtable.server.settings import Settings

HOME = Path(__file__).parents[2]
HOSTING = HOME / "examples" / "hosting"


def test_the_settings_are_listed_as_they_are() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tools.settings_table"


def test_the_settings_of_the_examples_are_settings() -> None:
    given = dict(re.findall(r"^(SANDTABLE_\w+)=(.*)$", (HOSTING / "sandtable.env").read_text("utf-8"), re.MULTILINE))
    settings = Settings.from_environment(given)
    assert settings.hsts
    assert settings.database.startswith("sqlite:////var/lib/sandtable/")
    named = set(
        re.findall(r"SANDTABLE_([A-Z_]+)", PAGE.read_text("utf-8") + (HOME / "Containerfile").read_text("utf-8"))
    )
    known = {field.upper() for field in Settings.__dataclass_fields__}
    assert named <= known, named - known


def test_the_unit_and_the_container_start_a_command_that_is_there() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(HOSTING / "sandtable.service")
    words = unit["Service"]["ExecStart"].split()[1:]
    assert parser().parse_args(words).host == "127.0.0.1"
    assert 'CMD ["sandtable", "serve"]' in (HOME / "Containerfile").read_text("utf-8")
    for proxy in ("Caddyfile", "nginx.conf"):
        assert "127.0.0.1:1941" in (HOSTING / proxy).read_text("utf-8")
