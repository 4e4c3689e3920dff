"""Checks a document against a TypedDict, all the way down."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict


def trouble(document: Any, kind: Any, at: str = "") -> Iterator[str]:
    """Where the document is not what the type says."""
    if get_origin(kind) is NotRequired:
        kind = get_args(kind)[0]
    origin, args = get_origin(kind), get_args(kind)
    if kind is Any:
        return
    if is_typeddict(kind):
        yield from _object(document, kind, at)
    elif origin is list:
        if not isinstance(document, list):
            yield f"{at} is no list: {document!r:.80}"
            return
        for number, item in enumerate(document):
            yield from trouble(item, args[0], f"{at}[{number}]")
    elif origin is dict:
        for key, item in document.items():
            yield from trouble(key, args[0], f"{at} key")
            yield from trouble(item, args[1], f"{at}[{key!r}]")
    elif origin is tuple:
        for number, (item, inner) in enumerate(zip(document, args, strict=True)):
            yield from trouble(item, inner, f"{at}[{number}]")
    elif origin in (Union, UnionType):
        if all(next(trouble(document, arg, at), None) for arg in args):
            yield f"{at} is none of {args}: {document!r:.80}"
    elif origin is Literal:
        if document not in args:
            yield f"{at} is none of {args}: {document!r:.80}"
    elif not _is_a(document, kind):
        yield f"{at} is no {kind.__name__}: {document!r:.80}"


def _is_a(document: Any, kind: Any) -> bool:
    if kind in (None, NoneType):
        return document is None
    if kind is float:
        return type(document) in (int, float)
    return type(document) is kind


def _object(document: Any, kind: Any, at: str) -> Iterator[str]:
    hints = get_type_hints(kind, include_extras=True)
    if not isinstance(document, dict):
        yield f"{at} is no object: {document!r:.80}"
        return
    for key in kind.__required_keys__ - set(document):
        if get_origin(hints[key]) is not NotRequired:
            yield f"{at} has no {key}"
    for key, item in document.items():
        if key not in hints:
            yield f"{at} has {key}, which {kind.__name__} does not"
        else:
            yield from trouble(item, hints[key], f"{at}.{key}")
