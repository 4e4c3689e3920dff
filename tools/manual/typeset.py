"""Markdown to Typst: headings, paragraphs, lists, tables, pictures, quotations; what the pages of the games use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

SPECIAL = re.compile(r"([\\#$*_`<>@\[\]~])")


def typst_text(text: str) -> str:
    """Plain text as Typst has it."""
    return SPECIAL.sub(r"\\\1", text).replace("//", "/\\/")


def inline(tokens: Sequence[Token]) -> str:
    """A line of text with its marks."""
    parts: list[str] = []
    for token in tokens:
        match token.type:
            case "text":
                parts.append(typst_text(token.content))
            case "softbreak":
                parts.append(" ")
            case "hardbreak":
                parts.append(" \\\n")
            case "strong_open":
                parts.append("#strong[")
            case "em_open":
                parts.append("#emph[")
            case "strong_close" | "em_close":
                parts.append("]")
            case "code_inline":
                parts.append(f"#raw({quoted(token.content)})")
            case "image":
                parts.append(f"#picture({quoted(str(token.attrs['src']))})")
            case "link_open" | "link_close" | "html_inline":
                pass
            case kind:
                raise ValueError(f"the typesetter does not know {kind!r}")
    return "".join(parts)


def quoted(text: str) -> str:
    """A string of Typst."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def typeset(markdown: str) -> str:
    """A page as Typst."""
    parser = MarkdownIt("commonmark").enable("table")
    return "".join(_blocks(iter(parser.parse(markdown))))


def _blocks(tokens: Iterator[Token], until: str = "") -> Iterator[str]:
    for token in tokens:
        match token.type:
            case kind if kind == until:
                return
            case "heading_open":
                yield f"\n{'=' * int(token.tag[1])} {_line(tokens)}\n"
            case "paragraph_open":
                yield f"{_line(tokens)}\n\n"
            case "bullet_list_open":
                yield _list(tokens, "bullet_list_close", "list")
            case "ordered_list_open":
                yield _list(tokens, "ordered_list_close", "enum")
            case "blockquote_open":
                yield f"#aside[{''.join(_blocks(tokens, 'blockquote_close'))}]\n\n"
            case "table_open":
                yield _table(tokens)
            case "fence" | "code_block":
                yield f"#raw({quoted(token.content)}, block: true)\n\n"
            case "inline":
                yield inline(token.children or ())
            case "paragraph_close" | "heading_close" | "html_block":
                pass
            case kind:
                raise ValueError(f"the typesetter does not know {kind!r}")


def _line(tokens: Iterator[Token]) -> str:
    return inline(next(tokens).children or ())


def _list(tokens: Iterator[Token], end: str, kind: str) -> str:
    items = []
    for token in tokens:
        if token.type == end:
            break
        items.append(f"[{''.join(_blocks(tokens, 'list_item_close')).strip()}]")
    return f"#{kind}({', '.join(items)})\n\n"


def _table(tokens: Iterator[Token]) -> str:
    cells: list[str] = []
    columns = 0
    for token in tokens:
        if token.type == "table_close":
            break
        if token.type in ("th_open", "td_open"):
            text = _line(tokens)
            bold = token.type == "th_open"
            columns += bold
            cells.append(f"[#strong[{text}]]" if bold and text.strip() else f"[{text}]")
    head, rest = cells[:columns], cells[columns:]
    widest = [max(len(cell) for cell in cells[at::columns]) for at in range(columns)]
    wide = ", ".join(f"{size}fr" if size > NARROW else "auto" for size in widest)
    return f"#table(columns: ({wide},), table.header({', '.join(head)}), {', '.join(rest)})\n\n"


NARROW = 26
"""A column with longer cells shares what room the others leave."""
