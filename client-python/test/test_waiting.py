"""Both clients wait for the end of whatever the running service began."""

from __future__ import annotations

import os
import time
import unittest
from datetime import date, timedelta
from typing import Any

from support import WithBoth


def in_days(days: int) -> str:
    return (date.today() + timedelta(days)).isoformat()


class Cases(WithBoth):
    assertEqual: Any
    assertGreater: Any
    assertIsInstance: Any

    #: Nights that no other client has asked for.
    first_day = 0

    def setUp(self) -> None:
        super().setUp()
        self.calls = self.client(os.environ["VACANCY_URL"], os.environ["VACANCY_KEY"])

    def test_whatever_an_answer_began_is_waited_for(self) -> None:
        document = self.calls.get_open_api().data
        slow = {
            operation["operationId"]
            for path, methods in document["paths"].items()
            for operation in methods.values()
            if "202" in operation["responses"] and not path.startswith("/counter")
        }
        day = self.first_day
        grid: Any = {"hotels": [{"chain": "aurelia", "hotel_code": "LONAU"}]}
        near: Any = {"q": "Lisbon", "partial": False}
        ended: dict[str, Any] = {}

        def nights(day: int) -> Any:
            return {"nights": {"from": in_days(day), "to": in_days(day)}}

        def wait(operation: str, answer: Any) -> None:
            self.assertEqual(answer.status, 202, operation)
            ended[operation] = self.calls.wait_for(answer)

        wait("matrix", self.calls.matrix(**grid, **nights(day)))
        wait("exportGrid", self.calls.export(**grid, **nights(day + 1)))
        wait("area", self.calls.area(**near, chains=["castellan"], checkin=in_days(day), max_hotels=3))
        wait("calendarArea", self.calls.calendar_area(**near, chain="castellan", **nights(day + 1), max_hotels=3))
        wait("awardSearch", self.calls.award_search(**near, chains=["aurelia"], **nights(day + 2)))
        wait("trip", self.calls.trip(**near, checkin=in_days(day + 3), los=1, max_hotels=3))
        wait("idsJob", self.calls.ids_job(chain="aurelia", hotel_codes=["LONAU"]))
        made = self.calls.create_set(
            name="Waited for", hotels=[*grid["hotels"], {"chain": "castellan", "hotel_code": "LONCA"}]
        ).data
        wait("makeBoard", self.calls.make_board(set=made["id"], kind="market", **nights(day + 4)))
        schedule = self.calls.create_schedule(
            name="Waited for",
            ask="matrix",
            body=grid | {"nights": {"from": f"+{day + 5}d", "to": f"+{day + 5}d"}},
            every="day",
            at="06:30",
            timezone="Europe/London",
            max_credits=20,
        ).data
        wait("runSchedule", self.calls.run_schedule(id=schedule["id"]))
        endpoint = self.calls.create_endpoint(kind="webhook", url="https://nobody.invalid/hook").data["id"]
        watch = self.calls.create_watch(**grid["hotels"][0], **nights(day + 6), condition="any", endpoints=[endpoint]).data["id"]
        while self.calls.get_watch(id=watch).data["last_refresh_at"] is None:
            time.sleep(0.1)
        wait("refreshWatch", self.calls.refresh_watch(id=watch))
        wait("testWatch", self.calls.test_watch(id=watch))
        wait("testEndpoint", self.calls.test_endpoint(id=endpoint))

        self.assertEqual(set(ended), slow)
        for operation in ("matrix", "exportGrid", "area", "calendarArea", "idsJob", "makeBoard", "runSchedule"):
            self.assertEqual(ended[operation]["status"], "done", operation)
        for operation in ("awardSearch", "trip"):
            self.assertGreater(len(ended[operation]), 0, operation)
            self.assertEqual({job["status"] for job in ended[operation]}, {"done"}, operation)
        self.assertEqual(ended["refreshWatch"]["id"], watch)
        self.assertIsInstance(ended["refreshWatch"]["last_refresh_at"], str)
        for operation in ("testWatch", "testEndpoint"):
            self.assertEqual([each["status"] for each in ended[operation]["deliveries"]], ["failed"])
        self.calls.delete_schedule(id=schedule["id"])
        self.calls.delete_watch(id=watch)

    def test_an_answer_that_takes_jobs_is_complete_and_paid_once(self) -> None:
        def used() -> float:
            return float(self.calls.get_usage().data["credits_used"])

        day = self.first_day + 10
        grid: Any = {"hotels": [{"chain": "aurelia", "hotel_code": "LONAU"}]}
        near: Any = {"q": "Lisbon", "max_credits": 200}
        made = self.calls.create_set(
            name="Complete", hotels=[*grid["hotels"], {"chain": "castellan", "hotel_code": "LONCA"}]
        ).data
        nights: Any = {"nights": {"from": in_days(day), "to": in_days(day)}}
        next_night: Any = {"nights": {"from": in_days(day + 1), "to": in_days(day + 1)}}
        complete = self.calls.wait_for
        seen: list[Any] = []
        before = used()
        cells = complete.matrix(**grid, **nights, on_progress=seen.append)
        hotels = complete.area(**near, chains=["castellan"], checkin=in_days(day), max_hotels=3)
        calendar = complete.calendar_area(**near, chain="castellan", **next_night, max_hotels=3)
        awards = complete.award_search(**near, chains=["aurelia"], **nights)
        trip = complete.trip(**near, checkin=in_days(day + 3), los=1, max_hotels=3)
        board = complete.make_board(set=made["id"], kind="market", **next_night)
        file = complete.export(**grid, nights={"from": in_days(day + 4), "to": in_days(day + 4)}, hotel_name=True)
        finished = [cells, hotels, calendar, awards, trip, board, file]
        for answer in finished:
            self.assertEqual((answer.status, {job["status"] for job in answer.jobs}), (200, {"done"}))
        charged = sum(answer.credits.charged for answer in finished)
        self.assertEqual(round(used() - before, 3), round(charged, 3))
        self.assertEqual(seen[-1], cells.jobs[0])
        self.assertEqual(len(board.data["market"]["nights"]), 1)
        self.assertEqual(file.data.read().splitlines()[0].split(b",")[-1], b"hotel_name")
        for answer, rows in ((cells, "cells"), (hotels, "hotels"), (calendar, "nights"), (trip, "options")):
            self.assertGreater(len(answer.data[rows]), 0, rows)
            self.assertEqual(len(answer.to_records()), len(answer.data[rows]), rows)
        self.assertEqual(len(awards.to_records()), sum(len(hotel["nights"]) for hotel in awards.data["hotels"]))
        # What is known takes no job.
        again = complete.area(**near, chains=["castellan"], checkin=in_days(day), max_hotels=3)
        self.assertEqual((again.jobs, len(again.data["hotels"])), ([], len(hotels.data["hotels"])))


class Sync(Cases, unittest.TestCase):
    first_day = 200


class Async(Cases, unittest.TestCase):
    is_async = True
    first_day = 220
