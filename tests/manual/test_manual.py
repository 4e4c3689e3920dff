"""The manual builds without a warning, and its links, examples and pictures hold."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tools.manual import pages
from tools.manual.inserts import expand

import sandtable
from sandtable.table import examples
from tests.manual.site import Site

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "rules" not in path.relative_to(DOCS).parts)
EXAMPLE = re.compile(r"#/example/([\w-]+)/([\w-]+)$")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The manual, built strictly."""
    home = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(home)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1", "SANDTABLE_WITHOUT_PDF": "1"}
    built = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    return Site(home)


def test_every_link_leads_somewhere(site: Site) -> None:
    """Beside the pages stand the table and the chapters to print, which are built apart."""
    beside = {site.home / "play"}
    beside |= {site.home / "pdf" / f"{game}{kind}.pdf" for game in pages.GAMES for kind in ("", "-sheet")}
    dead = []
    for link in site.links():
        if re.match(r"(https?|mailto|data|javascript):", link.target):
            continue
        found, anchor = site.target(link)
        if found in beside:
            continue
        if not found.is_file():
            dead.append(f"{link.page.relative_to(site.home)}: {link.target}")
        elif anchor and found.suffix == ".html" and anchor not in site.pages[found].anchors | {"__skip"}:
            dead.append(f"{link.page.relative_to(site.home)}: no anchor {link.target}")
    assert len(site.pages) > 20
    assert dead == []


def test_files_that_pages_name_are_there() -> None:
    """`ai/core/search.py`, as seen from the project, the package, the client or the pages."""
    named = re.compile(
        r"`((?:ai|cli|docs|engine|examples|games|lab|lib|server|src|table|tests|tools|web)/[\w./-]+\.\w+)`"
    )
    homes = (ROOT, ROOT / "src/sandtable", ROOT / "web/src", DOCS)
    found = [
        (page, file)
        for page in (*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md")
        for file in named.findall(page.read_text("utf-8"))
    ]
    assert len(found) > 20
    assert [(page.name, file) for page, file in found if not any((home / file).is_file() for home in homes)] == []


def test_nothing_is_fetched_from_elsewhere(site: Site) -> None:
    fetched = [link for link in site.links() if link.kind != "a" and re.match(r"(https?:)?//", link.target)]
    assert fetched == []
    for sheet in site.home.rglob("*.css"):
        assert not re.search(r"url\(\s*['\"]?(https?:)?//", sheet.read_text(encoding="utf-8")), sheet


def test_every_picture_is_drawn_and_has_words(site: Site) -> None:
    pictures = [link for link in site.links() if link.kind == "img"]
    assert len(pictures) > 10
    assert [page.silent for page in site.pages.values() if page.silent] == []
    for picture in pictures:
        assert site.target(picture)[0].stat().st_size > 200, picture
    drawn = sorted((site.home / "made").glob("*.svg"))
    assert len(drawn) > 20
    for path in drawn:
        ElementTree.parse(path)


def test_the_styles_of_a_map_do_not_paint_the_counters_on_it() -> None:
    pictures: dict[str, str] = {}
    expand("{{ map bravery crusader 0403, 0904 | The ring }}", pictures)
    (svg,) = pictures.values()
    (counters,) = ElementTree.fromstring(svg).findall("{*}g[@id='counters']")
    assert ".ground path" in svg
    assert ".sandmap path" not in svg
    assert len(counters) > 5


def test_every_example_is_opened_by_a_page_and_every_page_opens_one_that_exists(site: Site) -> None:
    opened = {found.groups() for link in site.links() if (found := EXAMPLE.search(link.target))}
    shipped = {(game, name) for game in pages.GAMES for name in examples.names(sandtable.load(game))}
    assert opened == shipped
    assert {game for game, _ in shipped} == {page.stem for page in (DOCS / "games").glob("*.md")} - {"index"}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(DOCS)))
def test_sessions_in_the_pages_come_out_as_printed(path: Path) -> None:
    assert doctest.testfile(str(path), module_relative=False, optionflags=doctest.ELLIPSIS).failed == 0


@pytest.mark.parametrize(
    "text", ["{{ chart bravery weather }}", "{{ map bravery crusader 9999 | x }}", "{{ dance x }}"]
)
def test_an_insert_that_means_nothing_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="there is no"):
        expand(text, {})


def test_every_public_name_has_an_example_that_is_run() -> None:
    sessions = "\n".join(
        example.source for example in doctest.DocTestParser().get_examples((DOCS / "reference.md").read_text("utf-8"))
    )
    assert [name for name in sandtable.__all__ if not re.search(rf"\b{name}\b", sessions)] == []
