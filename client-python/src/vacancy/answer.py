"""What every method returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import httpx

from .records import Record, records_of, to_pandas, to_polars

if TYPE_CHECKING:
    import pandas
    import polars

Status = TypeVar("Status", covariant=True, bound=int)
Data = TypeVar("Data", covariant=True)


@dataclass(frozen=True)
class Credits:
    charged: float
    """What this call cost."""
    remaining: float | None
    """What is left in the period; None for routes without a key."""


@dataclass(frozen=True)
class Answer(Generic[Status, Data]):
    """The answer of a call. Checking `status` narrows the type of `data`."""

    status: Status
    data: Data
    """Parsed JSON, or a file."""
    credits: Credits
    request_id: str
    """The id to quote when you report a problem."""
    replayed: bool
    """True if this is the stored answer of an earlier call with the same idempotency key."""
    headers: httpx.Headers = field(repr=False)
    rows: str | None = field(default=None, repr=False)
    """Where `to_records` finds the rows."""

    def to_records(self) -> list[Record]:
        """The rows of the answer, flat: hotels, nights, rates, whatever it lists."""
        data: Any = self.data
        if not isinstance(data, dict):
            raise TypeError("The answer is a file. Read it with data.read(), or data.save(path).")
        if self.rows is not None and self.rows.partition(".")[0] not in data:
            raise ValueError(
                "The answer is a job, not its rows. Read them with client.cells(answer), or "
                "client.wait_for(answer) first."
            )
        return records_of(data, self.rows)

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a frame. Needs pandas."""
        return to_pandas(self.to_records())

    def to_polars(self) -> polars.DataFrame:
        """The rows as a frame. Needs polars."""
        return to_polars(self.to_records())
