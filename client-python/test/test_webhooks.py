"""The webhook check: cases with the outcome that the TypeScript client has for them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import time
import unittest
from typing import Any

from vacancy import WebhookVerificationError, verify_webhook


def outcome(case: dict[str, Any]) -> Any:
    body: str | bytes = case["text"] if "text" in case else base64.b64decode(case["bytes"])
    secret = case["secret"]
    if case.get("looked_up"):
        secret = case["secret"].get
    try:
        return {"event": verify_webhook(body, case["header"], secret, case.get("tolerance_sec", 300))}
    except WebhookVerificationError as error:
        return {"reason": error.reason, "message": str(error)}


class Vectors(unittest.TestCase):
    def test_every_case_has_the_outcome_of_the_typescript_client(self) -> None:
        with open(os.environ["WEBHOOK_CASES"], encoding="utf-8") as file:
            cases = json.load(file)
        self.assertGreater(len(cases), 100)
        for case in cases:
            with self.subTest(case["name"]):
                self.assertEqual(outcome(case), case["outcome"])

    def test_headers_are_found_in_any_case(self) -> None:
        with open(os.environ["WEBHOOK_CASES"], encoding="utf-8") as file:
            case = next(each for each in json.load(file) if each["name"] == "by watch")
        named = {name.title(): value for name, value in case["header"].items()}
        self.assertEqual(outcome(case | {"header": named}), case["outcome"])

    def test_an_empty_secret_believes_nothing_and_says_so(self) -> None:
        at, body = str(int(time.time())), b'{"id": "evt_1", "type": "watch.test"}'
        forged = hmac.new(b"", f"{at}.".encode() + body, hashlib.sha256).hexdigest()
        headers = {"x-service-signature": f"t={at},v1={forged}", "x-watch-id": "wat_1"}
        secrets: list[str | list[str] | dict[str, str]] = ["", ["whsec_1", ""], {"wat_1": ""}]
        for secret in secrets:
            with self.subTest(secret), self.assertRaisesRegex(ValueError, "^The secret is empty.$"):
                verify_webhook(body, headers, secret)


if __name__ == "__main__":
    unittest.main()
