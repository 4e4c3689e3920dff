"""Chapters and sheets as PDF: whatever the pages use can be typeset, and a sheet is one sheet."""

from __future__ import annotations

import pytest
from tools.manual import pdf
from tools.manual.inserts import expand
from tools.manual.pages import GAMES
from tools.manual.typeset import typeset


@pytest.mark.parametrize("game", GAMES)
def test_every_chapter_can_be_typeset(game: str) -> None:
    text = typeset(expand((pdf.PAGES / f"{game}.md").read_text(encoding="utf-8"), {}))
    assert text.count("#picture(") >= 5
    assert text.count("#table(") >= 4


def test_a_chapter_has_eight_to_fifteen_pages() -> None:
    made, pages = pdf.book("bravery")
    assert made.startswith(b"%PDF")
    assert 8 <= pages <= 15


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_is_one_sheet(game: str) -> None:
    assert pdf.one_sheet(game).startswith(b"%PDF")


def test_marks_of_typst_in_a_text_are_text() -> None:
    assert typeset("a #b *c* $d and `e`") == 'a \\#b #emph[c] \\$d and #raw("e")\n\n'
