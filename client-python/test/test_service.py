"""Both clients against the running service. The books must say what the headers said."""

from __future__ import annotations

import json
import os
import time
import unittest
from datetime import date, timedelta
from typing import Any

from support import WithBoth
from vacancy import VacancyError

URL = os.environ["VACANCY_URL"]


def in_days(days: int) -> str:
    return (date.today() + timedelta(days)).isoformat()


class Cases(WithBoth):
    assertEqual: Any
    assertGreater: Any
    assertIn: Any
    assertIsInstance: Any
    assertRaises: Any
    assertRegex: Any

    #: An account of its own for each kind of client, and nights that no other has asked for.
    key = ""
    first_day = 0

    def setUp(self) -> None:
        super().setUp()
        self.calls = self.client(URL, self.key)

    def stay(self, day: int = 0) -> Any:
        return {"chain": "aurelia", "hotel_code": "LONAU", "checkin": in_days(self.first_day + day)}

    def used(self) -> float:
        used: float = self.calls.get_usage().data["credits_used"]
        return used

    def test_every_answer_comes_with_what_it_cost_and_what_is_left(self) -> None:
        before = self.used()
        quoted = self.calls.quote.shop(**self.stay())
        self.assertEqual(quoted.data["quote"]["credits_max"], 1)
        self.assertEqual(quoted.credits.charged, 0)
        live = self.calls.shop(**self.stay())
        self.assertEqual((live.status, live.data["cached"], live.credits.charged), (200, False, 1))
        self.assertGreater(live.data["lowest"]["bar"], 0)
        again = self.calls.shop(**self.stay())
        self.assertEqual((again.data["cached"], again.credits.charged), (True, 0.25))
        self.assertEqual(live.credits.remaining - again.credits.remaining, 0.25)
        self.assertEqual(self.used() - before, 1.25)
        rates = live.to_records()
        self.assertEqual(len(rates), sum(len(room["rates"]) for room in live.data["rooms"]))
        self.assertEqual({rate["query_hotel_code"] for rate in rates}, {"LONAU"})

    def test_a_booking_is_followed_changed_listed_and_deleted(self) -> None:
        endpoint = self.calls.create_endpoint(kind="webhook", url="https://example.com/hook").data
        made = self.calls.create_booking(
            **self.stay(20),
            room_name="Deluxe King",
            refundable=True,
            meal_plan="room_only",
            paid={"amount": 310.5, "currency": "GBP", "basis": "after_tax"},
            cancel_by=in_days(self.first_day + 10),
            endpoints=[endpoint["id"]],
            reference="File 1",
        )
        self.assertEqual((made.status, made.credits.charged), (201, 0))
        booking = made.data["id"]
        self.assertRegex(booking, "^bkg_")
        changed = self.calls.change_booking(id=booking, paid={"amount": 290}, reference=None).data
        self.assertEqual((changed["paid"]["amount"], changed["reference"]), (290, None))
        self.assertEqual(self.calls.get_booking(id=booking).data["min_saving_pct"], 5)
        listed = self.calls.list_bookings(status="watching").data["bookings"]
        self.assertEqual([one["id"] for one in listed], [booking])
        # Its first look is charged when it ends, which must not be during another test.
        while self.calls.get_booking(id=booking).data["last_refresh_at"] is None:
            time.sleep(0.1)
        self.calls.delete_booking(id=booking)
        with self.assertRaises(VacancyError):
            self.calls.get_booking(id=booking)

    def test_a_request_with_a_key_is_charged_once(self) -> None:
        before = self.used()
        first = self.calls.shop(**self.stay(1), idempotency_key="trip-1", request_id="my-request-1")
        self.assertEqual((first.replayed, first.request_id), (False, "my-request-1"))
        second = self.calls.shop(**self.stay(1), idempotency_key="trip-1")
        self.assertEqual((second.replayed, second.credits.charged), (True, 0))
        self.assertEqual(second.data, first.data)
        self.assertEqual(self.used() - before, 1)

    def test_errors_carry_what_the_service_said(self) -> None:
        with self.assertRaises(VacancyError) as caught:
            self.calls.shop(**self.stay() | {"hotel_code": "UNKNOWN"})
        error = caught.exception
        self.assertEqual((error.code, error.status, error.chain), ("hotel_not_found", 404, "aurelia"))
        self.assertRegex(error.request_id, "^req_")
        stranger = self.client(URL, "vk_nobody")
        with self.assertRaises(VacancyError) as caught:
            stranger.get_usage()
        self.assertEqual((caught.exception.code, caught.exception.status), ("auth_failed", 401))
        self.assertRegex(stranger.get_status().data["version"], r"^\d+\.\d+\.\d+")
        with self.assertRaises(VacancyError) as caught:
            self.calls.shop(**self.stay(), colour="red")
        self.assertIn("`colour` is not known", str(caught.exception))
        with self.assertRaises(VacancyError) as caught:
            self.calls.request("GET", "/not/there")
        self.assertIn("There is no GET /v1/not/there", str(caught.exception))

    def test_a_job_is_waited_for_and_its_cells_come_in_order(self) -> None:
        before = self.used()
        asked: Any = {
            "hotels": [
                {"chain": "aurelia", "hotel_code": "LONAU"},
                {"chain": "castellan", "hotel_code": "LONCA"},
            ],
            "nights": {"from": in_days(self.first_day + 10), "to": in_days(self.first_day + 12)},
        }
        answer = self.calls.matrix(**asked)
        self.assertEqual(answer.status, 202)
        with self.assertRaises(ValueError):
            answer.to_records()
        cells = list(self.calls.cells(answer, limit=2))
        seen: list[Any] = []
        job = self.calls.wait_for(answer, on_progress=seen.append)
        self.assertEqual((job["status"], job["cells_done"], job["credits_spent"]), ("done", 6, 3.6))
        self.assertEqual(seen[-1], job)
        self.assertEqual(self.calls.wait_for(job["id"]), job)
        self.assertEqual(
            [(cell["hotel_code"], cell["night"]) for cell in cells],
            [(code, in_days(self.first_day + day)) for code in ("LONAU", "LONCA") for day in (10, 11, 12)],
        )
        file = self.calls.export_job(id=job["id"], format="jsonl")
        self.assertEqual(file.headers["x-job-status"], "done")
        lines = [json.loads(line) for line in file.data.read().splitlines()]
        self.assertEqual([line["lowest_bar"] for line in lines], [cell["lowest_bar"] for cell in cells])
        held = self.calls.matrix(**asked)
        self.assertEqual((held.status, held.data["count"], held.credits.charged), (200, 6, 0.9))
        self.assertEqual(len(held.to_records()), 6)
        self.assertEqual(list(self.calls.cells(held)), held.data["cells"])
        self.assertEqual(self.used() - before, 4.5)
        self.assertEqual(len(list(self.calls.each("list_job_cells", id=job["id"], limit=4))), 6)

    def test_a_set_and_a_schedule_lead_to_cells(self) -> None:
        # A hotel that was just seen for the first time can be found a moment later.
        while not (hotels := self.calls.search_hotels(q="london", chains=["aurelia"], limit=1).data["hotels"]):
            time.sleep(0.1)
        refs = [{"chain": hotel["chain"], "hotel_code": hotel["hotel_code"]} for hotel in hotels]
        made = self.calls.create_set(name="London", hotels=refs)
        self.assertEqual(made.status, 201)
        body = {"set": made.data["id"], "nights": {"from": f"+{self.first_day + 20}d", "to": f"+{self.first_day + 21}d"}}
        schedule = self.calls.create_schedule(
            name="London", ask="matrix", body=body, every="day", at="06:30", timezone="Europe/London", max_credits=20
        ).data
        begun = self.calls.run_schedule(id=schedule["id"]).data["run"]
        run = self.calls.wait_for_run(schedule["id"], begun["id"])
        self.assertEqual(run["status"], "done")
        self.assertEqual(len(list(self.calls.cells(run))), 2 * len(refs))
        self.assertEqual([each["id"] for each in self.calls.each("list_runs", id=schedule["id"])], [run["id"]])
        with self.assertRaises(ValueError):
            self.calls.wait_for_run(schedule["id"], "run_unknown")
        deleted = self.calls.delete_schedule(id=schedule["id"])
        self.assertEqual(deleted.status, 200)

    def test_the_lines_add_up_to_the_usage(self) -> None:
        lines = self.calls.each("list_usage_lines", limit=3)
        self.assertEqual(round(sum(line["credits"] for line in lines), 3), self.used())


class Sync(Cases, unittest.TestCase):
    key = os.environ["VACANCY_KEY"]
    first_day = 60


class Async(Cases, unittest.TestCase):
    is_async = True
    key = os.environ["VACANCY_KEY_ASYNC"]
    first_day = 120


if __name__ == "__main__":
    unittest.main()
