# Generated from the OpenAPI document by `npm run client:types`. Do not edit.

"""How each operation is sent over HTTP."""

from __future__ import annotations

from typing import Literal

from ..operation import Operation

OPERATIONS: dict[str, Operation] = {
    "get_open_api": Operation("GET", "/openapi.json", takes_key=False),
    "get_status": Operation("GET", "/status.json", takes_key=False),
    "get_usage": Operation("GET", "/usage"),
    "list_usage_lines": Operation(
        "GET", "/usage/lines", query=("cursor", "limit", "from", "to"), rows="lines",
    ),
    "list_acts": Operation("GET", "/audit", query=("cursor", "limit"), rows="acts"),
    "list_chains": Operation("GET", "/chains", rows="chains"),
    "list_transfers": Operation("GET", "/transfers", rows="transfer_partners"),
    "get_fx": Operation("GET", "/fx", query=("base", "date")),
    "shop": Operation(
        "POST", "/shop", has_body=True, is_idempotent=True, is_billable=True, rows="rooms.rates",
    ),
    "ota_shop": Operation(
        "POST", "/ota/{source}/shop", has_body=True, is_idempotent=True, is_billable=True,
        rows="rooms.rates",
    ),
    "award": Operation(
        "POST", "/award", has_body=True, is_idempotent=True, is_billable=True, rows="award_rates",
    ),
    "stay": Operation(
        "POST", "/stay", has_body=True, is_idempotent=True, is_billable=True, rows="nights",
    ),
    "calendar": Operation(
        "POST", "/calendar", has_body=True, is_idempotent=True, is_billable=True, rows="nights",
    ),
    "compset": Operation(
        "POST", "/compset", has_body=True, is_idempotent=True, is_billable=True, rows="hotels",
    ),
    "compset_award": Operation(
        "POST", "/compset/award", has_body=True, is_idempotent=True, is_billable=True,
        rows="hotels",
    ),
    "hotels": Operation(
        "GET", "/hotels", query=("q", "place_id", "lat", "lng", "radius", "chains", "limit"),
        is_idempotent=True, is_billable=True, rows="hotels",
    ),
    "search_hotels": Operation(
        "GET", "/hotels/search", query=("q", "chains", "country", "kind", "limit", "live"),
        rows="hotels",
    ),
    "get_hotel": Operation("GET", "/hotels/{chain}/{code}"),
    "hotel_neighbours": Operation("GET", "/hotels/{chain}/{code}/neighbours", rows="neighbours"),
    "hotel_ids": Operation(
        "GET", "/hotels/{chain}/{code}/ids", query=("resolve", "sources"), is_idempotent=True,
        is_billable=True,
    ),
    "ids_job": Operation(
        "POST", "/hotels/ids/jobs", has_body=True, is_idempotent=True, is_billable=True,
    ),
    "list_jobs": Operation("GET", "/jobs", query=("cursor", "limit"), rows="jobs"),
    "get_job": Operation("GET", "/jobs/{id}"),
    "cancel_job": Operation("DELETE", "/jobs/{id}"),
    "matrix": Operation(
        "POST", "/matrix", has_body=True, is_idempotent=True, is_billable=True, rows="cells",
    ),
    "export": Operation("POST", "/export", has_body=True, is_idempotent=True, is_billable=True),
    "list_job_cells": Operation("GET", "/jobs/{id}/cells", query=("cursor", "limit"), rows="cells"),
    "export_job": Operation("GET", "/jobs/{id}/export", query=("format", "hotel_name")),
    "get_job_market": Operation(
        "GET", "/jobs/{id}/market", query=("chain", "hotel_code", "currency"), rows="nights",
    ),
    "history": Operation(
        "POST", "/history", has_body=True, is_idempotent=True, is_billable=True,
        rows="nights.observations",
    ),
    "insight": Operation("POST", "/insight", has_body=True, is_idempotent=True, is_billable=True),
    "outlook": Operation("POST", "/outlook", has_body=True, is_idempotent=True, is_billable=True),
    "create_set": Operation("POST", "/sets", has_body=True, is_idempotent=True),
    "list_sets": Operation("GET", "/sets", query=("cursor", "limit"), rows="sets"),
    "get_set": Operation("GET", "/sets/{id}"),
    "change_set": Operation("PATCH", "/sets/{id}", has_body=True),
    "delete_set": Operation("DELETE", "/sets/{id}"),
    "create_schedule": Operation("POST", "/schedules", has_body=True, is_idempotent=True),
    "list_schedules": Operation("GET", "/schedules", query=("cursor", "limit"), rows="schedules"),
    "get_schedule": Operation("GET", "/schedules/{id}"),
    "change_schedule": Operation("PATCH", "/schedules/{id}", has_body=True),
    "delete_schedule": Operation("DELETE", "/schedules/{id}"),
    "run_schedule": Operation("POST", "/schedules/{id}/run", is_idempotent=True),
    "list_runs": Operation("GET", "/schedules/{id}/runs", query=("cursor", "limit"), rows="runs"),
    "make_board": Operation("POST", "/boards", has_body=True, is_idempotent=True, is_billable=True),
    "list_boards": Operation("GET", "/boards", query=("set", "cursor", "limit"), rows="boards"),
    "get_board": Operation("GET", "/boards/{id}"),
    "delete_board": Operation("DELETE", "/boards/{id}"),
    "share_board": Operation("POST", "/boards/{id}/link", has_body=True, is_idempotent=True),
    "unshare_board": Operation("DELETE", "/boards/{id}/link"),
    "read_shared_board": Operation("GET", "/boards/shared/{token}", takes_key=False),
    "create_feed": Operation("POST", "/feeds", has_body=True, is_idempotent=True),
    "list_feeds": Operation("GET", "/feeds", rows="feeds"),
    "get_feed": Operation("GET", "/feeds/{id}"),
    "change_feed": Operation("PATCH", "/feeds/{id}", has_body=True),
    "delete_feed": Operation("DELETE", "/feeds/{id}"),
    "rotate_feed": Operation("POST", "/feeds/{id}/rotate", is_idempotent=True),
    "read_feed": Operation("GET", "/feeds/{token}.{format}", takes_key=False),
    "area": Operation(
        "POST", "/area", has_body=True, is_idempotent=True, is_billable=True, rows="hotels",
    ),
    "calendar_area": Operation(
        "POST", "/calendar/area", has_body=True, is_idempotent=True, is_billable=True,
        rows="nights",
    ),
    "award_search": Operation(
        "POST", "/award/search", has_body=True, is_idempotent=True, is_billable=True,
        rows="hotels.nights",
    ),
    "award_value": Operation(
        "GET", "/award/value",
        query=("chains", "country", "city", "from", "to", "currency", "min_cpp", "min_nights", "min_access", "rank", "limit", "max_age"),
        is_idempotent=True, is_billable=True, rows="hotels",
    ),
    "award_access": Operation(
        "GET", "/award/access",
        query=("chain", "hotel_code", "from", "to", "dry_run", "max_credits"),
        is_idempotent=True, is_billable=True, rows="blocked",
    ),
    "get_wallet": Operation("GET", "/wallet"),
    "put_wallet": Operation("PUT", "/wallet", has_body=True),
    "trip": Operation(
        "POST", "/trip", has_body=True, is_idempotent=True, is_billable=True, rows="options",
    ),
    "trip_again": Operation(
        "POST", "/trip/again", has_body=True, is_idempotent=True, rows="alternatives",
    ),
    "create_watch": Operation("POST", "/watches", has_body=True, is_idempotent=True),
    "list_watches": Operation(
        "GET", "/watches", query=("cursor", "limit", "scope"), rows="watches",
    ),
    "backtest_watch": Operation(
        "POST", "/watches/backtest", has_body=True, is_idempotent=True, is_billable=True,
        rows="events",
    ),
    "get_watch": Operation("GET", "/watches/{id}"),
    "change_watch": Operation("PATCH", "/watches/{id}", has_body=True),
    "delete_watch": Operation("DELETE", "/watches/{id}"),
    "test_watch": Operation("POST", "/watches/{id}/test", is_idempotent=True),
    "refresh_watch": Operation(
        "POST", "/watches/{id}/refresh", has_body=True, is_idempotent=True, is_billable=True,
    ),
    "rotate_watch_secret": Operation("POST", "/watches/{id}/rotate-secret", is_idempotent=True),
    "create_booking": Operation("POST", "/bookings", has_body=True, is_idempotent=True),
    "list_bookings": Operation(
        "GET", "/bookings", query=("cursor", "limit", "scope", "status", "q", "sort"),
        rows="bookings",
    ),
    "get_booking": Operation("GET", "/bookings/{id}"),
    "change_booking": Operation("PATCH", "/bookings/{id}", has_body=True),
    "delete_booking": Operation("DELETE", "/bookings/{id}"),
    "list_events": Operation(
        "GET", "/events",
        query=("after", "watch_id", "booking_id", "type", "endpoint_id", "status", "from", "to", "order", "limit"),
        rows="events",
    ),
    "get_event": Operation("GET", "/events/{id}"),
    "redeliver_event": Operation("POST", "/events/{id}/redeliver", is_idempotent=True),
    "create_endpoint": Operation("POST", "/endpoints", has_body=True, is_idempotent=True),
    "list_endpoints": Operation("GET", "/endpoints", query=("cursor", "limit"), rows="endpoints"),
    "get_endpoint": Operation("GET", "/endpoints/{id}"),
    "change_endpoint": Operation("PATCH", "/endpoints/{id}", has_body=True),
    "delete_endpoint": Operation("DELETE", "/endpoints/{id}"),
    "test_endpoint": Operation("POST", "/endpoints/{id}/test", is_idempotent=True),
    "rotate_endpoint_secret": Operation(
        "POST", "/endpoints/{id}/rotate-secret", is_idempotent=True,
    ),
    "parity": Operation(
        "POST", "/parity", has_body=True, is_idempotent=True, is_billable=True, rows="channels",
    ),
    "get_job_parity": Operation("GET", "/jobs/{id}/parity", rows="nights"),
    "list_receipts": Operation("GET", "/receipts", query=("cursor", "limit"), rows="receipts"),
    "get_receipt": Operation("GET", "/receipts/{id}"),
    "get_receipt_bodies": Operation("GET", "/receipts/{id}/bodies"),
    "get_receipt_link": Operation("GET", "/receipts/{id}/link"),
    "share_receipt": Operation("POST", "/receipts/{id}/link", is_idempotent=True),
    "unshare_receipt": Operation("DELETE", "/receipts/{id}/link"),
    "get_receipt_keys": Operation("GET", "/.well-known/vacancy-receipts.json", takes_key=False),
}

ListName = Literal[
    "list_usage_lines", "list_acts", "list_chains", "list_transfers", "list_jobs",
    "list_job_cells", "list_sets", "list_schedules", "list_runs", "list_boards", "list_feeds",
    "list_watches", "list_bookings", "list_events", "list_endpoints", "list_receipts",
]

ServiceErrorCode = Literal[
    "invalid_request", "auth_failed", "hotel_not_found", "quota_exceeded", "rate_limited",
    "source_unavailable", "upstream_timeout",
]

# Fields that hold a day, and fields that hold a moment.
DAYS = frozenset({"cheapest_night", "checkin", "date", "night"})
MOMENTS = frozenset({
    "as_of", "checked_at", "created_at", "due_at", "ended_at", "ends_at", "expires_at",
    "failing_since", "fetched_at", "finished_at", "first_seen", "last_read_at",
    "last_refresh_at", "last_seen", "made_at", "next_attempt_at", "next_refresh_at",
    "next_run_at", "observed_at", "refreshed_at", "resets_at", "resolved_at", "retired_at",
    "retry_after", "seen_at", "seen_from", "seen_to", "since_at", "started_at", "synced_at",
    "time", "until", "updated_at",
})
