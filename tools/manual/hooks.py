"""What MkDocs calls while it builds the manual: fills in tables and diagrams, and adds the pages made from the data."""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import sandtable
from tools.manual import pages, pdf
from tools.manual.inserts import Pictures, expand

BESIDE = ("play", "pdf")
"""Folders of the site that MkDocs does not make: the table that runs in the browser, and the chapters to print."""
LINK = re.compile(r"(?<!!)\[([^\]\n]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made from the data."""
    for path, text in pages.made().items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Fill a page in."""
    here = page.file.src_uri
    pictures: Pictures = {}
    text = expand(markdown, pictures, posixpath.relpath(".", posixpath.dirname(here)) + "/")
    for name, svg in pictures.items():
        if files.get_file_from_path(name) is None:
            files.append(File.generated(config, name, content=svg))
    return LINK.sub(lambda link: _inside(link, page, files), text)


def _inside(link: re.Match[str], page: Page, files: Files) -> str:
    """What MkDocs cannot follow: links to what is built beside the pages, and to files that are no page."""
    text, target, anchor = link[1], link[2], link[3] or ""
    if ":" in target:
        return link[0]
    found = posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_uri), target))
    if files.get_file_from_path(found) is not None:
        return link[0]
    if found.split("/")[0] in BESIDE:
        way = posixpath.relpath(found, page.url or ".") + ("/" if target.endswith("/") else "")
        return f"[{text}]({way}{anchor})"
    if not found.startswith(".."):
        return link[0]
    return text if "`" in text else f"`{text}`"


def on_post_build(config: MkDocsConfig) -> None:
    """Put the chapters and sheets as PDF beside the pages; tests of the pages do without."""
    if not os.environ.get("SANDTABLE_WITHOUT_PDF"):
        pdf.write(Path(config.site_dir) / "pdf")


def on_config(config: MkDocsConfig, **_: Any) -> MkDocsConfig:
    """The version in the footer is that of the package."""
    config.copyright = f"Sandtable {sandtable.__version__}. MIT licence."
    return config
