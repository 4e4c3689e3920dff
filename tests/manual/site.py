"""The built site as its readers' browsers meet it: pages, links, anchors, pictures."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit


class Link(NamedTuple):
    """What a page points to: `kind` is the element, `target` as it stands there."""

    page: Path
    kind: str
    target: str


class PageReader(HTMLParser):
    """Links, anchors and pictures without words of a page."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.page = page
        self.links: list[Link] = []
        self.anchors: set[str] = set()
        self.silent: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.anchors.add(given["id"])
        for name in ("href", "src"):
            if given.get(name):
                self.links.append(Link(self.page, tag, given[name]))
        if tag == "img" and not given.get("alt") and "twemoji" not in given.get("class", ""):
            self.silent.append(given.get("src", ""))


class Site:
    """A folder of pages."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.pages = {path: PageReader(path) for path in sorted(home.rglob("*.html")) if "play" not in path.parts}

    def links(self) -> list[Link]:
        """Every link of every page."""
        return [link for page in self.pages.values() for link in page.links]

    def target(self, link: Link) -> tuple[Path, str]:
        """The file a link leads to, and the anchor in it."""
        parts = urlsplit(link.target)
        path = unquote(parts.path)
        if link.page.name == "404.html":  # served for any address, so its links begin at the root
            found = self.home / path.lstrip("/")
        else:
            found = (link.page.parent / path).resolve() if path else link.page
        return (found / "index.html" if found.is_dir() else found), unquote(parts.fragment)
