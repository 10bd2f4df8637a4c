"""Answers as records and frames. Needs no server."""

from __future__ import annotations

import importlib.util
import inspect
import unittest
from typing import Any

import httpx
from vacancy import Answer, AsyncClient, Client, Credits, to_pandas, to_polars
from vacancy.generated.methods import AsyncQuotes, Quotes
from vacancy.wait_for import AsyncWaitFor, WaitFor


def answer(data: Any, rows: str | None) -> Answer[int, Any]:
    return Answer(200, data, Credits(0, None), "req_1", False, httpx.Headers(), rows)


ROOM: dict[str, Any] = {"room_code": "A", "name": "King", "beds": None}
SHOP = {
    "query": {"chain": "aurelia", "hotel_code": "LONAU", "checkin": "2027-03-01", "los": 1, "adults": 2},
    "rooms": [
        {**ROOM, "rates": [{"rate_code": "BAR", "name": "Flexible", "total": 144}]},
        {**ROOM, "room_code": "B", "rates": [{"rate_code": "BAR", "name": "Flexible", "total": 160.5}]},
    ],
}


class Records(unittest.TestCase):
    def test_a_row_of_a_list_inside_a_list_has_what_it_belongs_to(self) -> None:
        first, second = answer(SHOP, "rooms.rates").to_records()
        self.assertEqual(
            first,
            {
                "query_chain": "aurelia",
                "query_hotel_code": "LONAU",
                "query_checkin": "2027-03-01",
                "query_los": 1,
                "room_code": "A",
                "room_name": "King",
                "beds": None,
                "rate_code": "BAR",
                "name": "Flexible",
                "total": 144,
            },
        )
        self.assertEqual(second["room_code"], "B")

    def test_objects_become_columns_and_every_record_has_all_of_them(self) -> None:
        hotels = [{"name": "A", "lowest": {"bar": 1, "of": {"x": 2}}}, {"name": "B", "lowest": None, "more": [1]}]
        self.assertEqual(
            answer({"hotels": hotels}, "hotels").to_records(),
            [
                {"name": "A", "lowest_bar": 1, "lowest_of_x": 2, "more": None},
                {"name": "B", "lowest_bar": None, "lowest_of_x": None, "more": [1]},
            ],
        )

    def test_an_answer_without_rows_is_one_record(self) -> None:
        self.assertEqual(answer({"plan": "scale", "of": {"a": 1}}, None).to_records(), [{"plan": "scale", "of_a": 1}])
        self.assertEqual(answer({"hotels": []}, "hotels").to_records(), [])

    def test_a_job_and_a_file_are_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, r"client\.cells\(answer\)"):
            answer({"job": {"id": "job_1"}}, "cells").to_records()
        with self.assertRaisesRegex(TypeError, r"data\.read\(\)"):
            answer(b"", None).to_records()


ROWS: list[dict[str, Any]] = [
    {"night": "2027-03-01", "lowest": {"bar": 144}, "observed_at": "2026-11-18T10:00:00.000Z"},
    {"night": "2027-03-02", "lowest": None, "observed_at": None},
    {"night": "2027-03-03", "lowest": {"bar": 99.5}, "observed_at": "2026-11-18T10:00:01.000Z"},
]


@unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed")
class Pandas(unittest.TestCase):
    def test_days_and_moments_are_dates(self) -> None:
        frame = to_pandas(ROWS)
        kinds = {name: str(kind) for name, kind in frame.dtypes.items()}
        self.assertEqual(kinds["night"], "datetime64[ns]")
        self.assertEqual(kinds["lowest_bar"], "float64")
        self.assertEqual(kinds["observed_at"], "datetime64[ns, UTC]")
        self.assertEqual(frame["lowest_bar"].min(), 99.5)
        self.assertEqual(int(frame["observed_at"].isna().sum()), 1)
        self.assertEqual(len(answer(SHOP, "rooms.rates").to_pandas()), 2)
        self.assertEqual(len(to_pandas([])), 0)


@unittest.skipUnless(importlib.util.find_spec("polars"), "polars is not installed")
class Polars(unittest.TestCase):
    def test_days_and_moments_are_dates(self) -> None:
        frame = to_polars(ROWS)
        kinds = {name: str(kind) for name, kind in frame.schema.items()}
        self.assertEqual(kinds["night"], "Date")
        self.assertEqual(kinds["lowest_bar"], "Float64")
        self.assertIn("UTC", kinds["observed_at"])
        self.assertEqual(frame["lowest_bar"].min(), 99.5)
        self.assertEqual(len(answer(SHOP, "rooms.rates").to_polars()), 2)
        self.assertEqual(len(to_polars([])), 0)


class Parity(unittest.TestCase):
    def test_both_clients_have_the_same_methods_with_the_same_arguments(self) -> None:
        def methods(kind: type) -> dict[str, list[str]]:
            found = inspect.getmembers(kind, inspect.isfunction)
            return {
                name: [str(each.annotation) + each.name for each in inspect.signature(of).parameters.values()]
                for name, of in found
                if not name.startswith("_")
            }

        self.assertEqual(methods(Client), methods(AsyncClient))
        self.assertEqual(methods(Quotes), methods(AsyncQuotes))
        self.assertEqual(methods(WaitFor), methods(AsyncWaitFor))
        self.assertGreater(len(methods(Client)), 60)


if __name__ == "__main__":
    unittest.main()
