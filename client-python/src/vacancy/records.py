"""Answers as flat rows, and rows as frames of pandas or polars."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from .generated.operations import DAYS, MOMENTS

if TYPE_CHECKING:
    import pandas
    import polars

Record = dict[str, Any]

# What an answer is about. Rows begin with it, so that rows of several answers can be put together.
_OF_QUERY = ("chain", "hotel_code", "checkin", "los")


def records_of(data: Any, rows: str | None) -> list[Record]:
    """One flat record per row of an answer; an answer without rows is one record."""
    if rows is None:
        return flat([data])
    query = data.get("query")
    about = {f"query_{name}": query[name] for name in _OF_QUERY if name in query} if query else {}
    outer, _, inner = rows.partition(".")
    listed = data[outer]
    if not inner:
        return flat([about | row for row in listed])
    return flat([about | _joined(row, child, inner, outer) for row in listed for child in row[inner]])


def _joined(row: Record, child: Record, inner: str, outer: str) -> Record:
    """A row of a list inside a list, with what it belongs to. Both are about the same hotel."""
    singular = outer.removesuffix("s")
    above = {
        f"{singular}_{name}" if name in child else name: value
        for name, value in row.items()
        if name != inner and not (name in child and name in ("chain", "hotel_code"))
    }
    return above | child


def flat(rows: Iterable[Mapping[str, Any]]) -> list[Record]:
    """`lowest: {"bar": 1}` becomes `lowest_bar: 1`. Every record has all columns; lists stay lists."""
    made = [dict(_fields(row)) for row in rows]
    names = list(dict.fromkeys(name for record in made for name in record))
    # An object that is null in some rows is no column of its own.
    columns = [
        name
        for name in names
        if any(record.get(name) is not None for record in made)
        or not any(other.startswith(f"{name}_") for other in names)
    ]
    return [{name: record.get(name) for name in columns} for record in made]


def _fields(row: Mapping[str, Any], prefix: str = "") -> Iterable[tuple[str, Any]]:
    for name, value in row.items():
        if isinstance(value, Mapping) and value:
            yield from _fields(value, f"{prefix}{name}_")
        else:
            yield f"{prefix}{name}", value


def to_pandas(rows: Iterable[Mapping[str, Any]]) -> pandas.DataFrame:
    """A frame of pandas: days and moments as dates, all else as it came. Needs pandas."""
    import pandas

    frame = pandas.DataFrame(flat(rows))
    for name in frame.columns:
        if _is_named(name, DAYS):
            frame[name] = pandas.to_datetime(frame[name])
        elif _is_named(name, MOMENTS):
            frame[name] = pandas.to_datetime(frame[name], utc=True)
    return frame


def to_polars(rows: Iterable[Mapping[str, Any]]) -> polars.DataFrame:
    """A frame of polars: days and moments as dates, all else as it came. Needs polars."""
    import polars

    records = flat(rows)
    columns = {name: _alike([record[name] for record in records]) for name in (records or [{}])[0]}
    frame = polars.DataFrame(columns, strict=False)
    texts = [name for name in columns if frame.schema[name] == polars.String]
    days = [polars.col(name).str.to_date() for name in texts if _is_named(name, DAYS)]
    moments = [
        polars.col(name).str.to_datetime(time_zone="UTC") for name in texts if _is_named(name, MOMENTS)
    ]
    return frame.with_columns(days + moments)


def _alike(values: list[Any]) -> list[Any]:
    """JSON writes 144.0 as 144. A column of both kinds is one of fractions."""
    if not any(isinstance(value, float) for value in values):
        return values
    return [float(value) if type(value) is int else value for value in values]


def _is_named(column: str, names: frozenset[str]) -> bool:
    """Columns from inside an object begin with its name."""
    return column in names or any(column.endswith(f"_{name}") for name in names)
