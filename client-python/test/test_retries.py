"""The retries and errors of both clients, against a server that fails on purpose."""

from __future__ import annotations

import json
import os
import tempfile
import threading
import unittest
from datetime import date, datetime, timedelta, timezone
from typing import Any
from unittest.mock import patch

from support import STAY, ToldServer, WithBoth, answers, breaks, fails, half, reply
from vacancy import AsyncClient, Client, VacancyError

HALF = b"chain,hotel_code\naurelia,LONAU\n"


class Cases(WithBoth):
    addCleanup: Any
    assertEqual: Any
    assertTrue: Any
    assertGreaterEqual: Any
    assertIn: Any
    assertNotIn: Any
    assertRaises: Any
    assertRaisesRegex: Any
    assertRegex: Any
    subTest: Any

    def setUp(self) -> None:
        super().setUp()
        self.server = ToldServer()
        # The pauses between attempts are as in life, but shorter.
        shorter = patch("vacancy.retry.FIRST_WAIT_SEC", 0.02)
        shorter.start()
        self.addCleanup(shorter.stop)
        self.calls = self.client(self.server.url)

    def tearDown(self) -> None:
        super().tearDown()
        self.server.stop()

    def told(self, *script: Any) -> None:
        self.server.script = list(script)
        self.server.seen.clear()

    def failure(self, call: Any) -> VacancyError:
        with self.assertRaises(VacancyError) as caught:
            call()
        error: VacancyError = caught.exception
        return error

    def test_the_same_request_goes_again_under_the_same_key(self) -> None:
        for first in (
            fails(503, "source_unavailable"),
            fails(504, "upstream_timeout"),
            fails(429, "rate_limited", retry_after="0"),
            reply(502, b"<h1>Bad gateway</h1>", content_type="text/html"),
            breaks,
        ):
            self.told(first, answers({"status": "available"}))
            answer = self.calls.shop(**STAY)
            self.assertEqual(answer.data, {"status": "available"})
            self.assertEqual((answer.status, answer.replayed, answer.request_id), (200, False, "req_2"))
            self.assertEqual((answer.credits.charged, answer.credits.remaining), (1, 9.5))
            first_key, second_key = [seen.key for seen in self.server.seen]
            self.assertRegex(first_key, r"^[0-9a-f-]{36}$")
            self.assertEqual(second_key, first_key)

    def test_it_waits_as_long_as_retry_after_says(self) -> None:
        self.told(fails(429, "rate_limited", retry_after="1"), answers({}))
        self.calls.get_usage()
        first, second = self.server.seen
        self.assertGreaterEqual(second.at - first.at, 1.0)

    def test_what_a_retry_cannot_help_is_raised_at_once(self) -> None:
        for status, code in (
            (429, "quota_exceeded"),
            (400, "invalid_request"),
            (401, "auth_failed"),
            (404, "hotel_not_found"),
        ):
            self.told(fails(status, code))
            error = self.failure(lambda: self.calls.shop(**STAY))
            self.assertEqual((error.status, error.code, str(error)), (status, code, f"it is {code}"))
            self.assertEqual((error.chain, error.request_id, error.retry_after), ("aurelia", "req_1", None))
            self.assertEqual(len(self.server.seen), 1)

    def test_it_gives_up_after_as_many_attempts_as_it_was_told(self) -> None:
        self.told(fails(503, "source_unavailable"))
        self.failure(lambda: self.calls.shop(**STAY, retries=1))
        self.assertEqual(len(self.server.seen), 2)
        self.failure(lambda: self.calls.shop(**STAY, retries=0))
        self.assertEqual(len(self.server.seen), 3)

    def test_a_wait_of_minutes_is_left_to_the_caller(self) -> None:
        self.told(fails(503, "source_unavailable", retry_after="120"))
        self.assertEqual(self.failure(lambda: self.calls.shop(**STAY)).retry_after, 120)
        self.told(fails(503, "source_unavailable", retry_after="Fri, 31 Dec 2100 23:59:59 GMT"))
        self.assertGreaterEqual(self.failure(lambda: self.calls.shop(**STAY)).retry_after, 1e6)
        self.assertEqual(len(self.server.seen), 1)

    def test_what_could_happen_twice_is_repeated_only_where_it_has_not_happened(self) -> None:
        def sample() -> Any:
            return self.calls.request("POST", "/watches/wat_1/test", idempotency_key=None)

        for first in (fails(503, "source_unavailable"), breaks):
            self.told(first, answers({}))
            self.failure(sample)
            self.assertEqual(len(self.server.seen), 1)
        self.told(fails(429, "rate_limited"), answers({}))
        sample()
        self.assertEqual([seen.key for seen in self.server.seen], [None, None])

    def test_a_billable_read_that_was_lost_is_asked_for_again_with_its_key(self) -> None:
        lost = (breaks, half(b'{"hotels":', "application/json"), reply(504, b"<p>", content_type="text/html"))
        reads: dict[str, Any] = {
            "hotels": lambda **more: self.calls.hotels(q="Lisbon", **more),
            "hotel_ids": lambda **more: self.calls.hotel_ids(chain="aurelia", code="LONAU", **more),
            "award_value": lambda **more: self.calls.award_value(**more),
            "a known route": lambda **more: self.calls.request("GET", "/hotels/aurelia/LONAU/ids", **more),
            "a newer route": lambda **more: self.calls.request("GET", "/new", **more),
        }
        for name, read in reads.items():
            with self.subTest(name):
                for first in lost:
                    self.told(first, answers({}))
                    read()
                    first_key, second_key = [seen.key for seen in self.server.seen]
                    self.assertEqual(second_key, first_key or "a key")
                    self.told(first, answers({}))
                    self.failure(lambda: read(idempotency_key=None))
                    self.assertEqual(len(self.server.seen), 1, "it could be charged twice")

    def test_a_free_read_is_retried_after_any_failure_and_so_is_what_sets_a_state(self) -> None:
        for call in (
            self.calls.get_usage,
            lambda: self.calls.request("GET", "/jobs/job_1"),
            lambda: self.calls.put_wallet(points={"aurelia": 1}),
            lambda: self.calls.change_feed(id="fed_1", name="Rates"),
            lambda: self.calls.delete_feed(id="fed_1"),
        ):
            self.told(breaks, answers({}))
            call()
            self.assertEqual(len(self.server.seen), 2)

    def test_a_key_of_your_own_is_sent_as_it_is(self) -> None:
        self.told(answers({}))
        self.calls.shop(**STAY, idempotency_key="order-7", request_id="my-request")
        self.calls.shop(**STAY, idempotency_key=None)
        self.assertEqual([seen.key for seen in self.server.seen], ["order-7", None])
        self.assertEqual(self.server.seen[0].headers["x-request-id"], "my-request")
        self.assertEqual(self.server.seen[0].headers["x-api-key"], "vk_test")

    def test_another_server_and_no_server_are_told_apart(self) -> None:
        for status in (502, 200):
            self.told(reply(status, b"<h1>hello</h1>", content_type="text/html"))
            error = self.failure(self.calls.get_usage)
            self.assertEqual((error.code, error.status), ("unexpected_answer", status))
        self.told(reply(200, b"hello", content_type="application/json", x_credits_charged="0"))
        self.assertEqual(self.failure(self.calls.get_usage).code, "unexpected_answer")
        nobody = self.client("http://127.0.0.1:9", retries=0)
        error = self.failure(nobody.get_usage)
        self.assertEqual((error.code, error.status), ("unreachable", None))
        self.assertIn("http://127.0.0.1:9 could not be reached", str(error))

    def test_a_key_or_an_address_that_no_call_could_use_is_refused_and_not_told(self) -> None:
        for make in (Client, AsyncClient):
            keys: Any = ("vk_secret\n", "vk secret", "", None)
            for key in keys:
                with self.assertRaises(TypeError) as refused:
                    make(self.server.url, key)
                self.assertRegex(str(refused.exception), "^api_key: ")
                self.assertNotIn("secret", str(refused.exception))
            for address in ("127.0.0.1:8080", "localhost:8080", "", "https://a@example.com", "ftp://a"):
                with self.assertRaises(TypeError) as refused:
                    make(address, "vk_1")
                self.assertRegex(str(refused.exception), "^base_url: ")

    def test_a_server_that_does_not_answer_in_time_is_told_from_none(self) -> None:
        held = threading.Event()

        def late(request: Any) -> None:
            held.wait(5)
            breaks(request)

        self.told(late)
        error = self.failure(lambda: self.calls.get_usage(timeout=0.1, retries=0))
        held.set()
        self.assertEqual((error.code, error.status), ("timed_out", None))
        self.assertIn("took too long to answer", str(error))

    def test_a_redirect_is_not_followed(self) -> None:
        other = ToldServer()
        other.script = [answers({})]
        try:
            for status in (301, 302, 303, 307, 308):
                self.told(reply(status, b"moved", location=f"{other.url}/v1/there"))
                calls = (
                    self.calls.get_usage,
                    lambda: self.calls.shop(**STAY),
                    lambda: self.calls.export_job(id="job_1"),
                    lambda: list(self.calls.events()),
                )
                for call in calls:
                    error = self.failure(call)
                    self.assertEqual((error.code, error.status), ("unexpected_answer", status))
                    self.assertIn(f"a redirect to {other.url}. Redirects are not followed.", str(error))
                self.assertEqual(len(self.server.seen), len(calls))
            self.assertEqual(other.seen, [])
        finally:
            other.stop()

    def test_addresses_are_completed_and_escaped(self) -> None:
        self.told(answers({}))
        url = self.server.url
        for address in (url, f"{url}/", f"{url}/v1", f"{url}/v1/"):
            self.client(address).get_job(id="a/b?c")
        self.assertEqual({seen.url for seen in self.server.seen}, {"/v1/jobs/a%2Fb%3Fc"})
        self.calls.hotels(q="São Paulo", limit=5, radius=None)
        self.assertEqual(self.server.seen[-1].url, "/v1/hotels?q=S%C3%A3o+Paulo&limit=5")
        self.calls.list_usage_lines(from_="2027-03-01")
        self.assertEqual(self.server.seen[-1].url, "/v1/usage/lines?from=2027-03-01")
        with self.assertRaises(TypeError) as caught:
            self.calls.get_job(id="")
        self.assertEqual(str(caught.exception), "get_job needs `id`.")

    def test_events_come_from_page_after_page_and_then_as_they_happen(self) -> None:
        def page(ids: list[str], following: str | None) -> Any:
            return answers({"events": [{"id": id} for id in ids], "next_cursor": following})

        self.told(page(["evt_1", "evt_2"], "evt_2"), page(["evt_3"], None))
        filters: Any = {"type": "watch.test", "endpoint_id": "end_1", "status": "failed", "from_": date(2027, 3, 1)}
        found = [event["id"] for event in self.calls.events(after="evt_0", limit=2, **filters)]
        self.assertEqual(found, ["evt_1", "evt_2", "evt_3"])
        asked = [set(seen.url.partition("?")[2].split("&")) for seen in self.server.seen]
        self.assertEqual(
            asked,
            [
                {"limit=2", f"after={after}", "type=watch.test", "endpoint_id=end_1", "status=failed", "from=2027-03-01"}
                for after in ("evt_0", "evt_2")
            ],
        )
        self.told(page([], None), page([], None), page(["evt_4"], None))
        following = iter(self.calls.events(after="evt_3", follow=True, poll_sec=0.001))
        self.assertEqual(next(following)["id"], "evt_4")
        self.assertEqual(len(self.server.seen), 3)

    def test_every_row_of_a_list_comes_from_all_its_pages(self) -> None:
        def page(id: str, following: str | None) -> Any:
            return answers({"watches": [{"id": id}], "next_cursor": following})

        self.told(page("wat_1", "2"), page("wat_2", "3"), page("wat_3", None))
        found = [row["id"] for row in self.calls.each("list_watches", scope="account")]
        self.assertEqual(found, ["wat_1", "wat_2", "wat_3"])
        self.assertEqual(self.server.seen[-1].url, "/v1/watches?scope=account&cursor=3")
        with self.assertRaises(TypeError):
            list(self.calls.each("get_usage"))
        self.told(answers({"feeds": [{"id": "fed_1"}]}))
        self.assertEqual([row["id"] for row in self.calls.each("list_feeds")], ["fed_1"])

        def of_events(id: str, following: str | None) -> Any:
            return answers({"events": [{"id": id}], "next_cursor": following})

        self.told(of_events("evt_1", "evt_1"), of_events("evt_2", None))
        failed = self.calls.each("list_events", status="failed")
        self.assertEqual([row["id"] for row in failed], ["evt_1", "evt_2"])
        self.assertEqual(self.server.seen[-1].url, "/v1/events?status=failed&after=evt_1")

    def test_a_file_that_is_cut_off_is_an_error_and_leaves_nothing_behind(self) -> None:
        self.told(half(HALF, "text/csv"))
        error = self.failure(lambda: self.calls.export_job(id="job_1").data.read())
        self.assertEqual((error.code, error.status, error.request_id), ("cut_off", 200, "req_12345678"))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "march.csv")
            with open(path, "w") as earlier:
                earlier.write("an earlier one")
            self.failure(lambda: self.calls.export_job(id="job_1").data.save(path))
            with open(path) as kept:
                self.assertEqual(kept.read(), "an earlier one")
            self.assertEqual(os.listdir(folder), ["march.csv"])
            self.told(reply(200, HALF, content_type="text/csv", x_credits_charged="0"))
            self.calls.export_job(id="job_1").data.save(path)
            with open(path, "rb") as whole:
                self.assertEqual(whole.read(), HALF)
        parts = list(self.calls.export_job(id="job_1").data)
        self.assertEqual(b"".join(parts), HALF)

    def test_an_older_server_is_called_so_with_what_it_lacks(self) -> None:
        def refusal(message: str, *call: Any, **given: Any) -> str:
            self.told(fails(400, "invalid_request", message))
            error = str(self.failure(lambda: call[0](**given)))
            self.assertTrue(error.startswith(message))
            return error[len(message) :]

        def lacks(what: str) -> str:
            return f" The server is older than this client and does not have {what} yet. Update the server."

        no_route = "There is no POST /v1/trip. See /openapi.json for the routes."
        self.assertEqual(refusal(no_route, self.calls.trip, checkin="2027-03-01"), lacks("trip"))
        no_feed = "There is no DELETE /v1/feeds/fed_1%2F. See /openapi.json for the routes."
        self.assertEqual(refusal(no_feed, self.calls.delete_feed, id="fed_1/"), lacks("delete_feed"))
        in_body = "is not known in the body."
        self.assertEqual(
            refusal(f"`children_ages` {in_body}", self.calls.shop, **STAY, children_ages=[4]),
            lacks("`children_ages` in shop"),
        )
        self.assertEqual(
            refusal(f"`hotels.1.rating` {in_body}", self.calls.create_set, name="x", hotels=[{}, {"rating": 3}]),
            "",
        )
        self.assertEqual(
            refusal(f"`hotels.0.chain` {in_body}", self.calls.create_set, name="x", hotels=[{"chain": "aurelia"}]),
            lacks("`hotels.0.chain` in create_set"),
        )
        csv_only = "`format` must be one of csv, jsonl."
        self.assertEqual(
            refusal(csv_only, self.calls.export, format="xlsx"), lacks('`format: "xlsx"` in export')
        )
        # The fault of the caller, or of the base address.
        self.assertEqual(refusal(csv_only, self.calls.export, format="docx"), "")
        self.assertEqual(refusal(f"`colour` {in_body}", self.calls.shop, **STAY, colour="red"), "")
        elsewhere = "There is no POST /v1/old/v1/trip. See /openapi.json for the routes."
        self.assertEqual(refusal(elsewhere, self.calls.trip, checkin="2027-03-01"), "")

    def test_days_and_moments_of_python_are_sent_as_the_api_writes_them(self) -> None:
        day, moment = date(2027, 3, 1), datetime(2027, 3, 1, 18, tzinfo=timezone(timedelta(hours=1)))
        self.told(answers({}))
        self.calls.shop(**{**STAY, "checkin": day})
        self.calls.calendar(chain="aurelia", hotel_code="LONAU", nights={"from": day, "to": day})
        self.calls.get_fx(date=day)
        self.calls.list_events(from_=moment)
        shop, calendar, fx, events = self.server.seen
        self.assertEqual(json.loads(shop.body), STAY)
        self.assertEqual(json.loads(calendar.body)["nights"], {"from": "2027-03-01", "to": "2027-03-01"})
        self.assertEqual(fx.url, "/v1/fx?date=2027-03-01")
        self.assertEqual(events.url, "/v1/events?from=2027-03-01T18%3A00%3A00%2B01%3A00")
        with self.assertRaisesRegex(TypeError, "no time zone"):
            self.calls.list_events(from_=datetime(2027, 3, 1, 18))
        with self.assertRaisesRegex(TypeError, "cannot be sent"):
            self.calls.shop(**{**STAY, "checkin": {1, 2}})
        self.assertEqual(len(self.server.seen), 4)


class Sync(Cases, unittest.TestCase):
    pass


class Async(Cases, unittest.TestCase):
    is_async = True


if __name__ == "__main__":
    unittest.main()
