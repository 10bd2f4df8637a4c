# Generated from the OpenAPI document by `npm run client:types`. Do not edit.

"""The shapes of questions and answers."""

from __future__ import annotations

import datetime as dt
from typing import Any, Literal, NotRequired, TypedDict

from ..options import CallOptions


class Act(TypedDict):
    id: str
    """The act."""
    at: str
    """When it was done."""
    actor: ActActor
    """Who did it."""
    action: str
    """What was done."""
    subject: str | None
    """The id of what was changed or tested."""
    detail: dict[str, str | list[str]]
    """What exactly: names, plans, hosts. Never a secret."""


class ActActor(TypedDict):
    kind: Literal["person", "key", "operator", "mail_link", "visitor", "service"]
    """`person`: somebody signed in to the dashboard. `key`: an API key. `operator`: the command
    line of the server. `mail_link`: somebody who followed a link in a mail. `visitor`: somebody
    who tried to sign in. `service`: the service itself, when a time had come.
    """
    id: str | None
    """The e-mail of the person, or the id of the key."""


class AreaRequest(TypedDict):
    q: NotRequired[str]
    """Name of the place: `Lisbon`, `Springfield, IL`, `東京`. Case and accents do not matter."""
    place_id: NotRequired[str]
    """The `place_id` from an earlier answer, instead of `q`."""
    lat: NotRequired[float]
    """Degrees north of the place; requires `lng`. Instead of `q`."""
    lng: NotRequired[float]
    """Degrees east of the place; requires `lat`."""
    radius: NotRequired[float]
    """Search radius around the place, in miles. Default: 25."""
    chains: NotRequired[list[str]]
    """Chains to search. Default: every chain with a search by place; for `award`, only those with
    award points.
    """
    max_hotels: NotRequired[int]
    """Maximum number of hotels, nearest first. Default: 50."""
    checkin: str | dt.date
    """Check-in, from yesterday (UTC) to 500 days ahead."""
    los: NotRequired[int]
    """Length of the stay in nights. Default: 1."""
    kind: NotRequired[Literal["award", "cash"]]
    """`award` ranks by points, only at chains with award points; `cash` ranks by the lowest public
    rate. Default: "award".
    """
    fill: NotRequired[Literal["missing", "none"]]
    """What a job fetches. `missing`: the hotels without a fresh cell. `none`: nothing. Default:
    "missing".
    """
    fill_budget: NotRequired[float]
    """The most credits that the jobs of `fill` may cost, the place lookup not counted. The nearest
    hotels come first, with their first nights; `not_filled` says what is left out. 0 starts no
    job.
    """
    partial: NotRequired[bool]
    """`false`: while a job has to fetch something, the answer is 202 with the jobs alone, and only
    its place lookup is charged. So repeat the call when they have ended, and pay for one answer.
    Default: true.
    """
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. A source that cannot quote it answers in its own currency; see
    `currency` in the answer. Default: "USD".
    """
    max_age: NotRequired[int | Literal["auto"]]
    """How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7
    days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often
    prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24
    hours, and 1 hour where too little is known. Default: 3600.
    """
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class AreaResponse(TypedDict):
    place: Place | None
    """The resolved place; null if it is unknown."""
    alternatives: list[Place]
    """Other places with the same name, best match first. Ask for one by its `place_id`."""
    hotels: list[AreaResponseHotel]
    """The hotels with a cached cell: cheapest first, then by distance and code."""
    not_filled: NotRequired[AreaResponseNotFilled]
    """What `fill` selects and `fill_budget` does not pay for, and hotels that the directory did not
    know when the call was quoted: the next call has them. Only with `fill_budget`, or if there
    are such hotels.
    """


class AreaResponse202(AreaResponse):
    job: Job


class AreaResponseHotel(TypedDict):
    rank: int | None
    """From 1, by points or by the comparable public rate. Null if the stay is not available or
    cannot be compared; such hotels come last.
    """
    chain: str
    """The hotel’s chain."""
    hotel_code: str
    """The property's code at the chain."""
    name: str
    """For people."""
    lat: float | None
    """Degrees north; null if the chain gives no coordinates."""
    lng: float | None
    """Degrees east; null if the chain gives no coordinates."""
    timezone: str | None
    """IANA name from the directory, such as `Europe/London`; null if unknown."""
    distance_mi: float | None
    """Great-circle distance from the place in miles. Null if the chain gives no coordinates; such
    hotels come last.
    """
    max_age: NotRequired[int]
    """What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for."""
    comparable: Comparable | None
    """The figures in one common currency, for comparison. Null if there is no price, or no
    reference rate for the day on which it was observed.
    """
    comparison_note: str | None
    """Why a price is not compared. Null if it is, or if there is no price."""
    cell: MatrixCell


class AreaResponseNotFilled(TypedDict):
    hotels: int
    """Hotels with nights that are left out."""
    nights: int
    """Nights that are left out, of all hotels."""
    chains: list[str]
    """The chains of these hotels."""


class AwardAccessResponse(TypedDict):
    query: AwardAccessResponseQuery
    """The request, with defaults filled in."""
    hotel: Hotel | None
    """The property, as the source or the directory describes it; null if neither does."""
    nights: int
    """Nights with a public cash room for one night."""
    share: float | None
    """The share of them with a standard award for one night, 0 to 1. Null without such a night."""
    by: AwardAccessResponseBy
    """The same by group. Groups without a night are left out."""
    blocked: list[AwardAccessResponseBlocked]
    """Nights with a public cash room and without a standard award for one night."""
    habits: list[AwardAccessResponseHabit]
    """What blocks most nights of a kind, too often for chance: the hotel would have to block at
    least half of them in the long run. `how` is the more frequent one of `longer_stay_only` and
    `premium_only` if it has at least a tenth of the blocked nights, else `no_award`.
    """
    why: str
    """The answer in a sentence."""
    pairs: int
    """Nights whose cash rates and awards were seen within 24 hours of each other; the billed ones.
    """
    seen_from: str | None
    """The oldest look. Null without a pair."""
    seen_to: str | None
    """The newest look. Null without a pair."""


class AwardAccessResponseBlocked(TypedDict):
    night: str
    """The night."""
    how: Literal["no_award", "premium_only", "longer_stay_only"]
    """`no_award`: no award is known. `premium_only`: only awards above the standard price.
    `longer_stay_only`: a standard award for a longer stay that begins that night is known.
    """
    min_los: int | None
    """The shortest longer stay that is known to be sold for points. Null unless `how` is
    `longer_stay_only`.
    """


class AwardAccessResponseBy(TypedDict):
    weekday: list[AwardAccessResponseByWeekday]
    """From Monday."""
    lead: list[AwardAccessResponseByLead]
    """By the days from the older of both looks to the night, shortest first."""
    month: list[AwardAccessResponseByMonth]
    """In date order."""


class AwardAccessResponseByLead(TypedDict):
    lead_days: list[int | None]
    """First and last lead time in days. The last is null for all longer ones."""
    nights: int
    """Nights with a public cash room for one night."""
    share: float | None
    """The share of them with a standard award for one night, 0 to 1. Null without such a night."""


class AwardAccessResponseByMonth(TypedDict):
    month: str
    """The month of the night."""
    nights: int
    """Nights with a public cash room for one night."""
    share: float | None
    """The share of them with a standard award for one night, 0 to 1. Null without such a night."""


class AwardAccessResponseByWeekday(TypedDict):
    weekday: Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    """The weekday of the night."""
    nights: int
    """Nights with a public cash room for one night."""
    share: float | None
    """The share of them with a standard award for one night, 0 to 1. Null without such a night."""


class AwardAccessResponseHabit(TypedDict):
    on: Literal["weekend", "weekday", "any"]
    """Which nights. Friday and Saturday nights are `weekend`."""
    how: Literal["no_award", "premium_only", "longer_stay_only"]
    """`no_award`: no award is known. `premium_only`: only awards above the standard price.
    `longer_stay_only`: a standard award for a longer stay that begins that night is known.
    """
    nights: int
    """Such nights with a public cash room."""
    blocked: int
    """Of these, the blocked ones."""
    min_los: int | None
    """The shortest longer stay that is known to be sold for points. Null unless `how` is
    `longer_stay_only`.
    """


AwardAccessResponseQuery = TypedDict(
    "AwardAccessResponseQuery",
    {
        # Id of the source: a hotel chain or a travel agency from `GET /chains`.
        "chain": "str",
        # The property's code at the source.
        "hotel_code": "str",
        # First check-in night.
        "from": "str",
        # Last check-in night.
        "to": "str",
    },
)


class AwardRate(TypedDict):
    room_code: str
    """The room type’s code at the source."""
    room_name: str
    """Display name of the room type."""
    rate_code: str
    """The rate plan’s code at the source."""
    name: str
    """Display name of the rate plan."""
    points_per_night: int
    """Per room and night, averaged over the stay."""
    points_total: int
    """All nights and rooms."""
    points_due: NotRequired[int | None]
    """All nights and rooms, less the free nights of the chain’s `award_rules`. From the points of
    each night if the source gives them, otherwise from their average. Only for more than one
    night. Null if there is no award.
    """
    free_nights: NotRequired[int | None]
    """Nights that are free. Null if there is no award."""
    cash_copay_per_night: float | None
    """The cash part per room and night; null for points alone."""
    standard: bool
    """False for a premium award."""
    certs: str | None
    """Certificates that cover the night, with the points to add: `35k:0;40k:0`."""
    cpp: float | None
    """Cents per point. Only for standard awards."""


class AwardRequest(TypedDict):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""
    checkin: str | dt.date
    """Check-in night, from yesterday (UTC) to 500 days ahead."""
    los: NotRequired[int]
    """Length of the stay in nights. Default: 1."""
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. A source that cannot quote it answers in its own currency; see
    `currency` in the answer. Default: "USD".
    """
    max_age: NotRequired[int | Literal["auto"]]
    """How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7
    days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often
    prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24
    hours, and 1 hour where too little is known. Default: 3600.
    """
    elite: NotRequired[bool]
    """Whether the guest has elite status. Some chains give free nights only to such guests.
    Default: false.
    """
    receipt: NotRequired[bool]
    """Whether to keep what the source sends, signed, as a receipt for this answer. Costs 0.5
    credits more if something is fetched; an answer from the cache has none. Default: false.
    """
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class AwardResponse(TypedDict):
    cached: bool | None
    """Whether the answer came from the cache, which costs a quarter."""
    observed_at: str | None
    """When the source answered."""
    cache_age_sec: int | None
    """Seconds since `observed_at`."""
    query: AwardResponseQuery
    """The request, with defaults filled in."""
    hotel: Hotel | None
    """The property, as the source or the directory describes it; null if neither does."""
    status: Literal["available", "sold_out", "closed", "restricted_los"] | None
    """Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it
    failed.
    """
    min_los: int | None
    """The minimum stay, if the source states one."""
    currency: str
    """The currency of the figures, ISO 4217. A rate may have a different `currency`."""
    award_rates: list[AwardRate]
    """Empty if no award is available."""
    cash_comparison: AwardResponseCashComparison
    """The cash price of the same stay, per room and night."""
    cpp: float | None
    """Cents per point of the cheapest standard award."""
    receipt: NotRequired[ReceiptRef | None]
    """Only if `receipt` was requested. Null if the answer came from the cache: nothing was charged
    for it then.
    """


class AwardResponseCashComparison(TypedDict):
    bar: float | None
    """The lowest public rate."""
    bar_after_tax: float | None
    """With all taxes and fees."""
    member: float | None
    """The lowest member rate."""
    member_after_tax: float | None
    """With all taxes and fees."""
    tax_included: bool | None
    """Whether `bar` includes tax (or `member`, if there is no public rate). Each rate also has its
    own `tax_included`. Null if unknown.
    """


class AwardResponseQuery(TypedDict):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""
    checkin: str
    """Check-in."""
    los: int
    """Nights of the stay."""
    adults: int
    """Per room."""
    children: int
    """Per room."""
    children_ages: NotRequired[list[int]]
    """Their ages, only if they were requested."""
    rooms: int
    """Rooms of the same kind."""
    currency: str
    """The requested currency."""
    max_age: NotRequired[int]
    """What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for."""


class AwardSearchRequest(TypedDict):
    q: NotRequired[str]
    """Name of the place: `Lisbon`, `Springfield, IL`, `東京`. Case and accents do not matter."""
    place_id: NotRequired[str]
    """The `place_id` from an earlier answer, instead of `q`."""
    lat: NotRequired[float]
    """Degrees north of the place; requires `lng`. Instead of `q`."""
    lng: NotRequired[float]
    """Degrees east of the place; requires `lat`."""
    radius: NotRequired[float]
    """Search radius around the place, in miles. Default: 25."""
    chains: NotRequired[list[str]]
    """Chains to search. Default: every chain with award points and a search by place."""
    nights: DateRange
    """A range of check-in nights."""
    los: NotRequired[int]
    """Length of the stay in nights. Default: 1."""
    cert: NotRequired[str]
    """Only nights that this free-night certificate covers, at the chains that have it
    (`certificates` in `GET /chains`).
    """
    max_top_up: NotRequired[int]
    """Maximum points to add to the certificate. The chain’s own maximum is the limit and the
    default.
    """
    min_access: NotRequired[float]
    """Only hotels that sell at least this share of their cash nights in the range for points, as
    `share` of `GET /award/access` says, whatever the age. Hotels for which that is not known are
    left out.
    """
    wallet: NotRequired[AwardSearchRequestWallet | Literal["saved"]]
    """What you hold: only chains of it are searched, and those that its banks transfer to.
    `"saved"`: the wallet of `PUT /wallet`.
    """
    within_wallet: NotRequired[bool]
    """Only nights that the `wallet` can pay, each on its own: with points, those of banks included,
    free nights, or certificates for a single night. Default: false.
    """
    fill: NotRequired[Literal["missing", "stale", "none"]]
    """What a job fetches. `missing`: hotels without any cached night in the range, with all its
    nights. `stale`: also every single night of the other hotels that is unknown or older than
    `max_age`. `none`: nothing. Default: "missing".
    """
    fill_budget: NotRequired[float]
    """The most credits that the jobs of `fill` may cost, the place lookup not counted. The nearest
    hotels come first, with their first nights; `not_filled` says what is left out. 0 starts no
    job.
    """
    partial: NotRequired[bool]
    """`false`: while a job has to fetch something, the answer is 202 with the jobs alone, and only
    its place lookup is charged. So repeat the call when they have ended, and pay for one answer.
    Default: true.
    """
    rank: NotRequired[Literal["points", "cpp", "nights"]]
    """`points`: cheapest night first. `cpp`: most cents per point first. `nights`: most matching
    nights first. Default: "points".
    """
    limit: NotRequired[int]
    """Maximum number of hotels in the answer. Default: 25."""
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. A source that cannot quote it answers in its own currency; see
    `currency` in the answer. Default: "USD".
    """
    max_age: NotRequired[int | Literal["auto"]]
    """Maximum age of a cached night in seconds; older ones are not shown. 0 shows none. Default:
    21600. `auto`: up to the age at which one in ten answers from the cache is stale, by how
    often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to
    24 hours, and 1 hour where too little is known.
    """
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class AwardSearchRequestWallet(TypedDict):
    points: NotRequired[dict[str, int]]
    """Your points, by chain."""
    banks: NotRequired[dict[str, int]]
    """Your points at banks, by bank. They become points of chains as `GET /transfers` says."""
    certificates: NotRequired[list[AwardSearchRequestWalletCertificate]]
    """Your free-night certificates: at most 6 of a chain and 20 in total."""
    elite: NotRequired[list[str]]
    """Chains where you have elite status, for free nights that only such guests get."""


class AwardSearchRequestWalletCertificate(TypedDict):
    chain: str
    """A chain with award points."""
    id: str
    """One of the chain’s `certificates` in `GET /chains`."""
    count: NotRequired[int]
    """How many of them. Default: 1."""


class AwardSearchResponse(TypedDict):
    place: Place | None
    """The resolved place; null if it is unknown."""
    alternatives: list[Place]
    """Other places with the same name, best match first. Ask for one by its `place_id`."""
    hotels: list[AwardSearchResponseHotel]
    """The hotels with a matching night, by `rank`, then by distance and code."""
    nights_unknown: int
    """Nights of hotels in the range that the cache does not know at all. `fill: "stale"` fetches
    them.
    """
    not_filled: NotRequired[AreaResponseNotFilled]
    """What `fill` selects and `fill_budget` does not pay for, and hotels that the directory did not
    know when the call was quoted: the next call has them. Only with `fill_budget`, or if there
    are such hotels.
    """


class AwardSearchResponse202(AwardSearchResponse):
    jobs: list[Job]
    """One job per chain that is being fetched."""


class AwardSearchResponseHotel(TypedDict):
    chain: str
    """The hotel’s chain."""
    hotel_code: str
    """The property's code at the chain."""
    name: str
    """For people."""
    lat: float | None
    """Degrees north; null if the chain gives no coordinates."""
    lng: float | None
    """Degrees east; null if the chain gives no coordinates."""
    timezone: str | None
    """IANA name from the directory, such as `Europe/London`; null if unknown."""
    distance_mi: float | None
    """Great-circle distance from the place in miles. Null if the chain gives no coordinates; such
    hotels come last.
    """
    max_age: NotRequired[int]
    """What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for."""
    comparable: Comparable | None
    """The figures in one common currency, for comparison. Null if there is no price, or no
    reference rate for the day on which it was observed.
    """
    comparison_note: str | None
    """Why a price is not compared. Null if it is, or if there is no price."""
    nights: list[MatrixCell]
    """The matching nights, by date."""


class AwardValueHotel(TypedDict):
    chain: str
    """The chain."""
    hotel_code: str
    """The property's code at the chain."""
    name: str | None
    """As spelled by the chain."""
    city: str | None
    """As spelled by the chain."""
    country: str | None
    """ISO 3166 alpha-2."""
    best_cpp: float
    """Cents per point of the best night that counts, in hundredths of the requested currency."""
    avg_cpp: float
    """Mean cents per point of all nights that count, rounded half up."""
    nights: int
    """Number of nights that count."""
    max_age: NotRequired[int]
    """What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for."""
    comparable: Comparable | None
    """The figures in one common currency, for comparison. Null if there is no price, or no
    reference rate for the day on which it was observed.
    """
    comparison_note: str | None
    """Why a price is not compared. Null if it is, or if there is no price."""
    best: MatrixCell


class AwardValueResponse(TypedDict):
    hotels: list[AwardValueHotel]
    """Empty if no cached night counts."""


class BacktestEvent(TypedDict):
    type: str
    """What happened."""
    created_at: str
    """When it was found."""
    chain: NotRequired[str]
    """The source of the hotel."""
    hotel_code: NotRequired[str]
    """The hotel."""
    name: NotRequired[str | None]
    """The hotel’s name; null if unknown."""
    attention: NotRequired[str]
    """Why the watch needs attention. With `watch.attention`."""
    night: NotRequired[str]
    """The check-in night."""
    los: NotRequired[int]
    """Length of stay, in nights."""
    kind: NotRequired[Literal["cash", "award"]]
    """What is watched."""
    previous: NotRequired[MatrixCell | None]
    """What was known before; null for a first observation."""
    current: NotRequired[MatrixCell]
    """What is known now; made up in a test."""
    price_lte: NotRequired[PriceReached]
    """With `watch.price_lte`."""
    rebook: NotRequired[RebookSaving]
    """With `watch.rebook`."""
    undercut: NotRequired[UndercutFound]
    """With `watch.undercut`."""
    schedule: NotRequired[ScheduleDone]
    """The run that ended. With `schedule.done`."""


class BacktestWatchRequest(TypedDict):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""
    nights: DateRange
    """A range of check-in nights."""
    los: NotRequired[int]
    """Length of the stay in nights. Default: 1."""
    kind: NotRequired[Literal["cash", "award"]]
    """`award` is only possible at chains with award points. Default: "cash"."""
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. Default: the hotel’s own currency where it is known, else USD. A watch
    that compares amounts must be in a currency that the hotel quotes.
    """
    refresh_sec: NotRequired[int]
    """Seconds between refreshes. A watch on the same nights with a shorter interval refreshes this
    one too. Default: 3600.
    """
    condition: Literal["available", "points_lte", "price_lte", "any", "rebook", "undercut"]
    """`available`: a night becomes available. `points_lte`: the cheapest award falls to
    `points_lte` or below. `price_lte`: the price falls to `price_lte.amount` or below. `any`:
    status, price or points change. `rebook`: the stay costs less than was paid. `undercut`: the
    channel sells the nights below the direct public rate.
    """
    points_lte: NotRequired[int]
    """For condition `points_lte`: fires when the cheapest award costs at most this many points."""
    price_lte: NotRequired[CreateWatchRequestPriceLte]
    """For condition `price_lte`: kind `cash`."""
    rebook: NotRequired[CreateWatchRequestRebook]
    """For condition `rebook`: one stay, `nights.from` = `nights.to`."""
    undercut: NotRequired[CreateWatchRequestUndercut]
    """For condition `undercut`: kind `cash`, a hotel chain."""
    since: NotRequired[str | dt.datetime]
    """Lists nothing from before this moment. Inclusive."""
    until: NotRequired[str | dt.datetime]
    """Lists nothing from after this moment. Inclusive; not in the future."""
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class BacktestWatchResponse(TypedDict):
    events: list[BacktestEvent]
    """The events that the watch would have sent, oldest first, without ids."""
    nights: int
    """Nights with at least one observation, of the hotel and, for `undercut`, of the channel. Each
    is paid for.
    """
    observations: int
    """Changes that were judged, including those in force at `since`."""


class Board(TypedDict):
    id: str
    """The board."""
    set: str
    """The set, which may have been deleted."""
    name: str | None
    """The name of the set; null if it was deleted."""
    kind: Literal["market", "parity"]
    """`market`: the subject of the set against its other hotels. `parity`: the subject’s own rate
    against the agencies that list it.
    """
    nights: BoardNights
    """As given."""
    created_at: str
    """When it was made."""
    refreshed_at: str | None
    """When it was last fetched, by hand or by a schedule."""
    link: BoardLink | None
    """The link for people without an account; null if there is none."""


class BoardChange(TypedDict):
    job: str | None
    """The job of the earlier run; null in a shared board."""
    since_at: str
    """When the earlier run was fetched."""
    nights: int
    """Nights in both runs."""
    compared: int
    """Rates that both runs have on the same basis."""
    cheaper: int
    """Of those, how many are lower now."""
    dearer: int
    """How many are higher."""
    gone: int
    """Could be booked in the earlier run, and not in this one."""
    reopened: int
    """The other way round."""
    rank: BoardChangeRank | None
    """The mean rank of the subject over the nights in both; null for parity."""
    rate_index: BoardChangeRank | None
    """Its mean rate index over these nights; null for parity."""
    vs_others_median_pct: BoardChangeRank | None
    """Its mean distance from the median of the others; null for parity."""
    lose: BoardChangeRank | None
    """Comparisons that an agency won by a lower rate, over these nights; null for a market."""
    hotels: list[BoardChangeHotel]
    """By hotel, in the order of the board. Hotels that only one of the runs has are left out."""


class BoardChangeHotel(TypedDict):
    chain: str
    """Id of the source."""
    hotel_code: str
    """The property’s code there."""
    name: str | None
    """As the directory names it."""
    compared: int
    """Its nights with a rate in both runs."""
    cheaper: int
    """How many are lower now."""
    dearer: int
    """How many are higher."""
    change_pct: float | None
    """What these nights cost together now, against the earlier run, in percent. Null if there are
    none.
    """


class BoardChangeRank(TypedDict):
    before: float | None
    """In the earlier run."""
    now: float | None
    """In this one."""


BoardChanges = TypedDict(
    "BoardChanges",
    {
        # Against the run nearest to a day before; null if there is none.
        "1d": "BoardChange | None",
        # Against the run nearest to 7 days before; null if there is none.
        "7d": "BoardChange | None",
        # Against the run nearest to 30 days before; null if there is none.
        "30d": "BoardChange | None",
    },
)


class BoardFailure(TypedDict):
    chain: str
    """The source that was asked."""
    hotel_code: str
    """The property’s code there."""
    name: str | None
    """As the directory names it."""
    codes: list[Literal[
        "invalid_request", "auth_failed", "hotel_not_found", "quota_exceeded", "rate_limited",
        "source_unavailable", "upstream_timeout",
    ]]
    """The errors, each once."""
    cells: int
    """How many cells failed. They cost nothing."""
    nights: list[str]
    """The nights that are missing."""


class BoardLink(TypedDict):
    url: str | None
    """The page of the board for anyone who has the link. Without `PUBLIC_URL`, the server does not
    know its own address, and this is a path. Null if the server has lost the key that encrypted
    it: make a new one.
    """
    ends_at: str | None
    """When it ends; null: when it is deleted."""


BoardNights = TypedDict(
    "BoardNights",
    {
        # First check-in night. A date, or days after the day of the run in its time zone: `+7d`.
        "from": "str",
        # Last check-in night, inclusive. A date, or days after the day of the run in its time
        # zone: `+7d`.
        "to": "str",
        # Only check-ins on these days of the week.
        "days": "NotRequired[list[Literal[\"mon\", \"tue\", \"wed\", \"thu\", \"fri\", \"sat\", \"sun\"]]]",
    },
)


class BookedStay(TypedDict):
    adults: int
    """Per room."""
    children: int
    """Per room."""
    children_ages: NotRequired[list[int]]
    """If they were given."""
    rooms: int
    """Rooms of the same kind."""
    room_name: str
    """The room that was booked."""
    refundable: bool
    """Whether a cancellation is refunded until `cancel_by`."""
    meal_plan: Literal["room_only", "breakfast", "half_board", "full_board", "all_inclusive"]
    """The meals that were booked."""
    paid: BookingPaid
    """What was paid."""
    cancel_by: str
    """Until when the booking can be canceled."""
    min_saving_pct: float
    """The least saving that counts, in percent of what was paid."""


class Booking(TypedDict):
    id: str
    """Id of the booking."""
    reference: str | None
    """Your words for it; null if there are none."""
    chain: str
    """The source."""
    hotel_code: str
    """The property’s code at the source."""
    name: str | None
    """The hotel’s name; null if unknown."""
    checkin: str
    """Check-in."""
    los: int
    """Nights."""
    adults: int
    """Per room."""
    children: int
    """Per room."""
    children_ages: NotRequired[list[int]]
    """Their ages, only if they were requested."""
    rooms: int
    """Rooms of the same kind."""
    room_name: str
    """The room that was booked."""
    refundable: bool
    """Whether a cancellation is refunded until `cancel_by`."""
    meal_plan: Literal["room_only", "breakfast", "half_board", "full_board", "all_inclusive"]
    """The meals that were booked."""
    paid: BookingPaid
    """What was paid."""
    cancel_by: str
    """Until when the booking can be canceled."""
    min_saving_pct: float
    """The least saving that counts, in percent of what was paid."""
    refresh_sec: int
    """Seconds between refreshes."""
    endpoints: list[str]
    """The endpoints that get the events, instead of a `webhook_url`."""
    status: Literal["watching", "past_deadline", "closed"]
    """`watching`: the stay is shopped and judged. `past_deadline`: it can no longer be canceled.
    `closed`: by you, or because the stay is past.
    """
    attention: str | None
    """Why you should look at the booking; null if all is well. `no_credits`: the account cannot pay
    for the next refresh; goes on by itself once it can. The others are those of watches.
    """
    best: BookingOffer | None
    """The cheapest offer of the last look that could replace the booking; null if none costs less
    than what was paid.
    """
    credits_per_refresh: float
    """The price of one refresh: a quarter of the price of a shop. Free if the source fails."""
    upstream: WatchUpstream
    """The requests to sources that it is expected to make each time."""
    last_refresh_at: str | None
    """When it was last refreshed."""
    next_refresh_at: str | None
    """When it is refreshed next; null if it is not."""
    created_at: str
    """When it was created."""


class BookingBetterEvent(TypedDict):
    """What was booked can be booked for less."""

    id: str
    """The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates."""
    type: Literal["booking.better"]
    """What happened."""
    created_at: str
    """When it was found."""
    booking_id: str
    """The booking that it is about. Events of bookings only."""
    reference: str | None
    """Your words for the booking, if any."""
    chain: str
    """The source of the hotel."""
    hotel_code: str
    """The hotel."""
    name: str | None
    """The hotel’s name; null if unknown."""
    night: str
    """The check-in night."""
    los: int
    """Length of stay, in nights."""
    kind: Literal["cash", "award"]
    """What is watched."""
    booking: BookedStay
    """What was booked. With `booking.…`."""
    best: BookingOffer | None
    """The cheapest offer of the last look that could replace the booking; null if none costs less
    than what was paid.
    """


class BookingDeadlineEvent(TypedDict):
    """A booking can soon no longer be canceled."""

    id: str
    """The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates."""
    type: Literal["booking.deadline"]
    """What happened."""
    created_at: str
    """When it was found."""
    booking_id: str
    """The booking that it is about. Events of bookings only."""
    reference: str | None
    """Your words for the booking, if any."""
    chain: str
    """The source of the hotel."""
    hotel_code: str
    """The hotel."""
    name: str | None
    """The hotel’s name; null if unknown."""
    night: str
    """The check-in night."""
    los: int
    """Length of stay, in nights."""
    kind: Literal["cash", "award"]
    """What is watched."""
    booking: BookedStay
    """What was booked. With `booking.…`."""
    best: BookingOffer | None
    """The cheapest offer of the last look that could replace the booking; null if none costs less
    than what was paid.
    """


class BookingOffer(TypedDict):
    offer: BookingOfferOffer
    """The offer."""
    saving: float
    """How much less it costs, per room and night."""
    saving_pct: float
    """The same in percent of what was paid."""
    saving_total: float
    """The saving over all nights and rooms."""
    seen_at: str
    """When the offer was seen."""


class BookingOfferOffer(TypedDict):
    room_code: str
    """The source’s code of the room."""
    room_name: str
    """The room, as the source names it."""
    room: Literal["same", "better"]
    """How the room stands to the booked one, by what both are said to have."""
    rate_code: str
    """The source’s code of the rate."""
    rate_name: str
    """The rate."""
    price: float
    """Per room and night, on the basis of what was paid."""
    member_only: bool
    """Whether only members of the loyalty program get it."""
    refundable: bool | None
    """Whether a cancellation is refunded; null if not stated."""
    cancel_by: str | None
    """Until when, if the source states it."""
    meal_plan: str | None
    """For example `breakfast`; null if not stated."""
    seller: BookingOfferOfferSeller | None
    """Who sells it. Null unless the source is a metasearch engine."""


class BookingOfferOfferSeller(TypedDict):
    name: str
    """Its name."""
    source: str | None
    """The agency’s id here; null if it has none."""
    direct: bool
    """Whether it is the hotel’s own site."""


class BookingPaid(TypedDict):
    amount: float
    """Per room and night: money in `currency`, or points."""
    currency: str
    """ISO 4217."""
    basis: Literal["after_tax", "bar", "points"]
    """What `amount` is: the price with all taxes and fees, the price as the source displays it, or
    points. Offers are compared on the same basis.
    """


class CalendarAreaRequest(TypedDict):
    q: NotRequired[str]
    """Name of the place: `Lisbon`, `Springfield, IL`, `東京`. Case and accents do not matter."""
    place_id: NotRequired[str]
    """The `place_id` from an earlier answer, instead of `q`."""
    lat: NotRequired[float]
    """Degrees north of the place; requires `lng`. Instead of `q`."""
    lng: NotRequired[float]
    """Degrees east of the place; requires `lat`."""
    radius: NotRequired[float]
    """Search radius around the place, in miles. Default: 25."""
    chain: str
    """A chain with a search by place."""
    max_hotels: NotRequired[int]
    """Maximum number of hotels, nearest first. Default: 50."""
    nights: DateRange
    """A range of check-in nights."""
    los: NotRequired[int]
    """Length of the stay in nights. Default: 1."""
    kind: NotRequired[Literal["award", "cash"]]
    """`award` ranks by points, only at chains with award points; `cash` ranks by the lowest public
    rate. Default: "award".
    """
    fill: NotRequired[Literal["missing", "stale", "none"]]
    """What a job fetches. `missing`: hotels without any cached night in the range, with all its
    nights. `stale`: also every single night of the other hotels that is unknown or older than
    `max_age`. `none`: nothing. Default: "missing".
    """
    fill_budget: NotRequired[float]
    """The most credits that the jobs of `fill` may cost, the place lookup not counted. The nearest
    hotels come first, with their first nights; `not_filled` says what is left out. 0 starts no
    job.
    """
    partial: NotRequired[bool]
    """`false`: while a job has to fetch something, the answer is 202 with the jobs alone, and only
    its place lookup is charged. So repeat the call when they have ended, and pay for one answer.
    Default: true.
    """
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. A source that cannot quote it answers in its own currency; see
    `currency` in the answer. Default: "USD".
    """
    max_age: NotRequired[int | Literal["auto"]]
    """Maximum age of a cached night in seconds; older ones are not shown. 0 shows none. Default:
    21600 for `award`, 3600 for `cash`. `auto`: up to the age at which one in ten answers from
    the cache is stale, by how often prices of this hotel changed at this lead time in the last
    28 days; from 15 minutes to 24 hours, and 1 hour where too little is known.
    """
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class CalendarAreaResponse(TypedDict):
    place: Place | None
    """The resolved place; null if it is unknown."""
    alternatives: list[Place]
    """Other places with the same name, best match first. Ask for one by its `place_id`."""
    nights_unknown: int
    """Nights of hotels in the range that the cache does not know at all. `fill: "stale"` fetches
    them.
    """
    not_filled: NotRequired[AreaResponseNotFilled]
    """What `fill` selects and `fill_budget` does not pay for, and hotels that the directory did not
    know when the call was quoted: the next call has them. Only with `fill_budget`, or if there
    are such hotels.
    """
    nights: list[CalendarAreaResponseNight]
    """One row per night; empty if the place is unknown."""
    hotels: list[CalendarAreaResponseHotel]
    """Every hotel considered, nearest first."""


class CalendarAreaResponse202(CalendarAreaResponse):
    job: Job


class CalendarAreaResponseHotel(TypedDict):
    chain: str
    """The hotel’s chain."""
    hotel_code: str
    """The property's code at the chain."""
    name: str
    """For people."""
    lat: float | None
    """Degrees north; null if the chain gives no coordinates."""
    lng: float | None
    """Degrees east; null if the chain gives no coordinates."""
    timezone: str | None
    """IANA name from the directory, such as `Europe/London`; null if unknown."""
    distance_mi: float | None
    """Great-circle distance from the place in miles. Null if the chain gives no coordinates; such
    hotels come last.
    """
    max_age: NotRequired[int]
    """What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for."""
    cheapest_night: str | None
    """The hotel’s cheapest night; on a tie, the first. Null if no night is available."""
    cheapest: float | None
    """The price of that night: points for `award`, the public rate in the requested currency for
    `cash`. Null if there is none.
    """


class CalendarAreaResponseNight(TypedDict):
    night: str
    """Check-in."""
    hotels_known: int
    """Number of hotels with a cached cell for this night."""
    hotels_available: int
    """How many of them are available."""
    converted: int
    """How many of these were quoted in another currency and converted by a reference rate."""
    not_compared: int
    """How many of these were quoted in another currency without a reference rate. They have no
    figure here.
    """
    cheapest: float | None
    """The cheapest of the available hotels: points for `award`, the public rate in the requested
    currency for `cash`. Null if there is none.
    """
    cheapest_hotel: CalendarAreaResponseNightCheapestHotel | None
    """The cheapest hotel; on a tie, the nearest."""
    median: float | None
    """The median of the available hotels (for an even number, the mean of the middle two, rounded
    half up): points for `award`, the public rate in the requested currency for `cash`. Null if
    there is none.
    """
    best_cpp: float | None
    """The most cents per point among the available hotels, in hundredths of the requested currency;
    null for `cash`.
    """


class CalendarAreaResponseNightCheapestHotel(TypedDict):
    chain: str
    """The hotel’s chain."""
    hotel_code: str
    """The property's code at the chain."""
    name: str
    """For people."""


class CalendarNight(TypedDict):
    night: str
    """The night, by its check-in date."""
    status: Literal["available", "sold_out", "closed", "restricted_los"] | None
    """Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it
    failed.
    """
    min_los: int | None
    """The minimum stay, if the source states one."""
    lowest: Lowest | None
    """Null if the night failed."""
    error: NotRequired[RowError]
    """Why this row failed. Failed rows are free."""
    cached: bool | None
    """Whether the answer came from the cache, which costs a quarter."""
    observed_at: str | None
    """When the source answered."""
    cache_age_sec: int | None
    """Seconds since `observed_at`."""


class CalendarRequest(TypedDict):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""
    nights: DateRange
    """A range of check-in nights."""
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. A source that cannot quote it answers in its own currency; see
    `currency` in the answer. Default: "USD".
    """
    max_age: NotRequired[int | Literal["auto"]]
    """How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7
    days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often
    prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24
    hours, and 1 hour where too little is known. Default: 3600.
    """
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class CalendarResponse(TypedDict):
    cached: bool | None
    """Whether the answer came from the cache, which costs a quarter."""
    observed_at: str | None
    """When the source answered."""
    cache_age_sec: int | None
    """Seconds since `observed_at`."""
    query: CalendarResponseQuery
    """The request, with defaults filled in."""
    hotel: Hotel | None
    """The property, as the source or the directory describes it; null if neither does."""
    currency: str | None
    """The currency of all figures; null if every night failed."""
    nights: list[CalendarNight]
    """One row per night, in date order."""


class CalendarResponseQuery(TypedDict):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""
    adults: int
    """Per room."""
    children: int
    """Per room."""
    children_ages: NotRequired[list[int]]
    """Their ages, only if they were requested."""
    rooms: int
    """Rooms of the same kind."""
    currency: str
    """The requested currency."""
    max_age: NotRequired[int]
    """What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for."""
    nights: NightRange
    """A range of check-in nights."""


class Certificate(TypedDict):
    id: str
    """The id used in `certs`."""
    max_points: int | None
    """The highest award it covers. Null: no limit."""
    max_top_up: int | None
    """Points that may be added. Null: any number. 0: none."""


class Chain(TypedDict):
    id: str
    """The value of `chain` in requests."""
    kind: Literal["chain", "ota", "meta"]
    """A hotel chain, an online travel agency, or a metasearch engine, which shows the offers of
    many sellers.
    """
    name: str
    """The display name."""
    shop_credits: float
    """One live shop."""
    compset_hotel_credits: float
    """One hotel of a live comparison set."""
    compset_extras: ChainCompsetExtras
    """Added to `compset_hotel_credits`, per hotel."""
    calendar_night_credits: float
    """One live night of a stay or of an area calendar."""
    award_night_credits: float | None
    """The same in points; null if the source has none."""
    native_batch: bool
    """Whether one call covers several hotels."""
    native_calendar: bool
    """Whether one call covers many nights."""
    award_points: bool
    """Whether nights can be booked with points."""
    geo_search: bool
    """Whether hotels can be found around a place."""
    certificates: list[Certificate]
    """Free-night certificates of the chain."""
    award_rules: ChainAwardRules
    """The rules of award bookings."""
    currencies: list[str]
    """ISO 4217 codes. `*`: any. `hotel`: each hotel’s own currency only."""
    tax_included: bool | None
    """Whether nightly prices include taxes. Null: differs between answers."""
    children_ages: bool
    """Whether the source can be told `children_ages`. If not, a question with ages fails at it,
    because its price would be for other children.
    """
    point_of_sale: list[Literal["country", "device"]]
    """The fields of `point_of_sale` that the source understands."""
    examples: list[str]
    """Hotel codes that can be shopped."""
    sandbox: bool
    """Whether its hotels and prices are invented, for trying things out."""
    status: Literal["up", "degraded", "down"]
    """The current health of the source."""


class ChainAwardRules(TypedDict):
    free_night: FreeNightRule | None
    """A booking paid with points alone is cut into groups of `every` nights from its first night.
    Each whole group has one free night. Premium awards have none. Null if no night is free.
    """


class ChainCompsetExtras(TypedDict):
    member: float
    """For member rates, if they need another call."""


class ChangeBookingRequest(TypedDict):
    status: NotRequired[Literal["watching", "closed"]]
    """`closed`: nothing is refreshed or told any more, for example because it was booked again.
    `watching` opens it again, before `cancel_by`.
    """
    room_name: NotRequired[str]
    """The booked room, as the source names it. What the name says (class, beds, view, …) decides
    which rooms are the same or better.
    """
    refundable: NotRequired[bool]
    """Whether a cancellation is refunded. If so, only refundable offers count."""
    meal_plan: NotRequired[Literal[
        "room_only", "breakfast", "half_board", "full_board", "all_inclusive",
    ]]
    """The meals that were booked. Offers have at least these."""
    paid: NotRequired[ChangeBookingRequestPaid]
    """Omitted fields stay unchanged, and the currency always does."""
    cancel_by: NotRequired[str | dt.date | dt.datetime]
    """Until when the booking can be canceled: a time with its offset, or a date, which is its first
    moment in UTC. Nothing is told later.
    """
    min_saving_pct: NotRequired[float]
    """The least saving to be told of, in percent of what was paid."""
    refresh_sec: NotRequired[int]
    """Seconds between refreshes. A booking or watch of the same stay with a shorter interval
    refreshes this one too.
    """
    endpoints: NotRequired[list[str]]
    """The endpoints that get the events, instead of a `webhook_url`."""
    reference: NotRequired[str | None]
    """Null takes it away."""


class ChangeBookingRequestPaid(TypedDict):
    amount: NotRequired[float]
    """Per room and night: money in `currency`, or points."""
    basis: NotRequired[Literal["after_tax", "bar", "points"]]
    """Points stay points, and money stays money."""


class ChangeEndpointRequest(TypedDict):
    url: NotRequired[str]
    """For `webhook` and `slack`: a public http or https address. That of a `slack` endpoint is a
    secret: answers show its host, as `https://hooks.example.com/***`.
    """
    address: NotRequired[str]
    """For `email`: the address that gets the mails."""
    events: NotRequired[list[str] | None]
    """The types of events that it gets; null for all. Tests are always sent."""
    description: NotRequired[str | None]
    """Your words for it."""
    status: NotRequired[Literal["active", "paused"]]
    """Pause or resume it. A recipient who has unsubscribed must agree again before mails are sent.
    """


class ChangeFeedRequest(TypedDict):
    name: NotRequired[str]
    """A name for people. It need not be unique."""
    format: NotRequired[Literal["csv", "json", "xlsx"]]
    """The ending of `url`. The same link with another of these endings works too."""
    columns: NotRequired[list[str] | None]
    """The columns, in order; null for all."""


class ChangeScheduleRequest(TypedDict):
    name: NotRequired[str]
    """A name for people. It need not be unique."""
    ask: NotRequired[Literal["matrix", "compset", "parity"]]
    """Which call a run makes. It costs the same and has the same name in usage."""
    body: NotRequired[dict[str, Any]]
    """The body of that call. Dates may count from the day of the run: `"checkin": "+7d"`, or
    `"nights": {"from": "+1d", "to": "+90d", "days": ["fri", "sat"]}`. For parity, a list of
    hotels or a `set` takes the place of the hotel.
    """
    every: NotRequired[Literal["hour", "day", "week"]]
    """How often it runs."""
    at: NotRequired[str]
    """The local time of a run. With `every: "hour"` it is the minute: `00:20`. A time that does not
    exist that night runs at the first moment that does; one that exists twice, at the first.
    """
    on: NotRequired[list[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]]]
    """The days of the week. With `every: "week"` only."""
    timezone: NotRequired[str]
    """A zone of the time zone database. Summer time is taken care of."""
    max_credits: NotRequired[float]
    """A run that could cost more does not happen, and says so."""
    format: NotRequired[Literal["csv", "jsonl", "parquet", "xlsx"]]
    """The format of the file that the event names."""
    deliver: NotRequired[Literal["link", "attachment"]]
    """With `attachment`, mails about a run have its file, if it has at most 10 MB."""
    endpoints: NotRequired[list[str]]
    """Ids of endpoints that get the event of each run. It can also be read with `GET /events`."""
    status: NotRequired[Literal["active", "paused"]]
    """A paused schedule does not run. What it misses meanwhile is not made up for."""


class ChangeSetRequest(TypedDict):
    name: NotRequired[str]
    """A name for people. It need not be unique."""
    hotels: NotRequired[list[HotelRef]]
    """The hotels, of one chain or of several, in the order of answers."""
    subject: NotRequired[ChangeSetRequestSubject | None]
    """Null: no subject any more."""


class ChangeSetRequestSubject(TypedDict):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""


class ChangeWatchRequest(TypedDict):
    status: NotRequired[Literal["active", "paused"]]
    """Pause or resume the watch. `active` also resumes it after its receiver answered 410 or its
    credits ran out.
    """
    refresh_sec: NotRequired[int]
    """Seconds between refreshes. A watch on the same nights with a shorter interval refreshes this
    one too.
    """
    webhook_url: NotRequired[str]
    """Where to send events: a public http or https address. Either this or `endpoints`."""
    endpoints: NotRequired[list[str]]
    """The endpoints that get the events, instead of a `webhook_url`."""
    points_lte: NotRequired[int]
    """For condition `points_lte`: fires when the cheapest award costs at most this many points."""
    price_lte: NotRequired[ChangeWatchRequestPriceLte]
    """Omitted fields stay unchanged."""
    rebook: NotRequired[ChangeWatchRequestRebook]
    """Omitted fields stay unchanged."""
    undercut: NotRequired[ChangeWatchRequestUndercut]
    """Omitted fields stay unchanged. After a change of channel, the hotel’s id comes from the id
    map unless given.
    """


class ChangeWatchRequestPriceLte(TypedDict):
    amount: NotRequired[float]
    """The highest price per room and night that fires, in `currency`."""
    basis: NotRequired[Literal["bar", "bar_after_tax", "member"]]
    """The rate to compare with: the lowest public rate, the same with all taxes and fees, or the
    lowest member rate.
    """


class ChangeWatchRequestRebook(TypedDict):
    paid: NotRequired[float]
    """The price you paid per room and night: in `currency`, or in points for kind `award`."""
    basis: NotRequired[Literal["bar", "bar_after_tax", "member"]]
    """The rate to compare with: the lowest public rate, the same with all taxes and fees, or the
    lowest member rate. Ignored for kind `award`.
    """
    min_saving_pct: NotRequired[float]
    """The minimum saving, in percent of the price paid."""


class ChangeWatchRequestUndercut(TypedDict):
    channel: NotRequired[str]
    """The online travel agency to compare with the direct public rate."""
    hotel_code: NotRequired[str]
    """The hotel’s id there. Default: from the id map."""
    min_pct: NotRequired[float]
    """The minimum gap, in percent of the direct rate."""
    basis: NotRequired[Literal["bar_after_tax", "bar"]]
    """Compare prices with all taxes and fees, or displayed prices. `bar` may compare a price with
    tax to one without.
    """
    like_for_like: NotRequired[bool]
    """Compare only rooms that match (see `rooms` of `/parity`), with the same refundability and
    meal. Each refresh then shops every night, at a quarter of the shop price.
    """


class Comparable(TypedDict):
    currency: str
    """The currency of these figures."""
    bar: float | None
    """The lowest public rate."""
    bar_after_tax: float | None
    """The lowest public rate with all taxes and fees."""
    member: float | None
    """The lowest member rate."""
    member_after_tax: float | None
    """The lowest member rate with all taxes and fees."""
    cpp: float | None
    """Cents per point in this currency, from the quoted price at the exact rate."""
    fx: Fx | None
    """The rate used; null if nothing had to be converted."""


class CompsetAwardHotel(TypedDict):
    chain: str
    """Id of the source."""
    hotel_code: str
    """The property’s code at the source."""
    name: str | None
    """The hotel’s name; null if unknown."""
    lat: float | None
    """Degrees north; null if unknown."""
    lng: float | None
    """Degrees east; null if unknown."""
    timezone: str | None
    """IANA name, such as `Europe/London`; null if unknown."""
    max_age: NotRequired[int]
    """What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for."""
    status: Literal["available", "sold_out", "closed", "restricted_los"] | None
    """Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it
    failed.
    """
    min_los: int | None
    """The minimum stay, if the source states one."""
    currency: str | None
    """The currency of this hotel’s figures."""
    lowest: Lowest | None
    """Null if the hotel failed, or if the chain has no award points."""
    comparable: Comparable | None
    """The figures in one common currency, for comparison. Null if there is no price, or no
    reference rate for the day on which it was observed.
    """
    comparison_note: str | None
    """Why a price is not compared. Null if it is, or if there is no price."""
    points_due: NotRequired[int | None]
    """All nights and rooms, less the free nights of the chain’s `award_rules`. From the points of
    each night if the source gives them, otherwise from their average. Only for more than one
    night. Null if there is no award.
    """
    free_nights: NotRequired[int | None]
    """Nights that are free. Null if there is no award."""
    error: NotRequired[RowError]
    """Why this row failed. Failed rows are free."""
    cached: bool | None
    """Whether the answer came from the cache, which costs a quarter."""
    observed_at: str | None
    """When the source answered."""
    cache_age_sec: int | None
    """Seconds since `observed_at`."""


class CompsetAwardRequest(TypedDict):
    chain: NotRequired[str]
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_codes: NotRequired[list[str]]
    """Hotels of `chain`."""
    hotels: NotRequired[list[HotelRef]]
    """Hotels of several chains, instead of `chain` and `hotel_codes`."""
    set: NotRequired[str]
    """The id of a set from `POST /sets`, instead of a list. It may have at most 25 hotels here."""
    los: NotRequired[int]
    """Length of the stay in nights. Default: 1."""
    rates: NotRequired[Literal["lowest", "member"]]
    """`member` also fetches member rates at sources where they take a further call. That call costs
    extra. Default: "lowest".
    """
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. A source that cannot quote it answers in its own currency; see
    `currency` in the answer. Default: "USD".
    """
    max_age: NotRequired[int | Literal["auto"]]
    """How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7
    days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often
    prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24
    hours, and 1 hour where too little is known. Default: 3600.
    """
    checkin: str | dt.date
    """Check-in night, from yesterday (UTC) to 500 days ahead."""
    elite: NotRequired[bool]
    """Whether the guest has elite status. Some chains give free nights only to such guests.
    Default: false.
    """
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class CompsetAwardResponse(TypedDict):
    query: CompsetAwardResponseQuery
    """The request, with defaults filled in."""
    hotels: list[CompsetAwardHotel]
    """One row per hotel, in the requested order."""


class CompsetAwardResponseQuery(TypedDict):
    checkin: str
    """Check-in."""
    los: int
    """Nights of the stay."""
    adults: int
    """Per room."""
    children: int
    """Per room."""
    children_ages: NotRequired[list[int]]
    """Their ages, only if they were requested."""
    rooms: int
    """Rooms of the same kind."""
    currency: str
    """The requested currency."""
    rates: Literal["lowest", "member"]
    """The requested rates."""


class CompsetHotel(TypedDict):
    chain: str
    """Id of the source."""
    hotel_code: str
    """The property’s code at the source."""
    name: str | None
    """The hotel’s name; null if unknown."""
    lat: float | None
    """Degrees north; null if unknown."""
    lng: float | None
    """Degrees east; null if unknown."""
    timezone: str | None
    """IANA name, such as `Europe/London`; null if unknown."""
    max_age: NotRequired[int]
    """What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for."""
    status: Literal["available", "sold_out", "closed", "restricted_los"] | None
    """Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it
    failed.
    """
    min_los: int | None
    """The minimum stay, if the source states one."""
    currency: str | None
    """The currency of this hotel’s figures."""
    lowest: Lowest | None
    """Null if the hotel failed, or if the chain has no award points."""
    comparable: Comparable | None
    """The figures in one common currency, for comparison. Null if there is no price, or no
    reference rate for the day on which it was observed.
    """
    comparison_note: str | None
    """Why a price is not compared. Null if it is, or if there is no price."""
    error: NotRequired[RowError]
    """Why this row failed. Failed rows are free."""
    cached: bool | None
    """Whether the answer came from the cache, which costs a quarter."""
    observed_at: str | None
    """When the source answered."""
    cache_age_sec: int | None
    """Seconds since `observed_at`."""


class CompsetRequest(TypedDict):
    chain: NotRequired[str]
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_codes: NotRequired[list[str]]
    """Hotels of `chain`."""
    hotels: NotRequired[list[HotelRef]]
    """Hotels of several chains, instead of `chain` and `hotel_codes`."""
    set: NotRequired[str]
    """The id of a set from `POST /sets`, instead of a list. It may have at most 25 hotels here."""
    los: NotRequired[int]
    """Length of the stay in nights. Default: 1."""
    rates: NotRequired[Literal["lowest", "member"]]
    """`member` also fetches member rates at sources where they take a further call. That call costs
    extra. Default: "lowest".
    """
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. A source that cannot quote it answers in its own currency; see
    `currency` in the answer. Default: "USD".
    """
    max_age: NotRequired[int | Literal["auto"]]
    """How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7
    days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often
    prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24
    hours, and 1 hour where too little is known. Default: 3600.
    """
    checkin: str | dt.date
    """Check-in night, from yesterday (UTC) to 500 days ahead."""
    subject: NotRequired[HotelRef]
    """A hotel of the list, whose place in the market is answered as `market.subject`. Default: the
    subject of the `set`, if it has one.
    """
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class CompsetResponse(TypedDict):
    query: CompsetResponseQuery
    """The request, with defaults filled in."""
    hotels: list[CompsetHotel]
    """One row per hotel, in the requested order."""
    market: Market


class CompsetResponseQuery(TypedDict):
    checkin: str
    """Check-in."""
    los: int
    """Nights of the stay."""
    adults: int
    """Per room."""
    children: int
    """Per room."""
    children_ages: NotRequired[list[int]]
    """Their ages, only if they were requested."""
    rooms: int
    """Rooms of the same kind."""
    currency: str
    """The requested currency."""
    rates: Literal["lowest", "member"]
    """The requested rates."""
    subject: NotRequired[HotelRef]
    """A hotel of the list, whose place in the market is answered as `market.subject`. Default: the
    subject of the `set`, if it has one.
    """


class CreateBookingRequest(TypedDict):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""
    checkin: str | dt.date
    """Check-in night, from yesterday (UTC) to 500 days ahead."""
    los: NotRequired[int]
    """Length of the stay in nights. Default: 1."""
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    room_name: str
    """The booked room, as the source names it. What the name says (class, beds, view, …) decides
    which rooms are the same or better.
    """
    refundable: bool
    """Whether a cancellation is refunded. If so, only refundable offers count."""
    meal_plan: Literal["room_only", "breakfast", "half_board", "full_board", "all_inclusive"]
    """The meals that were booked. Offers have at least these."""
    paid: CreateBookingRequestPaid
    """What was paid."""
    cancel_by: str | dt.date | dt.datetime
    """Until when the booking can be canceled: a time with its offset, or a date, which is its first
    moment in UTC. Nothing is told later.
    """
    min_saving_pct: NotRequired[float]
    """The least saving to be told of, in percent of what was paid. Default: 5."""
    refresh_sec: NotRequired[int]
    """Seconds between refreshes. A booking or watch of the same stay with a shorter interval
    refreshes this one too. Default: 21600.
    """
    endpoints: list[str]
    """The endpoints that get the events, instead of a `webhook_url`."""
    reference: NotRequired[str]
    """Your words for the booking, such as a guest or a file number. Events have it, too."""


class CreateBookingRequestPaid(TypedDict):
    amount: float
    """Per room and night: money in `currency`, or points."""
    currency: NotRequired[str]
    """ISO 4217: a currency that the hotel quotes. Not needed for points."""
    basis: Literal["after_tax", "bar", "points"]
    """What `amount` is: the price with all taxes and fees, the price as the source displays it, or
    points. Offers are compared on the same basis.
    """


class CreateEndpointRequest(TypedDict):
    kind: Literal["webhook", "slack", "email"]
    """`webhook`: signed JSON. `slack`: a message in a channel, by an incoming webhook of Slack.
    `email`: a mail.
    """
    url: NotRequired[str]
    """For `webhook` and `slack`: a public http or https address. That of a `slack` endpoint is a
    secret: answers show its host, as `https://hooks.example.com/***`.
    """
    address: NotRequired[str]
    """For `email`: the address that gets the mails."""
    events: NotRequired[list[str] | None]
    """The types of events that it gets; null for all. Tests are always sent."""
    description: NotRequired[str | None]
    """Your words for it."""


class CreateFeedRequest(TypedDict):
    name: str
    """A name for people. It need not be unique."""
    schedule: NotRequired[str]
    """Shows the newest finished run of this schedule."""
    board: NotRequired[str]
    """Shows the newest finished grid of this board, whether a call of `POST /boards` or a schedule
    had it fetched.
    """
    job: NotRequired[str]
    """Shows this job."""
    format: Literal["csv", "json", "xlsx"]
    """The ending of `url`. The same link with another of these endings works too."""
    columns: NotRequired[list[str]]
    """The columns, in order, as the file of the job names them; also `hotel_name` for grids.
    `observed_at` is added if it is left out. Default: all.
    """


class CreateScheduleRequest(TypedDict):
    name: str
    """A name for people. It need not be unique."""
    ask: Literal["matrix", "compset", "parity"]
    """Which call a run makes. It costs the same and has the same name in usage."""
    body: dict[str, Any]
    """The body of that call. Dates may count from the day of the run: `"checkin": "+7d"`, or
    `"nights": {"from": "+1d", "to": "+90d", "days": ["fri", "sat"]}`. For parity, a list of
    hotels or a `set` takes the place of the hotel.
    """
    every: Literal["hour", "day", "week"]
    """How often it runs."""
    at: NotRequired[str]
    """The local time of a run. With `every: "hour"` it is the minute: `00:20`. A time that does not
    exist that night runs at the first moment that does; one that exists twice, at the first.
    Default: "00:00".
    """
    on: NotRequired[list[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]]]
    """The days of the week. With `every: "week"` only."""
    timezone: str
    """A zone of the time zone database. Summer time is taken care of."""
    max_credits: float
    """A run that could cost more does not happen, and says so."""
    format: NotRequired[Literal["csv", "jsonl", "parquet", "xlsx"]]
    """The format of the file that the event names. Default: "csv"."""
    deliver: NotRequired[Literal["link", "attachment"]]
    """With `attachment`, mails about a run have its file, if it has at most 10 MB. Default: "link".
    """
    endpoints: NotRequired[list[str]]
    """Ids of endpoints that get the event of each run. It can also be read with `GET /events`.
    Default: [].
    """


class CreateSetRequest(TypedDict):
    name: str
    """A name for people. It need not be unique."""
    hotels: list[HotelRef]
    """The hotels, of one chain or of several, in the order of answers."""
    subject: NotRequired[HotelRef]
    """The hotel that the others are compared with, such as your own. One of `hotels`."""


class CreateWatchRequest(TypedDict):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""
    nights: DateRange
    """A range of check-in nights."""
    los: NotRequired[int]
    """Length of the stay in nights. Default: 1."""
    kind: NotRequired[Literal["cash", "award"]]
    """`award` is only possible at chains with award points. Default: "cash"."""
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. Default: the hotel’s own currency where it is known, else USD. A watch
    that compares amounts must be in a currency that the hotel quotes.
    """
    refresh_sec: NotRequired[int]
    """Seconds between refreshes. A watch on the same nights with a shorter interval refreshes this
    one too. Default: 3600.
    """
    condition: Literal["available", "points_lte", "price_lte", "any", "rebook", "undercut"]
    """`available`: a night becomes available. `points_lte`: the cheapest award falls to
    `points_lte` or below. `price_lte`: the price falls to `price_lte.amount` or below. `any`:
    status, price or points change. `rebook`: the stay costs less than was paid. `undercut`: the
    channel sells the nights below the direct public rate.
    """
    webhook_url: NotRequired[str]
    """Where to send events: a public http or https address. Either this or `endpoints`."""
    endpoints: NotRequired[list[str]]
    """The endpoints that get the events, instead of a `webhook_url`."""
    points_lte: NotRequired[int]
    """For condition `points_lte`: fires when the cheapest award costs at most this many points."""
    price_lte: NotRequired[CreateWatchRequestPriceLte]
    """For condition `price_lte`: kind `cash`."""
    rebook: NotRequired[CreateWatchRequestRebook]
    """For condition `rebook`: one stay, `nights.from` = `nights.to`."""
    undercut: NotRequired[CreateWatchRequestUndercut]
    """For condition `undercut`: kind `cash`, a hotel chain."""


class CreateWatchRequestPriceLte(TypedDict):
    amount: float
    """The highest price per room and night that fires, in `currency`."""
    basis: NotRequired[Literal["bar", "bar_after_tax", "member"]]
    """The rate to compare with: the lowest public rate, the same with all taxes and fees, or the
    lowest member rate. Default: "bar_after_tax".
    """


class CreateWatchRequestRebook(TypedDict):
    paid: float
    """The price you paid per room and night: in `currency`, or in points for kind `award`."""
    basis: NotRequired[Literal["bar", "bar_after_tax", "member"]]
    """The rate to compare with: the lowest public rate, the same with all taxes and fees, or the
    lowest member rate. Ignored for kind `award`. Default: "bar".
    """
    min_saving_pct: NotRequired[float]
    """The minimum saving, in percent of the price paid."""


class CreateWatchRequestUndercut(TypedDict):
    channel: str
    """The online travel agency to compare with the direct public rate."""
    hotel_code: NotRequired[str]
    """The hotel’s id there. Default: from the id map."""
    min_pct: NotRequired[float]
    """The minimum gap, in percent of the direct rate."""
    basis: NotRequired[Literal["bar_after_tax", "bar"]]
    """Compare prices with all taxes and fees, or displayed prices. `bar` may compare a price with
    tax to one without. Default: "bar_after_tax".
    """
    like_for_like: NotRequired[bool]
    """Compare only rooms that match (see `rooms` of `/parity`), with the same refundability and
    meal. Each refresh then shops every night, at a quarter of the shop price. Default: false.
    """


DateRange = TypedDict(
    "DateRange",
    {
        # First check-in night.
        "from": "str | dt.date",
        # Last check-in night, inclusive.
        "to": "str | dt.date",
    },
)


class Delivery(TypedDict):
    """The delivery of the event to the `webhook_url` of its watch or job."""

    status: Literal["pending", "delivered", "failed"]
    """`pending` until the next attempt, `delivered` after a 2xx, `failed` after the last attempt.
    """
    attempts_made: int
    """Attempts so far."""
    last_status: int | None
    """The status of the last attempt; null if there was no answer or no attempt yet."""
    next_attempt_at: str | None
    """When the next attempt is due; null if none is."""
    log: list[DeliveryAttempt]
    """The attempts, oldest first. In a list of events, only the last one."""
    attempts: int
    """The same as `attempts_made`, which has this name at endpoints too. Deprecated since 1.1,
    works until 2.0.
    """


class DeliveryAttempt(TypedDict):
    at: str
    """When it began."""
    status: int | None
    """The status of the receiver’s answer: of HTTP, or of SMTP for an e-mail. Null if there was
    none.
    """
    error: str | None
    """What went wrong, if the status does not say it."""
    duration_ms: int
    """How long it took."""
    answer: str | None
    """The first bytes of what the receiver answered; null if there was nothing, or if this server
    does not keep answers.
    """


class DirectoryStatus(TypedDict):
    """How far the directory of hotels has been read."""

    hotels: int
    """Listed hotels and agencies’ listings that are not closed."""
    synced_at: str | None
    """When a source was last read to its end."""
    sources: list[DirectoryStatusSource]
    """Chains first, then travel agencies."""


class DirectoryStatusSource(TypedDict):
    id: str
    """Id of the source."""
    hotels: int
    """Listed hotels that are not closed."""
    synced_at: str | None
    """When it was last read to its end."""
    state: Literal["waiting", "reading", "current", "failing", "unlisted"]
    """`waiting`: not read yet. `reading`: being read. `current`: up to date. `failing`: the last
    try failed. `unlisted`: the source has no listing; hotels are added as they are seen.
    """


class Endpoint(TypedDict):
    id: str
    """Id of the endpoint."""
    kind: Literal["webhook", "slack", "email"]
    """What it is."""
    url: NotRequired[str]
    """For `webhook` and `slack`: a public http or https address. That of a `slack` endpoint is a
    secret: answers show its host, as `https://hooks.example.com/***`.
    """
    address: NotRequired[str]
    """For `email`: the address that gets the mails."""
    description: str | None
    """Your words for it."""
    events: list[str] | None
    """The types of events that it gets; null for all. Tests are always sent."""
    status: Literal["active", "unverified", "paused"]
    """`unverified`: the link in the first mail was not followed yet, so nothing else is sent.
    `paused`: nothing is sent.
    """
    paused_reason: str | None
    """Why it is paused; null if it is not. `requested`: by you. `gone`: the receiver answered 410,
    or the mailbox does not exist. `failing`: every attempt failed for 24 hours. `unsubscribed`:
    by the recipient.
    """
    failing_since: str | None
    """The first failed attempt since the last success; null if the last attempt succeeded."""
    created_at: str
    """When it was created."""
    secret: NotRequired[str]
    """The secret that signs its events. Webhooks only; shown only when the endpoint is created and
    when the secret is rotated.
    """


class EndpointDelivery(TypedDict):
    endpoint: str | None
    """The endpoint; null if it was deleted long ago."""
    status: Literal["pending", "delivered", "failed"]
    """`pending` until the next attempt, `delivered` once it was accepted, `failed` after the last
    attempt, or without one if the endpoint was paused. For an e-mail address that is
    `unverified` it is `pending` for up to 7 days: verified by then, the address gets it.
    """
    attempts_made: int
    """Attempts so far."""
    last_status: int | None
    """The status of the last attempt; null if there was no answer or no attempt yet."""
    next_attempt_at: str | None
    """When the next attempt is due; null if none is."""
    log: list[DeliveryAttempt]
    """The attempts, oldest first. In a list of events, only the last one."""
    attempts: list[DeliveryAttempt]
    """The same as `log`. Deprecated since 1.1, works until 2.0."""


class EndpointPausedEvent(TypedDict):
    """Another endpoint was paused."""

    id: str
    """The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates."""
    type: Literal["endpoint.paused"]
    """What happened."""
    created_at: str
    """When it was found."""
    endpoint: EventEndpoint
    """With events of type `endpoint.…`."""
    reason: str
    """Why it was paused. With `endpoint.paused`."""


class EndpointTestEvent(TypedDict):
    """A test of an endpoint."""

    id: str
    """The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates."""
    type: Literal["endpoint.test"]
    """What happened."""
    created_at: str
    """When it was found."""
    endpoint: EventEndpoint
    """With events of type `endpoint.…`."""


class EndpointVerifyEvent(TypedDict):
    """An address is asked to agree."""

    id: str
    """The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates."""
    type: Literal["endpoint.verify"]
    """What happened."""
    created_at: str
    """When it was found."""
    endpoint: EventEndpoint
    """With events of type `endpoint.…`."""


class Event(TypedDict):
    id: str
    """The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates."""
    type: str
    """What happened."""
    created_at: str
    """When it was found."""
    sample: NotRequired[Literal[True]]
    """The figures are made up. With `watch.test`."""
    watch_id: NotRequired[str]
    """The watch that fired. Events of watches only."""
    booking_id: NotRequired[str]
    """The booking that it is about. Events of bookings only."""
    reference: NotRequired[str | None]
    """Your words for the booking, if any."""
    chain: NotRequired[str]
    """The source of the hotel."""
    hotel_code: NotRequired[str]
    """The hotel."""
    name: NotRequired[str | None]
    """The hotel’s name; null if unknown."""
    attention: NotRequired[str]
    """Why the watch needs attention. With `watch.attention`."""
    night: NotRequired[str]
    """The check-in night."""
    los: NotRequired[int]
    """Length of stay, in nights."""
    kind: NotRequired[Literal["cash", "award"]]
    """What is watched."""
    previous: NotRequired[MatrixCell | None]
    """What was known before; null for a first observation."""
    current: NotRequired[MatrixCell]
    """What is known now; made up in a test."""
    price_lte: NotRequired[PriceReached]
    """With `watch.price_lte`."""
    rebook: NotRequired[RebookSaving]
    """With `watch.rebook`."""
    undercut: NotRequired[UndercutFound]
    """With `watch.undercut`."""
    booking: NotRequired[BookedStay]
    """What was booked. With `booking.…`."""
    best: NotRequired[BookingOffer | None]
    """The cheapest offer of the last look that could replace the booking; null if none costs less
    than what was paid.
    """
    job_id: NotRequired[str]
    """The job that ended. With `job.done`."""
    job: NotRequired[Job]
    """The ended job. With `job.done`."""
    endpoint: NotRequired[EventEndpoint]
    """With events of type `endpoint.…`."""
    reason: NotRequired[str]
    """Why it was paused. With `endpoint.paused`."""
    schedule: NotRequired[ScheduleDone]
    """The run that ended. With `schedule.done`."""
    delivery: NotRequired[Delivery]
    deliveries: NotRequired[list[EndpointDelivery]]
    """One for each endpoint that wants this type of event, if the event goes to `endpoints`."""


class EventEndpoint(TypedDict):
    id: str
    """The endpoint."""
    kind: Literal["webhook", "slack", "email"]
    """What it is."""
    url: NotRequired[str]
    """Of a webhook or Slack channel."""
    address: NotRequired[str]
    """Of an e-mail endpoint."""
    description: str | None
    """Your words for it."""


class ExportGridRequest(TypedDict):
    chain: NotRequired[str]
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_codes: NotRequired[list[str]]
    """Hotels of `chain`."""
    hotels: NotRequired[list[HotelRef]]
    """Hotels of several chains, instead of `chain` and `hotel_codes`."""
    set: NotRequired[str]
    """The id of a set from `POST /sets`, instead of a list. It may have at most 200 hotels here."""
    nights: DateRange
    """A range of check-in nights."""
    los: NotRequired[int | list[int]]
    """Length of stay in nights, or a list of up to 3 lengths. Default: 1."""
    kind: NotRequired[Literal["cash", "award"]]
    """`award` is only possible at chains with award points. Default: "cash"."""
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. A source that cannot quote it answers in its own currency; see
    `currency` in the answer. Default: "USD".
    """
    max_age: NotRequired[int | Literal["auto"]]
    """How old a cached cell may be, in seconds. 0 fetches every cell. Default: 3600. `auto`: up to
    the age at which one in ten answers from the cache is stale, by how often prices of this
    hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour
    where too little is known.
    """
    as_of: NotRequired[str | dt.datetime]
    """Answers with the grid as it stood at this moment: of each cell the last change at or before
    it. Cells that were not known then are left out. Never fetches anything. Nights may then be
    past, from the day before `as_of`. Not together with `max_age`.
    """
    format: NotRequired[Literal["csv", "jsonl", "parquet", "xlsx"]]
    """File format. `parquet` has the columns of the CSV file with types: dates, timestamps,
    decimals. `xlsx` is a workbook: the same columns and the hotel’s name in the sheet `cells`,
    and the question, its credits and what the columns mean in the sheet `about`. Default: "csv".
    """
    hotel_name: NotRequired[bool]
    """Adds the column `hotel_name` at the end: the name of the hotel, as the directory has it. A
    workbook always has it. Default: false.
    """
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class ExportGridResponse202(TypedDict):
    job: Job
    hotels: NotRequired[list[HotelAge]]
    """What `max_age: "auto"` stood for at each hotel, as the shortest of the nights and lengths of
    stay; only if that was asked for.
    """


class Feed(TypedDict):
    id: str
    """The feed."""
    name: str
    """As given."""
    schedule: str | None
    """The schedule that it shows."""
    board: str | None
    """The board that it shows."""
    job: str | None
    """The job that it shows."""
    format: Literal["csv", "json", "xlsx"]
    """The ending of `url`. The same link with another of these endings works too."""
    columns: list[str] | None
    """The columns, in order; null for all."""
    url: str | None
    """The link. Anyone who has it can read the feed. Without `PUBLIC_URL`, the server does not know
    its own address, and this is a path. Null if the server has lost the key that encrypted it:
    rotate it.
    """
    created_at: str
    """When it was created."""
    last_read_at: str | None
    """When it was last read, to the minute; null before."""


class FoundHotel(TypedDict):
    chain: str
    """Id of the chain or travel agency."""
    hotel_code: str
    """The code to pass to the other calls, together with `chain`."""
    name: str
    """As spelled by the source."""
    brand: str | None
    """The brand within the chain."""
    city: str | None
    """As spelled by the source."""
    country: str | None
    """ISO 3166 alpha-2."""
    lat: float | None
    """Degrees north."""
    lng: float | None
    """Degrees east."""
    stars: float | None
    """From 1 to 5."""
    currency: str | None
    """The hotel’s own currency, ISO 4217."""
    timezone: str | None
    """IANA name, such as `Europe/London`."""
    rooms_total: int | None
    """Number of rooms."""
    status: Literal["open", "closed", "unknown"]
    """`closed` if the hotel has left its source. `unknown` if the source does not say."""
    updated_at: str
    """When one of these facts last changed."""
    match: Literal["code", "name", "city"]
    """What matched: the code, the name or brand, or only the city."""
    score: float
    """From 0 to 1, the higher the better."""


class FreeNightRule(TypedDict):
    every: int
    """How many nights of one booking earn a free one."""
    frees: Literal["cheapest", "last"]
    """Which of these nights is free."""
    who: Literal["all", "elite"]
    """All guests, or only those with elite status."""


Fx = TypedDict(
    "Fx",
    {
        # The quoted currency.
        "from": "str",
        # The currency of the converted figures.
        "to": "str",
        # One unit of `from` in `to`, with up to 10 significant digits.
        "rate": "float",
        # The day of the rate; of the older one if two feeds were combined.
        "date": "str",
        # Who published it.
        "source": "str",
    },
)


class FxTable(TypedDict):
    base: str
    """As requested."""
    date: str | None
    """The newest day among the rates. Null if there is none."""
    source: str | None
    """Who published the rates. Null if there are none."""
    rates: dict[str, float]
    """How much of each currency one unit of `base` buys. A currency without a rate, or with one
    that is too old, is left out.
    """


class GetBoardResponse(TypedDict):
    board: Board
    job: Job | None
    """The job whose figures these are: the newest that has ended with any. Null if none can be
    read.
    """
    newest: Job | None
    """The newest job, which may be running or may have failed."""
    market: MarketFigures | None
    """For a board of kind `market`; null before its first rates."""
    parity: ParityFigures | None
    """For a board of kind `parity`; null before its first rates."""
    failures: list[BoardFailure]
    """What could not be fetched, by hotel."""
    changes: BoardChanges


class GetHotelResponse(TypedDict):
    hotel: HotelFacts
    ids: GetHotelResponseIds
    """By source. A source without a known id is left out."""


class GetHotelResponseIds(TypedDict):
    google: NotRequired[GetHotelResponseIdsGoogle]
    """The hotel’s id at `google`."""
    google_hotels: NotRequired[GetHotelResponseIdsGoogle]
    """The hotel’s id at `google_hotels`."""
    lodgista: NotRequired[GetHotelResponseIdsGoogle]
    """The hotel’s id at `lodgista`."""
    mapleroom: NotRequired[GetHotelResponseIdsGoogle]
    """The hotel’s id at `mapleroom`."""
    nightdeal: NotRequired[GetHotelResponseIdsGoogle]
    """The hotel’s id at `nightdeal`."""
    ostello: NotRequired[GetHotelResponseIdsGoogle]
    """The hotel’s id at `ostello`."""
    pillowfare: NotRequired[GetHotelResponseIdsGoogle]
    """The hotel’s id at `pillowfare`."""


class GetHotelResponseIdsGoogle(TypedDict):
    id: str
    """For an agency: the `hotel_code` to pass with the agency as `chain`."""
    confidence: float
    """Confidence: 1 if set by an administrator; 0.9 for a name match within 1 km of the chain's
    coordinates; 0.85 for a link from the search engine's page of the hotel; 0.5 for a name match
    at 1 to 3 km or without coordinates.
    """
    method: Literal["cross_link", "typeahead", "name", "admin"]
    """How it was found."""
    distance_km: float | None
    """Distance between the two sources' coordinates; null if not compared."""
    name_score: float | None
    """Similarity of the names, 1 for the same words; null if not compared."""
    evidence: GetHotelResponseIdsGoogleEvidence
    """What speaks for the id."""
    resolved_at: str
    """When it was found or set."""


class GetHotelResponseIdsGoogleEvidence(TypedDict):
    why: str
    """Why the id was taken, in one or two sentences."""
    name_similarity: float | None
    """As `name_score`."""
    metres: int | None
    """Distance between the two sources' coordinates; null if not compared."""
    agrees: list[Literal["name", "coordinates", "address", "city", "postal_code", "country"]]
    """What both sources say alike: `name`, the same words; `coordinates`, at most 1 km apart; the
    others, written alike in the directory apart from case, accents and punctuation.
    """
    differs: list[Literal["name", "coordinates", "address", "city", "postal_code", "country"]]
    """What was compared and is not alike. A fact that one side lacks is in neither list."""


class GetJobMarketResponse(TypedDict):
    job: Job
    hotels: list[GetJobMarketResponseHotel]
    """The hotels of the grid, in order."""
    nights: list[GetJobMarketResponseNight]
    """One entry per night and length of stay, in order."""


class GetJobMarketResponseHotel(TypedDict):
    chain: str
    """Id of the source."""
    hotel_code: str
    """The property’s code at the source."""
    name: str | None
    """As the directory names it."""


class GetJobMarketResponseNight(TypedDict):
    night: str
    """Check-in."""
    los: int
    """Nights of the stay."""
    market: Market
    rates: list[MarketRate | None]
    """One entry per hotel, in the order of `hotels`. Null if the job has no cell of it."""


class GetJobParityResponse(TypedDict):
    job: Job
    hotel: GetJobMarketResponseHotel
    """The hotel whose own rate is compared."""
    channels: list[ParityFiguresChannel]
    """The agencies of the grid, in order."""
    score: ParityScore
    nights: list[NightParity]
    """One entry per night and length of stay, in order."""


class GetOpenApiResponse(TypedDict):
    pass


class GetReceiptLinkResponse(TypedDict):
    shared: bool
    """Whether there is a link."""
    url: str | None
    """A page for everybody who has the link. Null: there is none, or it cannot be shown any more,
    because it is of an earlier version or the key of the service was lost. It still works;
    `POST` replaces it.
    """


class HistoryNight(TypedDict):
    night: str
    """The night, by its check-in date."""
    first_seen: str
    """When the first of the listed observations was made."""
    last_seen: str
    """The last look at this night, changed or not. If it was looked at after `until`, the last
    change before that.
    """
    changes: int
    """Number of observations listed."""
    observations: list[HistoryObservation]
    """One per change of status, price or points, oldest first. Each holds until the next. Looks
    that found no change are not listed.
    """


class HistoryObservation(TypedDict):
    observed_at: str
    """When the source gave this answer for the first time."""
    status: Literal["available", "sold_out", "closed", "restricted_los"]
    """Whether the stay could be booked."""
    min_los: int | None
    """The minimum stay, if the source states one."""
    currency: str
    """The currency of these figures."""
    tax_included: bool | None
    """Whether `bar` includes tax. Null if unknown."""
    bar: float | None
    """The lowest public rate per room and night, with or without tax as the source shows it. Never
    a member rate.
    """
    bar_after_tax: float | None
    """The lowest public rate with all taxes and fees."""
    member: float | None
    """The lowest member rate."""
    lowest_points: int | None
    """The cheapest award payable with points alone."""
    lowest_points_cash: int | None
    """The points of the cheapest points + cash rate."""
    cash_copay: float | None
    """The cash part of that rate."""
    cpp: float | None
    """Cents per point of `lowest_points`."""


class HistoryRequest(TypedDict):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""
    nights: DateRange
    """A range of check-in nights."""
    los: NotRequired[int]
    """Length of the stay in nights. Default: 1."""
    kind: NotRequired[Literal["cash", "award"]]
    """`award` is only possible at chains with award points. Default: "cash"."""
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. A source that cannot quote it answers in its own currency; see
    `currency` in the answer. Default: "USD".
    """
    since: NotRequired[str | dt.datetime]
    """Lists nothing from before this moment. Inclusive."""
    until: NotRequired[str | dt.datetime]
    """Lists nothing from after this moment. Inclusive; not in the future."""
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class HistoryResponse(TypedDict):
    query: HistoryResponseQuery
    """The request, with defaults filled in."""
    hotel: Hotel | None
    """The property, as the source or the directory describes it; null if neither does."""
    nights: list[HistoryNight]
    """Nights with at least one observation, in date order."""
    count: int
    """Number of nights listed."""


class HistoryResponseQuery(TypedDict):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""
    nights: NightRange
    """A range of check-in nights."""
    los: int
    """Nights of the stay."""
    kind: Literal["cash", "award"]
    """Cash rates or awards."""
    adults: int
    """Per room."""
    children: int
    """Per room."""
    children_ages: NotRequired[list[int]]
    """Their ages, only if they were requested."""
    rooms: int
    """Rooms of the same kind."""
    currency: str
    """The requested currency."""


class Hotel(TypedDict):
    chain: str
    """Id of the source."""
    hotel_code: str
    """The property’s code at the source."""
    name: str
    """As spelled by the source."""
    city: str | None
    """As spelled by the source."""
    country: str | None
    """ISO 3166 alpha-2."""
    lat: float | None
    """Degrees north."""
    lng: float | None
    """Degrees east."""
    currency: str | None
    """The hotel’s own currency, ISO 4217."""
    timezone: str | None
    """IANA name, such as `Europe/London`."""


class HotelAge(TypedDict):
    chain: str
    """The chain."""
    hotel_code: str
    """The property's code at the chain."""
    max_age: int
    """In seconds."""


class HotelFacts(TypedDict):
    """A hotel of the directory. Null where no source says."""

    chain: str
    """Id of the chain or travel agency."""
    hotel_code: str
    """The code to pass to the other calls, together with `chain`."""
    name: str
    """As spelled by the source."""
    brand: str | None
    """The brand within the chain."""
    address: str | None
    """Street and number."""
    city: str | None
    """As spelled by the source."""
    region: str | None
    """State or province."""
    postal_code: str | None
    """Postal code."""
    country: str | None
    """ISO 3166 alpha-2."""
    lat: float | None
    """Degrees north."""
    lng: float | None
    """Degrees east."""
    stars: float | None
    """From 1 to 5."""
    currency: str | None
    """The hotel’s own currency, ISO 4217."""
    timezone: str | None
    """IANA name, such as `Europe/London`."""
    rooms_total: int | None
    """Number of rooms."""
    status: Literal["open", "closed", "unknown"]
    """`closed` if the hotel has left its source. `unknown` if the source does not say."""
    updated_at: str
    """When one of these facts last changed."""


class HotelNeighboursResponse(TypedDict):
    neighbours: list[Neighbour]
    """Nearest first."""


class HotelRef(TypedDict):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""


class HotelSet(TypedDict):
    id: str
    """Takes the place of a hotel list in other calls."""
    name: str
    """As given."""
    hotels: list[HotelSetHotel]
    """The hotels, in order."""
    subject: IdMapMappedTo | None
    """The hotel that the others are compared with; null if there is none."""
    attention: str | None
    """Why you should look at it; null if all is well. `source_disabled`: the operator switched a
    source of its hotels off, the sandbox for instance, or removed it.
    """
    created_at: str
    """When it was created."""
    updated_at: str
    """When it was changed last."""


class HotelSetHotel(TypedDict):
    chain: str
    """Id of the source."""
    hotel_code: str
    """The property’s code at the source."""


class HotelsResponse(TypedDict):
    place: Place | None
    """Null if the place is unknown."""
    alternatives: list[Place]
    """Other places with this name, most likely first."""
    hotels: list[HotelsResponseHotel]
    """Nearest first, then by code."""
    cached: bool
    """Whether the answer came from the cache alone."""


class HotelsResponseHotel(TypedDict):
    chain: str
    """The hotel’s chain."""
    hotel_code: str
    """The code to pass to `/shop` and the other calls, together with `chain`."""
    name: str
    """For people."""
    city: str | None
    """As spelled by the chain."""
    country: str | None
    """ISO 3166 alpha-2."""
    lat: float | None
    """Degrees north; null if the chain gives no coordinates."""
    lng: float | None
    """Degrees east; null if the chain gives no coordinates."""
    currency: str | None
    """The hotel’s own currency, ISO 4217; null if unknown."""
    timezone: str | None
    """IANA name from the directory, such as `Europe/London`; null if unknown."""
    distance_mi: float | None
    """Great-circle distance from the place in miles. Null if the chain gives no coordinates; such
    hotels come last.
    """


class IdMap(TypedDict):
    chain: str
    """As asked."""
    hotel_code: str
    """As asked."""
    mapped_to: NotRequired[IdMapMappedTo | None]
    """Only for an agency's hotel: the chain's hotel behind it; null if unknown."""
    ids: GetHotelResponseIds
    """By source. A source without a known id is left out."""
    unresolved: list[IdMapUnresolved]
    """The requested sources without an id, and why."""


class IdMapMappedTo(TypedDict):
    chain: str
    """The chain."""
    hotel_code: str
    """The hotel’s code there."""


class IdMapUnresolved(TypedDict):
    source: str
    """The source without a known id."""
    reason: str
    """`no_match`: searched, not found. `suppressed`: not found within the last 7 days, so not
    searched again. `parked`: requests to the search engine are paused. `source_failed`: the
    source failed. `not_tried`: not searched.
    """
    retry_after: str | None
    """Null if it can be searched at any time."""


class IdsJobRequest(TypedDict):
    chain: str
    """A hotel chain, or a travel agency; `code` is then the agency’s hotel id."""
    hotel_codes: list[str]
    """The hotels, without duplicates."""
    sources: NotRequired[list[str]]
    """Sources to resolve ids at. Default: all."""
    webhook_url: NotRequired[str]
    """Where to send the `job.done` event: a public http or https address."""
    endpoints: NotRequired[list[str]]
    """The endpoints that get the events, instead of a `webhook_url`."""
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class IdsJobResponse202(TypedDict):
    job: Job
    secret: NotRequired[str]
    """The secret that signs the event. Only with a `webhook_url`, and shown only in this answer."""


class InsightRequest(TypedDict):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""
    checkin: str | dt.date
    """Check-in night, from yesterday (UTC) to 500 days ahead."""
    los: NotRequired[int]
    """Length of the stay in nights. Default: 1."""
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. A source that cannot quote it answers in its own currency; see
    `currency` in the answer. Default: "USD".
    """
    max_age: NotRequired[int | Literal["auto"]]
    """How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7
    days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often
    prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24
    hours, and 1 hour where too little is known. Default: 3600.
    """
    kind: NotRequired[Literal["cash", "award"]]
    """`award` is only possible at chains with award points. Default: "cash"."""
    outlook: NotRequired[bool]
    """Also answers what `POST /outlook` would, for 0.25 more. Default: false."""
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class InsightResponse(TypedDict):
    query: InsightResponseQuery
    """The request, with defaults filled in."""
    hotel: Hotel | None
    """The property, as the source or the directory describes it; null if neither does."""
    status: Literal["available", "sold_out", "closed", "restricted_los"] | None
    """Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it
    failed.
    """
    currency: str
    """The currency of all figures."""
    current: InsightResponseCurrent
    """The price now."""
    basis: Literal["bar_after_tax", "bar", "lowest_points"]
    """The figure that is judged: after tax if the current answer has it; points for `award`."""
    typical: TypicalPrice | None
    """What other nights cost; null if too little is known."""
    percentile: float | None
    """The share of nights that were cheaper, plus half of those that cost the same: 0 to 100."""
    vs_median_pct: float | None
    """The current price against the median; negative if it is cheaper."""
    label: Literal["great_deal", "deal", "typical", "high", "unknown"]
    """`great_deal`: at least 25 % below the median. `deal`: at least 15 % below. `high`: at least
    15 % above. `typical`: in between. `unknown`: no price, or too little to compare with.
    """
    why: str
    """The judgement in a sentence, or what is missing for one."""
    similar: InsightResponseSimilar | None
    """The nearest hotels within 10 miles and one star, by prices of the same stay that were seen
    within a day. Null if fewer than three are known.
    """
    trend: InsightResponseTrend | None
    """The price of this stay now against 14 days ago, or against the first price seen since. Null
    if none is older than a day.
    """
    lead_curve: list[InsightResponseLeadCurve]
    """How the price depends on the lead time, shortest first. Lead times without a figure are left
    out.
    """
    outlook: NotRequired[Outlook]


class InsightResponseCurrent(TypedDict):
    bar: float | None
    """The lowest public rate per room and night, with or without tax as the source shows it. Never
    a member rate.
    """
    bar_after_tax: float | None
    """The lowest public rate with all taxes and fees."""
    lowest_points: int | None
    """The cheapest award payable with points alone."""
    observed_at: str
    """When the source answered."""
    cached: bool
    """Whether the price came from the cache."""


class InsightResponseLeadCurve(TypedDict):
    lead_days: list[int | None]
    """First and last lead time in days. The last is null for all longer ones."""
    median: float
    """The median of the nights seen at this lead time, of any weekday."""
    observations: int
    """Changes with a figure."""


class InsightResponseQuery(TypedDict):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""
    checkin: str
    """Check-in."""
    los: int
    """Nights of the stay."""
    adults: int
    """Per room."""
    children: int
    """Per room."""
    children_ages: NotRequired[list[int]]
    """Their ages, only if they were requested."""
    rooms: int
    """Rooms of the same kind."""
    currency: str
    """The requested currency."""
    max_age: NotRequired[int]
    """What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for."""
    kind: Literal["cash", "award"]
    """Cash rates or awards."""


class InsightResponseSimilar(TypedDict):
    hotels: int
    """How many hotels are compared, 3 to 5."""
    median: float
    """The median of their figures, in `currency`."""
    vs_median_pct: float | None
    """The current price against it."""
    label: Literal["great_deal", "deal", "typical", "high", "unknown"]
    """`great_deal`: at least 25 % below the median. `deal`: at least 15 % below. `high`: at least
    15 % above. `typical`: in between. `unknown`: no price, or too little to compare with.
    """


class InsightResponseTrend(TypedDict):
    days: int
    """How many days ago the earlier price held."""
    change_pct: float
    """The change since then."""
    direction: Literal["up", "down", "flat"]
    """`flat`: within 2 %."""


class Job(TypedDict):
    id: str
    """Identifies the job in other calls."""
    kind: Literal[
        "matrix", "area", "award_search", "calendar_area", "trip", "export", "ids", "schedule",
    ]
    """Which call created the job."""
    status: Literal["queued", "running", "done", "failed", "canceled"]
    """`done` when all tasks have ended and at least one succeeded; `failed` when none did.
    `tasks_failed` counts the tasks that failed.
    """
    cells_total: int
    """Cells in the grid. For an ids job: the most ids that can be found."""
    cells_done: int
    """Cells that can be read. For an ids job: ids known for the hotels processed so far."""
    tasks_total: int
    """Calls to sources. For an ids job: hotels."""
    tasks_done: int
    """Tasks that succeeded."""
    tasks_failed: int
    """Tasks that failed. They cost nothing."""
    failures: list[JobFailure]
    """Cells that could not be fetched, by hotel and error code, at most 100 entries."""
    credits_reserved: float
    """The worst-case cost, reserved when the job started."""
    credits_spent: float
    """What was charged so far; what is left of the reservation is given back at the end."""
    upstream: JobUpstream | None
    """The requests to sources that it was expected to make; null if that is not known."""
    created_at: str
    """When it was asked for."""
    started_at: str | None
    """When its first task began."""
    finished_at: str | None
    """When its last task ended."""


class JobDoneEvent(TypedDict):
    """A job ended."""

    id: str
    """The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates."""
    type: Literal["job.done"]
    """What happened."""
    created_at: str
    """When it was found."""
    job_id: str
    """The job that ended. With `job.done`."""
    job: Job
    """The ended job. With `job.done`."""


class JobFailure(TypedDict):
    chain: str
    """The source that was asked."""
    hotel_code: str
    """The property’s code at the source."""
    code: Literal[
        "invalid_request", "auth_failed", "hotel_not_found", "quota_exceeded", "rate_limited",
        "source_unavailable", "upstream_timeout",
    ]
    """The error that a call for this hotel would have got."""
    cells: int
    """How many cells failed this way. They cost nothing."""


class JobUpstream(TypedDict):
    requests: int
    """How many, retries not counted."""
    cost: QuoteQuoteUpstreamCost | None
    """What the operator of this service pays the vendors for them; null if a price is not known, or
    in several currencies.
    """


class ListActsResponse(TypedDict):
    acts: list[Act]
    """Newest first."""
    next_cursor: str | None
    """Pass it back as `cursor` for the next page; null at the end."""


class ListBoardsResponse(TypedDict):
    boards: list[Board]
    """Newest first."""
    next_cursor: str | None
    """Pass it back as `cursor` for the next page; null at the end."""


class ListBookingsResponse(TypedDict):
    bookings: list[Booking]
    """In the order asked for."""
    next_cursor: str | None
    """Pass it back as `cursor` for the next page; null at the end."""


class ListChainsResponse(TypedDict):
    chains: list[Chain]
    """Chains first, then travel agencies, then metasearch engines."""


class ListEndpointsResponse(TypedDict):
    endpoints: list[Endpoint]
    """Oldest first."""
    next_cursor: str | None
    """Pass it back as `cursor` for the next page; null at the end."""


class ListEventsResponse(TypedDict):
    events: list[Event]
    """In the `order` asked for."""
    next_cursor: str | None
    """Pass it back as `after` for the next page; null at the end."""


class ListFeedsResponse(TypedDict):
    feeds: list[Feed]
    """Newest first."""


class ListJobCellsResponse(TypedDict):
    job: Job
    cells: list[MatrixCell]
    """Ordered by hotel, night and length of stay."""
    next_cursor: str | None
    """Pass it back as `cursor` for the next page; null at the end."""


class ListJobsResponse(TypedDict):
    jobs: list[Job]
    """Newest first."""
    next_cursor: str | None
    """Pass it back as `cursor` for the next page; null at the end."""


class ListReceiptsResponse(TypedDict):
    receipts: list[ListedReceipt]
    """Newest first."""
    next_cursor: str | None
    """Pass it back as `cursor` for the next page; null at the end."""


class ListRunsResponse(TypedDict):
    runs: list[ScheduleRun]
    """Newest first."""
    next_cursor: str | None
    """Pass it back as `cursor` for the next page; null at the end."""


class ListSchedulesResponse(TypedDict):
    schedules: list[Schedule]
    """Newest first."""
    next_cursor: str | None
    """Pass it back as `cursor` for the next page; null at the end."""


class ListSetsResponse(TypedDict):
    sets: list[HotelSet]
    """Newest first."""
    next_cursor: str | None
    """Pass it back as `cursor` for the next page; null at the end."""


class ListTransfersResponse(TypedDict):
    transfer_partners: list[TransferPartner]
    """By bank, in the order of the files."""


class ListUsageLinesResponse(TypedDict):
    lines: list[UsageLine]
    """Newest first."""
    next_cursor: str | None
    """Pass it back as `cursor` for the next page; null at the end."""


class ListWatchesResponse(TypedDict):
    watches: list[Watch]
    """Newest first."""
    next_cursor: str | None
    """Pass it back as `cursor` for the next page; null at the end."""


class ListedReceipt(TypedDict):
    id: str
    """Of the receipt."""
    made_at: str
    """When it was signed."""
    endpoint: Literal["shop", "award", "parity"]
    """The call."""
    chain: str
    """The source that was asked about."""
    hotel_code: str
    """Of the hotel."""
    hotel_name: str | None
    """Null if the answer did not have it."""
    checkin: str
    """The first night."""
    los: int
    """The nights."""
    shared: bool
    """Whether it has a link."""


class Lowest(TypedDict):
    """The cheapest figures of a stay; null if there is none or it is unknown."""

    bar: float | None
    """The lowest public rate per room and night, with or without tax as the source shows it. Never
    a member rate.
    """
    bar_after_tax: float | None
    """The lowest public rate with all taxes and fees."""
    member: float | None
    """The lowest member rate."""
    member_after_tax: float | None
    """The lowest member rate with all taxes and fees."""
    lowest_points: int | None
    """The cheapest award payable with points alone."""
    lowest_points_cash: int | None
    """The points of the cheapest points + cash rate."""
    cash_copay: float | None
    """The cash part of that rate."""
    cpp: float | None
    """Cents per point of `lowest_points`."""


class MakeBoardRequest(TypedDict):
    set: str
    """The set."""
    kind: Literal["market", "parity"]
    """`market`: the subject of the set against its other hotels. `parity`: the subject’s own rate
    against the agencies that list it.
    """
    nights: MakeBoardRequestNights
    """The check-in nights. Dates may count from the day of the call: `{"from": "+1d", "to":
    "+60d"}` is one board, whose nights move on.
    """
    timezone: NotRequired[str]
    """The zone of the time zone database whose day `+1d` counts from. Default: "UTC"."""
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. A source that cannot quote it answers in its own currency; see
    `currency` in the answer. Default: "USD".
    """
    max_age: NotRequired[int | Literal["auto"]]
    """How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7
    days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often
    prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24
    hours, and 1 hour where too little is known. Default: 3600.
    """
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


MakeBoardRequestNights = TypedDict(
    "MakeBoardRequestNights",
    {
        # First check-in night. A date, or days after the day of the run in its time zone: `+7d`.
        "from": "str | dt.date",
        # Last check-in night, inclusive. A date, or days after the day of the run in its time
        # zone: `+7d`.
        "to": "str | dt.date",
        # Only check-ins on these days of the week.
        "days": "NotRequired[list[Literal[\"mon\", \"tue\", \"wed\", \"thu\", \"fri\", \"sat\", \"sun\"]]]",
    },
)


class MakeBoardResponse202(TypedDict):
    board: MakeBoardResponse202Board
    """The board that it fetches."""
    job: Job


class MakeBoardResponse202Board(TypedDict):
    id: str
    """The board."""


class Market(TypedDict):
    """What the hotels cost together, by comparable figures."""

    currency: str
    """The requested currency, in which all figures are."""
    basis: Literal["bar_after_tax", "bar"]
    """The compared figure: the lowest public rate after tax; as shown, if no hotel has one after
    tax.
    """
    priced: int
    """Hotels with that figure. The others do not count."""
    min: float | None
    """The cheapest."""
    median: float | None
    """The median."""
    mean: float | None
    """The mean."""
    max: float | None
    """The most expensive."""
    subject: MarketSubject | None
    """Where the requested `subject` stands. Null without one, or if it has no price."""


class MarketFigures(TypedDict):
    currency: str
    """Of all figures."""
    subject: IdMapMappedTo | None
    """The hotel that the others are compared with: that of the set, else its first. Null if the job
    has no cells of it.
    """
    standing: Standing | None
    """How the subject stands over all nights; null without one."""
    hotels: list[GetJobMarketResponseHotel]
    """The hotels of the grid, in order."""
    nights: list[GetJobMarketResponseNight]
    """One entry per night and length of stay, in order."""


class MarketRate(TypedDict):
    status: Literal["available", "sold_out", "closed", "restricted_los"] | None
    """Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it
    failed.
    """
    min_los: int | None
    """The minimum stay, if the source states one."""
    rate: float | None
    """Its rate on the basis of `market`, in the common currency."""


class MarketSubject(TypedDict):
    rank: int
    """1 is the cheapest. Equal prices share a rank."""
    of: int
    """Hotels that are ranked."""
    rate_index: float | None
    """Its price as a percentage of the mean of the others; null if there are none."""
    vs_median_pct: float | None
    """Its price against `median`, which includes its own; negative if it is cheaper."""
    others_median: float | None
    """The median of the others; null if there are none."""
    vs_others_median_pct: float | None
    """Its price against the median of the others, as `rate_index` is against their mean."""


class MatrixCell(TypedDict):
    chain: str
    """Id of the source."""
    hotel_code: str
    """The property’s code at the source."""
    night: str
    """Check-in."""
    los: int
    """Nights of the stay."""
    kind: Literal["cash", "award"]
    """Whether the cell is about cash rates or awards."""
    adults: int
    """Per room, as requested."""
    children: int
    """Per room, as requested."""
    rooms: int
    """As asked."""
    currency: str
    """The currency of the figures in this cell."""
    status: Literal["available", "sold_out", "closed", "restricted_los"]
    """Whether the stay can be booked. `restricted_los`: only as part of a longer stay."""
    min_los: int | None
    """The minimum stay, if the chain states one."""
    lowest_bar: float | None
    """The lowest public rate per night, averaged for longer stays."""
    lowest_bar_after_tax: float | None
    """The lowest public rate with all taxes and fees."""
    lowest_member: float | None
    """The lowest member rate."""
    lowest_points: int | None
    """The cheapest award payable with points alone."""
    lowest_points_cash: int | None
    """The points of the cheapest points + cash rate."""
    cash_copay: float | None
    """The cash part of that rate."""
    cpp: float | None
    """Cents per point of `lowest_points`, in hundredths of `currency`."""
    cpp_points_cash: float | None
    """Cents per point of `lowest_points_cash`."""
    certs: str | None
    """Certificates that cover the night, with the points to add: `35k:0;40k:0`."""
    from_default_occupancy: bool
    """True if the source cannot price the requested occupancy; the figures are then for two adults
    in one room.
    """
    observed_at: str
    """When the source answered."""
    cache_age_sec: int
    """Seconds since `observed_at`."""


class MatrixRequest(TypedDict):
    chain: NotRequired[str]
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_codes: NotRequired[list[str]]
    """Hotels of `chain`."""
    hotels: NotRequired[list[HotelRef]]
    """Hotels of several chains, instead of `chain` and `hotel_codes`."""
    set: NotRequired[str]
    """The id of a set from `POST /sets`, instead of a list. It may have at most 200 hotels here."""
    nights: DateRange
    """A range of check-in nights."""
    los: NotRequired[int | list[int]]
    """Length of stay in nights, or a list of up to 3 lengths. Default: 1."""
    kind: NotRequired[Literal["cash", "award"]]
    """`award` is only possible at chains with award points. Default: "cash"."""
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. A source that cannot quote it answers in its own currency; see
    `currency` in the answer. Default: "USD".
    """
    max_age: NotRequired[int | Literal["auto"]]
    """How old a cached cell may be, in seconds. 0 fetches every cell. Default: 3600. `auto`: up to
    the age at which one in ten answers from the cache is stale, by how often prices of this
    hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour
    where too little is known.
    """
    as_of: NotRequired[str | dt.datetime]
    """Answers with the grid as it stood at this moment: of each cell the last change at or before
    it. Cells that were not known then are left out. Never fetches anything. Nights may then be
    past, from the day before `as_of`. Not together with `max_age`.
    """
    as_job: NotRequired[bool]
    """Makes a job even if every cell is cached, at the same price: it can then be read again for
    free. Not together with `as_of`. Default: false.
    """
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class MatrixResponse(TypedDict):
    cells: list[MatrixCell]
    """Ordered by hotel, night and length of stay."""
    count: int
    """Number of cells."""
    hotels: NotRequired[list[HotelAge]]
    """What `max_age: "auto"` stood for at each hotel, as the shortest of the nights and lengths of
    stay; only if that was asked for.
    """


class MatrixResponse202(TypedDict):
    job: Job
    hotels: NotRequired[list[HotelAge]]
    """What `max_age: "auto"` stood for at each hotel, as the shortest of the nights and lengths of
    stay; only if that was asked for.
    """


class Neighbour(TypedDict):
    chain: str
    """Id of the chain or travel agency."""
    hotel_code: str
    """The code to pass to the other calls, together with `chain`."""
    name: str
    """As spelled by the source."""
    brand: str | None
    """The brand within the chain."""
    address: str | None
    """Street and number."""
    city: str | None
    """As spelled by the source."""
    region: str | None
    """State or province."""
    postal_code: str | None
    """Postal code."""
    country: str | None
    """ISO 3166 alpha-2."""
    lat: float | None
    """Degrees north."""
    lng: float | None
    """Degrees east."""
    stars: float | None
    """From 1 to 5."""
    currency: str | None
    """The hotel’s own currency, ISO 4217."""
    timezone: str | None
    """IANA name, such as `Europe/London`."""
    rooms_total: int | None
    """Number of rooms."""
    status: Literal["open", "closed", "unknown"]
    """`closed` if the hotel has left its source. `unknown` if the source does not say."""
    updated_at: str
    """When one of these facts last changed."""
    distance_mi: float
    """From the hotel, to two decimals."""


class NightParity(TypedDict):
    night: str
    """Check-in."""
    los: int
    """Nights of the stay."""
    direct: NightParityDirect | None
    """The chain’s own rate; null if the job has no cell of it."""
    channels: list[NightParityChannel | None]
    """One entry per agency, in the order of `channels`. Null if the job has no cell of it."""
    verdict: Literal["win", "meet", "lose"] | None
    """The verdict on all channels: `lose` if any channel does, else `win` if any does, else `meet`.
    `lose`: the channel is below direct by more than 1 % (2 % for a converted price); `win`:
    above by more than that; `meet`: within. Null if not compared.
    """
    score: ParityScore
    cheapest: str | None
    """`direct`, or the agency with the lowest public rate. On a tie, direct comes first. Rows that
    are not compared, or on another basis, do not count. Null if no channel was compared.
    """
    deepest_undercut: NightParityDeepestUndercut | None
    """The agency furthest below direct; null if none is."""


class NightParityChannel(TypedDict):
    channel: str
    """Id of the agency."""
    status: Literal["available", "sold_out", "closed", "restricted_los"] | None
    """Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it
    failed.
    """
    min_los: int | None
    """The minimum stay, if the source states one."""
    currency: str
    """The currency of these figures, ISO 4217."""
    bar: float | None
    """The lowest public rate per room and night, with or without tax as the source shows it. Never
    a member rate.
    """
    bar_after_tax: float | None
    """The lowest public rate with all taxes and fees."""
    gap: float | None
    """Channel minus direct, per room and night after tax, in the currency of direct. Null if not
    compared.
    """
    gap_pct: float | None
    """`gap` in percent of the direct rate, to 2 decimals."""
    verdict: Literal["win", "meet", "lose"] | None
    """The verdict on this channel, from the hotel’s point of view. `lose`: the channel is below
    direct by more than 1 % (2 % for a converted price); `win`: above by more than that; `meet`:
    within. Null if not compared.
    """
    comparison_note: str | None
    """What was converted, or why the channel is not compared. Null if neither."""


class NightParityDeepestUndercut(TypedDict):
    channel: str
    """Id of the agency."""
    diff: float
    """Direct minus channel, per room and night: always positive."""
    diff_pct: float | None
    """`diff` in percent of the direct rate, to 2 decimals."""
    basis: Literal["bar_after_tax", "bar"]
    """What was compared."""


class NightParityDirect(TypedDict):
    status: Literal["available", "sold_out", "closed", "restricted_los"] | None
    """Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it
    failed.
    """
    min_los: int | None
    """The minimum stay, if the source states one."""
    currency: str
    """The currency of these figures, ISO 4217."""
    bar: float | None
    """The lowest public rate per room and night, with or without tax as the source shows it. Never
    a member rate.
    """
    bar_after_tax: float | None
    """The lowest public rate with all taxes and fees."""


NightRange = TypedDict(
    "NightRange",
    {
        # First check-in night.
        "from": "str",
        # Last check-in night, inclusive.
        "to": "str",
    },
)


class OtaShopRequest(TypedDict):
    hotel_code: str
    """The property's code at the source."""
    checkin: str | dt.date
    """Check-in night, from yesterday (UTC) to 500 days ahead."""
    los: NotRequired[int]
    """Length of the stay in nights. Default: 1."""
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. A source that cannot quote it answers in its own currency; see
    `currency` in the answer. Default: "USD".
    """
    max_age: NotRequired[int | Literal["auto"]]
    """How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7
    days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often
    prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24
    hours, and 1 hour where too little is known. Default: 3600.
    """
    point_of_sale: NotRequired[ShopRequestPointOfSale]
    """Asks as a guest in this country, or on this device. `point_of_sale` in `GET /chains` lists
    what each source understands. The answer is cached apart from others and makes no cell.
    Default: as the operator has set up the source.
    """
    raw: NotRequired[bool]
    """Whether to include the upstream bodies. Default: false."""
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class OtaShopResponse(TypedDict):
    cached: bool | None
    """Whether the answer came from the cache, which costs a quarter."""
    observed_at: str | None
    """When the source answered."""
    cache_age_sec: int | None
    """Seconds since `observed_at`."""
    query: ShopResponseQuery
    """The request, with defaults filled in."""
    hotel: Hotel | None
    """The property, as the source or the directory describes it; null if neither does."""
    status: Literal["available", "sold_out", "closed", "restricted_los"] | None
    """Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it
    failed.
    """
    min_los: int | None
    """The minimum stay, if the source states one."""
    currency: str
    """The currency of the figures, ISO 4217. A rate may have a different `currency`."""
    tax_included: bool | None
    """Whether `bar` includes tax (or `member`, if there is no public rate). Each rate also has its
    own `tax_included`. Null if unknown.
    """
    rooms: list[Room]
    """Empty unless the status is `available`."""
    lowest: Lowest
    raw: NotRequired[list[Any]]
    """The upstream bodies, if requested."""


class Outlook(TypedDict):
    """How often such prices fell before arrival."""

    lead_days: list[int | None]
    """First and last lead time in days. The last is null for all longer ones."""
    weekday: Literal["weekday", "weekend"]
    """Which nights are compared. Friday and Saturday nights are `weekend`."""
    drops: list[PriceDrop]
    """How often such prices fell."""
    tested_on: Literal["hotel", "market"] | None
    """Whose past nights the forecast was tested on: the hotel’s own, or its market’s if there are
    fewer than 200. Null without any.
    """
    nights: OutlookNights
    """Past nights at this lead time and of this weekday class."""
    advice: Literal["book", "wait", "either", "unknown"]
    """`wait`: a fall has a probability of at least 0.5. `book`: a fall of 5 % has at most 0.2.
    `either`: in between. `unknown`: no price, or no forecast that proved better than the base
    rate.
    """
    why: str
    """The outlook in a sentence, or what is missing for one."""


class OutlookNights(TypedDict):
    counted: int
    """Nights of this hotel that were looked at often enough to see a fall."""
    left_out: int
    """Nights of this hotel that are known, but were not."""
    market: int
    """Nights of the market that count, this hotel’s included."""


class OutlookRequest(TypedDict):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""
    checkin: str | dt.date
    """Check-in night, from yesterday (UTC) to 500 days ahead."""
    los: NotRequired[int]
    """Length of the stay in nights. Default: 1."""
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. A source that cannot quote it answers in its own currency; see
    `currency` in the answer. Default: "USD".
    """
    max_age: NotRequired[int | Literal["auto"]]
    """How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7
    days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often
    prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24
    hours, and 1 hour where too little is known. Default: 3600.
    """
    kind: NotRequired[Literal["cash", "award"]]
    """`award` is only possible at chains with award points. Default: "cash"."""
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class OutlookResponse(TypedDict):
    query: InsightResponseQuery
    """The request, with defaults filled in."""
    hotel: Hotel | None
    """The property, as the source or the directory describes it; null if neither does."""
    status: Literal["available", "sold_out", "closed", "restricted_los"] | None
    """Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it
    failed.
    """
    currency: str
    """The currency of all figures."""
    current: InsightResponseCurrent
    """The price now."""
    basis: Literal["bar_after_tax", "bar", "lowest_points"]
    """The figure that is judged: after tax if the current answer has it; points for `award`."""
    lead_days: list[int | None]
    """First and last lead time in days. The last is null for all longer ones."""
    weekday: Literal["weekday", "weekend"]
    """Which nights are compared. Friday and Saturday nights are `weekend`."""
    drops: list[PriceDrop]
    """How often such prices fell."""
    tested_on: Literal["hotel", "market"] | None
    """Whose past nights the forecast was tested on: the hotel’s own, or its market’s if there are
    fewer than 200. Null without any.
    """
    nights: OutlookNights
    """Past nights at this lead time and of this weekday class."""
    advice: Literal["book", "wait", "either", "unknown"]
    """`wait`: a fall has a probability of at least 0.5. `book`: a fall of 5 % has at most 0.2.
    `either`: in between. `unknown`: no price, or no forecast that proved better than the base
    rate.
    """
    why: str
    """The outlook in a sentence, or what is missing for one."""


class ParityChannel(TypedDict):
    channel: str
    """Id of the agency. For a seller that is no source of this service, a short form of its name.
    """
    seller: Seller | None
    """The seller as the metasearch engine names it; null for an agency that was asked itself."""
    via: str | None
    """The metasearch engine that shows this seller, if the row was added by `meta`; null otherwise.
    """
    hotel_code: str | None
    """The hotel’s id there; null if unknown."""
    confidence: float | None
    """The id map’s confidence in that id, from 0 to 1; null for an id that you passed."""
    status: Literal["available", "sold_out", "closed", "restricted_los"] | None
    """Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it
    failed.
    """
    min_los: int | None
    """The minimum stay, if the source states one."""
    currency: str | None
    """The currency of this row; null if it was skipped."""
    lowest: StayResponseTotalsNights | None
    """The cheapest public and member-deal rates, per room and night; null if the channel was
    skipped.
    """
    comparable: Comparable | None
    """The figures in one common currency, for comparison. Null if there is no price, or no
    reference rate for the day on which it was observed.
    """
    fx: Fx | None
    """The rate from the currency of this row to that of direct; null if nothing was converted."""
    gap: float | None
    """In the currency of direct. Channel minus direct, per room and night: negative if the channel
    is cheaper. Public rates only. Null if the two cannot be compared.
    """
    gap_pct: float | None
    """`gap` in percent of the direct rate, to 2 decimals."""
    basis: Literal["bar_after_tax", "bar"] | None
    """What was compared: after-tax prices if both sides give one."""
    verdict: Literal["win", "meet", "lose"] | None
    """The verdict on this channel, from the hotel’s point of view. `lose`: the channel is below
    direct by more than 1 % (2 % for a converted price); `win`: above by more than that; `meet`:
    within. Null if not compared.
    """
    comparison_note: str | None
    """Message for people: which side has no after-tax price, what was converted, or why the channel
    is not compared. Null if both are compared after tax in the same currency.
    """
    skipped: str | None
    """Why there is no rate: `no_listing`, or the channel’s error code; `invalid_request` if it does
    not take the `point_of_sale`. Such a row is free.
    """
    cached: bool | None
    """Whether the answer came from the cache, which costs a quarter."""
    observed_at: str | None
    """When the source answered."""
    cache_age_sec: int | None
    """Seconds since `observed_at`."""


class ParityDirect(TypedDict):
    """The hotel’s own prices, per room and night."""

    bar: float | None
    """The lowest public rate per room and night, with or without tax as the source shows it. Never
    a member rate.
    """
    bar_after_tax: float | None
    """The lowest public rate with all taxes and fees."""
    member: float | None
    """The lowest member rate."""
    member_after_tax: float | None
    """The lowest member rate with all taxes and fees."""
    lowest_points: int | None
    """The cheapest award payable with points alone."""
    currency: str
    """The currency of these figures, ISO 4217. Everything is compared in it."""
    comparable: Comparable | None
    """The figures in one common currency, for comparison. Null if there is no price, or no
    reference rate for the day on which it was observed.
    """
    tax_included: bool | None
    """Whether `bar` and `member` include tax; null if the rates differ or there are none."""
    status: Literal["available", "sold_out", "closed", "restricted_los"] | None
    """Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it
    failed.
    """
    min_los: int | None
    """The minimum stay, if the source states one."""
    cached: bool | None
    """Whether the answer came from the cache, which costs a quarter."""
    observed_at: str | None
    """When the source answered."""
    cache_age_sec: int | None
    """Seconds since `observed_at`."""


class ParityFigures(TypedDict):
    hotel: GetJobMarketResponseHotel
    """The hotel whose own rate is compared."""
    channels: list[ParityFiguresChannel]
    """The agencies of the grid, in order."""
    score: ParityScore
    nights: list[NightParity]
    """One entry per night and length of stay, in order."""
    undercutters: list[Undercutter]
    """How often each agency is cheaper, most often first."""


class ParityFiguresChannel(TypedDict):
    channel: str
    """Id of the agency."""
    hotel_code: str
    """The hotel’s id there."""


class ParityLikeForLike(TypedDict):
    room: ParityLikeForLikeRoom | None
    """The room that both sides sell. Null for channels without a room that matches: then each
    side’s cheapest rates of any room.
    """
    refundable: bool
    """Whether a cancellation is refunded."""
    meal_plan: str
    """For example `room_only` or `breakfast`."""
    direct: ParityLikeForLikeDirect
    """The chain’s cheapest public rate of this kind."""
    channels: list[ParityLikeForLikeChannel]
    """The channels that sell it."""


class ParityLikeForLikeChannel(TypedDict):
    channel: str
    """Id of the agency."""
    rate: float
    """Per room and night, after tax, in the currency of direct."""
    room_name: str
    """The room type, as this side names it."""
    rate_name: str
    """The rate plan."""
    gap: float
    """Channel minus direct."""
    gap_pct: float | None
    """`gap` in percent of the direct rate, to 2 decimals."""
    verdict: Literal["win", "meet", "lose"] | None
    """The verdict on this rate. `lose`: the channel is below direct by more than 1 % (2 % for a
    converted price); `win`: above by more than that; `meet`: within. Null if not compared.
    """


class ParityLikeForLikeDirect(TypedDict):
    rate: float
    """Per room and night, after tax, in the currency of direct."""
    room_name: str
    """The room type, as this side names it."""
    rate_name: str
    """The rate plan."""


class ParityLikeForLikeRoom(TypedDict):
    room_code: str
    """The room type’s code at the chain."""
    room_name: str
    """The room type."""


class ParityRequest(TypedDict):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""
    checkin: str | dt.date
    """Check-in night, from yesterday (UTC) to 500 days ahead."""
    los: NotRequired[int]
    """Length of the stay in nights. Default: 1."""
    ids: NotRequired[ParityRequestIds]
    """The hotel’s ids at the agencies, if you know them. They override the id map for this call and
    are not stored.
    """
    resolve: NotRequired[bool]
    """Whether to resolve ids that are neither passed nor mapped, for 1 credit. Otherwise their
    channels are skipped. Default: true.
    """
    channels: NotRequired[list[str]]
    """The agencies to compare with, in the order of the answer. Default: all."""
    meta: NotRequired[bool]
    """Whether sellers that only the metasearch engine knows join as rows, for one more shop. Its id
    of the hotel may have to be resolved too. Default: false.
    """
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. A source that cannot quote it answers in its own currency; see
    `currency` in the answer. Default: "USD".
    """
    max_age: NotRequired[int | Literal["auto"]]
    """How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7
    days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often
    prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24
    hours, and 1 hour where too little is known. Default: 3600.
    """
    point_of_sale: NotRequired[ShopRequestPointOfSale]
    """Asks as a guest in this country, or on this device. `point_of_sale` in `GET /chains` lists
    what each source understands. The answer is cached apart from others and makes no cell.
    Default: as the operator has set up the source.
    """
    receipt: NotRequired[bool]
    """Whether to keep what the source sends, signed, as a receipt for this answer. Costs 0.5
    credits more if something is fetched; an answer from the cache has none. Default: false.
    """
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class ParityRequestIds(TypedDict):
    lodgista: NotRequired[str]
    """The property's code at the source."""
    mapleroom: NotRequired[str]
    """The property's code at the source."""
    nightdeal: NotRequired[str]
    """The property's code at the source."""
    ostello: NotRequired[str]
    """The property's code at the source."""
    pillowfare: NotRequired[str]
    """The property's code at the source."""


class ParityResponse(TypedDict):
    query: ShopResponseQuery
    """The request, with defaults filled in."""
    hotel: Hotel | None
    """The property, as the source or the directory describes it; null if neither does."""
    direct: ParityDirect | None
    """The hotel’s own prices, per room and night. Null if a metasearch engine shows no offer of the
    hotel’s own site; nothing is compared then.
    """
    comparison_note: str | None
    """Message for people: why nothing is compared. Null otherwise."""
    channels: list[ParityChannel]
    """One row per agency, in the requested order, then those of the metasearch engine’s other
    sellers. For a metasearch engine’s hotel, one row per seller.
    """
    verdict: Literal["win", "meet", "lose"] | None
    """The verdict on all channels: `lose` if any channel does, else `win` if any does, else `meet`.
    `lose`: the channel is below direct by more than 1 % (2 % for a converted price); `win`:
    above by more than that; `meet`: within. Null if not compared.
    """
    score: ParityScore
    cheapest: str | None
    """`direct`, or the agency with the lowest public rate. On a tie, direct comes first. Rows that
    are not compared, or on another basis, do not count. Null if no channel was compared.
    """
    deepest_undercut: NightParityDeepestUndercut | None
    """The agency furthest below direct; null if none is."""
    rooms: list[ParityRoom]
    """The rooms of the hotel’s own site, each with the channels’ rooms that may be the same."""
    like_for_like: list[ParityLikeForLike]
    """The cheapest public rates of the same room with the same conditions, after tax, in the
    currency of direct; cheapest first.
    """
    ids_resolved: bool
    """Whether a live resolution ran, which costs 1 credit whether or not it finds an id."""
    receipt: NotRequired[ReceiptRef | None]
    """Only if `receipt` was requested. Null if the answer came from the cache: nothing was charged
    for it then.
    """


class ParityRoom(TypedDict):
    direct: ParityRoomDirect
    """A room of the hotel’s own site. Rooms of one name are one."""
    channels: list[ParityRoomChannel]
    """The channels’ rooms that may be the same, by their names and what the sources state."""


class ParityRoomChannel(TypedDict):
    channel: str
    """Id of the agency."""
    room_name: str
    """The room type."""
    attributes: RoomAttributes
    confidence: float
    """That it is the same room, from 0.5 to 1. From 0.9 on, the two are compared in
    `like_for_like`.
    """
    evidence: list[str]
    """Why, in words."""


class ParityRoomDirect(TypedDict):
    room_code: str
    """The room type’s code at the chain."""
    room_name: str
    """The room type."""
    attributes: RoomAttributes


class ParityScore(TypedDict):
    """How many channels have each verdict."""

    win: int
    """Channels above direct."""
    meet: int
    """Channels at the same price."""
    lose: int
    """Channels below direct."""
    compared: int
    """Channels that were compared."""
    channels: int
    """All channels in the answer."""


class Place(TypedDict):
    """A place."""

    name: str | None
    """Null for a place given by coordinates."""
    place_id: str | None
    """Pass it to ask for exactly this place again."""
    lat: float
    """Degrees north."""
    lng: float
    """Degrees east."""
    country: str | None
    """ISO 3166 alpha-2; null if unknown."""


class PriceDrop(TypedDict):
    drop_pct: Literal[5, 10, 20]
    """A fall of at least this many per cent from the current price."""
    probability: float | None
    """How often the price of such nights fell that far, at the end of a day, until one day before
    arrival. Null if nothing is known.
    """
    base_rate: float | None
    """The same share over all lead times and hotels of the market."""
    n: int
    """Past nights on which the forecast was tested, each with what was known at the time."""
    brier: float | None
    """The mean squared error of the forecast in that test; smaller is better. Null without a test.
    """
    base_brier: float | None
    """The mean squared error of the base rate in the same test."""
    proven: bool
    """Whether the forecast was better than the base rate on at least 200 outcomes, by more than
    chance. Only such falls count for `advice`.
    """


class PriceReached(TypedDict):
    amount: float
    """The limit of the watch, per room and night."""
    current: float
    """What it costs now."""
    basis: Literal["bar", "bar_after_tax", "member"]
    """Which rate was compared."""


class PutWalletRequest(TypedDict):
    points: NotRequired[dict[str, int]]
    """Your points, by chain."""
    banks: NotRequired[dict[str, int]]
    """Your points at banks, by bank. They become points of chains as `GET /transfers` says."""
    certificates: NotRequired[list[AwardSearchRequestWalletCertificate]]
    """Your free-night certificates: at most 6 of a chain and 20 in total."""
    elite: NotRequired[list[str]]
    """Chains where you have elite status, for free nights that only such guests get."""
    currency: NotRequired[str]
    """The currency that you count in, ISO 4217. The dashboard uses it."""


class Quote(TypedDict):
    """The answer to `dry_run`."""

    quote: QuoteQuote
    """Units are those of the endpoint: shops, nights, rows or cells."""


class QuoteQuote(TypedDict):
    credits_min: float
    """The charge if every live unit fails."""
    credits_max: float
    """The worst case: what the call would reserve."""
    cached: int
    """Cached units, at a quarter of the price."""
    live: int
    """Units that have to be fetched from a source."""
    free: int
    """Units that are free."""
    upstream: NotRequired[QuoteQuoteUpstream]
    """The requests to sources that it is expected to make."""


class QuoteQuoteUpstream(TypedDict):
    requests: int
    """How many, retries not counted."""
    cost: QuoteQuoteUpstreamCost | None
    """What the operator of this service pays the vendors for them; null if a price is not known, or
    in several currencies.
    """


class QuoteQuoteUpstreamCost(TypedDict):
    amount: float
    """With up to six decimals."""
    currency: str
    """ISO 4217."""


class Rate(TypedDict):
    rate_code: str
    """The rate plan’s code at the source."""
    name: str
    """Display name of the rate plan."""
    currency: str
    """The currency of this rate, ISO 4217. Rates in a currency other than the answer’s are not in
    `lowest`.
    """
    price_per_night: float | None
    """Per room and night, averaged over the stay. See `tax_included`."""
    price_per_night_after_tax: float | None
    """With all taxes and fees, comparable across sources."""
    tax_included: bool | None
    """Whether `price_per_night` includes tax. Null if the source does not say; there is then no
    price after tax.
    """
    total: float | None
    """All nights and rooms."""
    total_after_tax: float | None
    """All nights and rooms, with all taxes and fees."""
    member_only: bool
    """Whether only members of the loyalty programme can book it."""
    restricted: bool
    """Whether it requires identification or a contract, like government and corporate rates. Not in
    `lowest`.
    """
    package: bool
    """Whether it is only sold as part of a package, such as with a flight. Not in `lowest`."""
    points_per_night: int | None
    """Only for award rates."""
    cash_copay_per_night: float | None
    """Only for points + cash rates."""
    refundable: bool | None
    """Whether a cancellation by `cancel_by` is refunded."""
    cancel_by: str | None
    """The end of free cancellation."""
    meal_plan: str | None
    """For example `room_only` or `breakfast`."""
    seller: Seller | None
    """Who sells the rate. Null unless the source is a metasearch engine."""


class RebookSaving(TypedDict):
    paid: float
    """What was paid per room and night: money, or points for kind `award`."""
    current: float
    """What it costs now."""
    saving: float
    """The difference."""
    saving_pct: float
    """The difference in percent of what was paid."""
    saving_total: float
    """The difference over all nights and rooms."""


class ReceiptBodies(TypedDict):
    bodies: list[ReceiptBodiesBodie]
    """Each body once, in the order of their hashes."""


class ReceiptBodiesBodie(TypedDict):
    sha256: str
    """Of the decoded bytes."""
    base64: str
    """The body, as UTF-8."""


class ReceiptKeys(TypedDict):
    keys: list[ReceiptKeysKey]
    """Oldest first, retired ones too."""


class ReceiptKeysKey(TypedDict):
    kty: Literal["OKP"]
    """The type of the key (RFC 8037)."""
    crv: Literal["Ed25519"]
    """The curve."""
    alg: Literal["EdDSA"]
    """The algorithm."""
    use: Literal["sig"]
    """It signs."""
    kid: str
    """The `signature.key` of receipts."""
    x: str
    """The public key, base64url."""
    created_at: str
    """When it began to sign."""
    retired_at: str | None
    """When it stopped; null: it signs now."""


class ReceiptLink(TypedDict):
    url: str
    """A page for everybody who has the link."""


class ReceiptRef(TypedDict):
    id: str
    """Of the receipt."""
    url: str
    """Its page, for people of the account. Relative to the address of the service if that has no
    `PUBLIC_URL`.
    """


class RefreshWatchRequest(TypedDict):
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class Room(TypedDict):
    room_code: str
    """The room type’s code at the source."""
    name: str
    """Display name of the room type."""
    beds: str | None
    """Display text from the source."""
    max_occupancy: int | None
    """Maximum guests per room."""
    attributes: RoomAttributes
    rates: list[Rate]
    """Every rate plan of the room, including award rates."""


RoomAttributes = TypedDict(
    "RoomAttributes",
    {
        # The kind of room, else its grade.
        "class": "Literal[\"standard\", \"superior\", \"deluxe\", \"executive\", \"suite\", \"apartment\", \"dormitory\"] | None",
        # Null also if the guest or the hotel chooses among beds.
        "beds": "list[RoomAttributesBed] | None",
        # What the room looks out on, such as `sea`, `partial sea` or `city`.
        "view": "str | None",
        # Separate bedrooms.
        "bedrooms": "int | None",
        # Maximum guests.
        "sleeps": "int | None",
        # Square metres.
        "area_m2": "float | None",
        # For guests with disabilities.
        "accessible": "bool | None",
        # Whether smoking is allowed.
        "smoking": "bool | None",
        # With access to a club floor or lounge.
        "club": "bool | None",
    },
)


class RoomAttributesBed(TypedDict):
    type: Literal["king", "queen", "double", "single", "sofa", "bunk", "futon", "wall", "bed"]
    """`bed` if the size is not stated."""
    count: int
    """How many."""


class RowError(TypedDict):
    code: str
    """One of the error codes."""
    message: str
    """For people."""


class RunChanges(TypedDict):
    since: str
    """The run that it was compared with: the last one before it that was done."""
    since_at: str
    """When that run began."""
    compared: int
    """Cells that both runs have."""
    cheaper: int
    """Of these, cells with a lower price in the same currency."""
    dearer: int
    """Cells with a higher one."""
    gone: int
    """Cells that could be booked in the run before and not in this one."""
    reopened: int
    """Cells that can be booked again."""
    largest: list[RunChangesLargest]
    """The largest changes of price, by percent; at most five."""


class RunChangesLargest(TypedDict):
    chain: str
    """Id of the source."""
    hotel_code: str
    """The property’s code at the source."""
    name: str | None
    """The name of the hotel."""
    night: str
    """Check-in."""
    los: int
    """Nights of the stay."""
    currency: str | None
    """The currency of both prices; null for points."""
    before: float
    """The price per night in the run before."""
    now: float
    """The price per night in this run."""
    change_pct: float
    """In percent, rounded to a tenth. Negative: cheaper."""


class RunFigures(TypedDict):
    kind: Literal["market", "parity"]
    """What the run compares."""
    hotel: GetJobMarketResponseHotel
    """The hotel that the others are compared with."""
    currency: str
    """Of all figures."""
    nights: int
    """Nights of the run."""
    far_pct: NotRequired[float]
    """How far from the median a night stands out, in percent; for a market."""
    standing: NotRequired[dict[str, Any]]
    """As `market.standing` of a board; at most five nights stand out. For a market."""
    score: NotRequired[dict[str, Any]]
    """As `parity.score` of a board. For parity."""
    undercutters: NotRequired[list[dict[str, Any]]]
    """As `parity.undercutters` of a board: those that undercut, at most five. For parity."""
    before: dict[str, Any] | None
    """The same of the run before; null without one."""


class RunScheduleResponse202(TypedDict):
    run: ScheduleRun


class Schedule(TypedDict):
    id: str
    """Identifies it in other calls."""
    name: str
    """As given."""
    ask: Literal["matrix", "compset", "parity"]
    """Which call a run makes. It costs the same and has the same name in usage."""
    body: dict[str, Any]
    """The body of that call. Dates may count from the day of the run: `"checkin": "+7d"`, or
    `"nights": {"from": "+1d", "to": "+90d", "days": ["fri", "sat"]}`. For parity, a list of
    hotels or a `set` takes the place of the hotel.
    """
    every: Literal["hour", "day", "week"]
    """How often it runs."""
    at: str
    """The local time, or the minute of hourly runs."""
    on: list[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]] | None
    """The days of the week; null unless it is weekly."""
    timezone: str
    """A zone of the time zone database. Summer time is taken care of."""
    max_credits: float
    """The most that a run may cost."""
    upstream: ScheduleUpstream | None
    """The requests to sources that a run takes if nothing is cached, without looking up ids; null
    if its body can no longer be read.
    """
    format: Literal["csv", "jsonl", "parquet", "xlsx"]
    """The format of its files."""
    deliver: Literal["link", "attachment"]
    """With `attachment`, mails about a run have its file, if it has at most 10 MB."""
    endpoints: list[str]
    """Who gets its events."""
    status: Literal["active", "paused", "suspended"]
    """`suspended`: the last run could not be paid. It tries again at its next time."""
    attention: str | None
    """Why you should look at it; null if all is well. `source_disabled`: the operator switched a
    source of its hotels off, the sandbox for instance, or removed it.
    """
    next_run_at: str | None
    """When it runs next; null while it is paused."""
    last_run: ScheduleRun | None
    """Its newest run; null before the first."""
    created_at: str
    """When it was created."""


class ScheduleDone(TypedDict):
    id: str
    """The schedule."""
    name: str
    """Its name."""
    run_id: str
    """The run."""
    status: Literal["done", "failed", "canceled", "refused"]
    """How the run ended."""
    reason: str | None
    """Why it did not happen; null unless `refused`."""
    message: str | None
    """The same as a sentence for people."""
    job_id: str | None
    """The job of the run; null if it did not happen."""
    cells: int
    """Cells or rows in its file."""
    credits: float
    """What it cost."""
    file: str | None
    """The path of its file; null if it did not happen."""
    deliver: NotRequired[Literal["link", "attachment"]]
    """Whether mails have the file. Left out by older versions."""
    changes: RunChanges | None
    """How the prices of a grid differ from the run before; null if there is nothing to compare
    with.
    """
    figures: NotRequired[RunFigures | None]
    """How the subject of the set stands, or the hotel against its listings; null for other
    questions. Left out by older versions.
    """


class ScheduleDoneEvent(TypedDict):
    """A run of a schedule ended."""

    id: str
    """The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates."""
    type: Literal["schedule.done"]
    """What happened."""
    created_at: str
    """When it was found."""
    schedule: ScheduleDone
    """The run that ended. With `schedule.done`."""


class ScheduleRun(TypedDict):
    id: str
    """The run."""
    status: Literal["queued", "running", "done", "failed", "canceled", "refused"]
    """`refused`: it did not happen; see `reason`. The others are those of its job."""
    reason: str | None
    """Why it did not happen; null unless `refused`."""
    message: str | None
    """The same as a sentence for people."""
    due_at: str | None
    """The time that it was due; null if it was asked by hand."""
    created_at: str
    """When it began."""
    ended_at: str | None
    """When it ended; null before."""
    job_id: str | None
    """Its job; null if it did not happen or has not begun."""
    cells: int
    """Cells or rows in its file, once it has ended."""
    credits: float
    """What it cost, once it has ended."""
    file: str | None
    """The path of its file, which can be read as long as its job."""


class ScheduleUpstream(TypedDict):
    requests: int
    """How many, retries not counted."""
    cost: QuoteQuoteUpstreamCost | None
    """What the operator of this service pays the vendors for them; null if a price is not known, or
    in several currencies.
    """
    per_month: QuoteQuoteUpstream
    """The same of 30 days."""


class SearchHotelsResponse(TypedDict):
    hotels: list[FoundHotel]
    """Best first."""


class Seller(TypedDict):
    name: str
    """As the metasearch engine names it."""
    source: str | None
    """The id of the travel agency, if it is a source of this service; else null."""
    direct: bool
    """Whether it is the hotel’s own site."""


class ShareBoardRequest(TypedDict):
    ends_at: NotRequired[str | dt.datetime]
    """When the link ends, at most 366 days from now. Default: when it is deleted."""


class SharedBoard(TypedDict):
    name: str | None
    """The name of the set; null if it was deleted."""
    kind: Literal["market", "parity"]
    """`market`: the subject of the set against its other hotels. `parity`: the subject’s own rate
    against the agencies that list it.
    """
    nights: BoardNights
    """As given."""
    fetched_at: str | None
    """When its figures were fetched."""
    ends_at: str | None
    """When the link ends; null: when its owner ends it."""
    market: MarketFigures | None
    """For a board of kind `market`; null before its first rates."""
    parity: ParityFigures | None
    """For a board of kind `parity`; null before its first rates."""
    failures: list[BoardFailure]
    """What could not be fetched, by hotel."""
    changes: BoardChanges


class ShopRequest(TypedDict):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""
    checkin: str | dt.date
    """Check-in night, from yesterday (UTC) to 500 days ahead."""
    los: NotRequired[int]
    """Length of the stay in nights. Default: 1."""
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. A source that cannot quote it answers in its own currency; see
    `currency` in the answer. Default: "USD".
    """
    max_age: NotRequired[int | Literal["auto"]]
    """How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7
    days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often
    prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24
    hours, and 1 hour where too little is known. Default: 3600.
    """
    point_of_sale: NotRequired[ShopRequestPointOfSale]
    """Asks as a guest in this country, or on this device. `point_of_sale` in `GET /chains` lists
    what each source understands. The answer is cached apart from others and makes no cell.
    Default: as the operator has set up the source.
    """
    receipt: NotRequired[bool]
    """Whether to keep what the source sends, signed, as a receipt for this answer. Costs 0.5
    credits more if something is fetched; an answer from the cache has none. Default: false.
    """
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class ShopRequestPointOfSale(TypedDict):
    country: NotRequired[str]
    """ISO 3166 alpha-2, upper case."""
    device: NotRequired[Literal["desktop", "mobile"]]
    """What the guest books on."""


class ShopResponse(TypedDict):
    cached: bool | None
    """Whether the answer came from the cache, which costs a quarter."""
    observed_at: str | None
    """When the source answered."""
    cache_age_sec: int | None
    """Seconds since `observed_at`."""
    query: ShopResponseQuery
    """The request, with defaults filled in."""
    hotel: Hotel | None
    """The property, as the source or the directory describes it; null if neither does."""
    status: Literal["available", "sold_out", "closed", "restricted_los"] | None
    """Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it
    failed.
    """
    min_los: int | None
    """The minimum stay, if the source states one."""
    currency: str
    """The currency of the figures, ISO 4217. A rate may have a different `currency`."""
    tax_included: bool | None
    """Whether `bar` includes tax (or `member`, if there is no public rate). Each rate also has its
    own `tax_included`. Null if unknown.
    """
    rooms: list[Room]
    """Empty unless the status is `available`."""
    lowest: Lowest
    receipt: NotRequired[ReceiptRef | None]
    """Only if `receipt` was requested. Null if the answer came from the cache: nothing was charged
    for it then.
    """


class ShopResponseQuery(TypedDict):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""
    checkin: str
    """Check-in."""
    los: int
    """Nights of the stay."""
    adults: int
    """Per room."""
    children: int
    """Per room."""
    children_ages: NotRequired[list[int]]
    """Their ages, only if they were requested."""
    rooms: int
    """Rooms of the same kind."""
    currency: str
    """The requested currency."""
    max_age: NotRequired[int]
    """What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for."""
    point_of_sale: NotRequired[ShopResponseQueryPointOfSale]
    """Only if it was requested."""


class ShopResponseQueryPointOfSale(TypedDict):
    country: NotRequired[str]
    """ISO 3166 alpha-2."""
    device: NotRequired[Literal["desktop", "mobile"]]
    """What the guest books on."""


class SignedReceipt(TypedDict):
    id: str
    """Of the receipt."""
    version: Literal[1]
    """Of this form."""
    made_at: str
    """When it was signed."""
    issuer: str | None
    """The address of the service; null if it has no public one."""
    endpoint: Literal["shop", "award", "parity"]
    """The call."""
    question: dict[str, Any]
    """The body of the request."""
    answer: dict[str, Any]
    """The answer, as it was given."""
    readings: list[SignedReceiptReading]
    """One per source that was asked for this answer. What came from the cache has none."""
    signature: SignedReceiptSignature
    """Over the canonical JSON (RFC 8785) of the receipt without this field."""


class SignedReceiptReading(TypedDict):
    source: str
    """Id of the source."""
    family: str
    """What reads its format."""
    family_version: str
    """Of what read it."""
    profile: dict[str, Any]
    """The options of the source."""
    points: bool
    """Whether the source has award points."""
    observed_at: str
    """When it was asked."""
    first_id: str
    """The ids of the requests follow from it."""
    query: dict[str, Any]
    """What the source was asked."""
    bodies: list[SignedReceiptReadingBodie]
    """Its answers, in the order of the requests."""


class SignedReceiptReadingBodie(TypedDict):
    method: str
    """Of the request to the source."""
    path: str
    """Of the request, without its query."""
    status: int | None
    """The HTTP status; null if no answer came."""
    failure: str | None
    """Why none came."""
    sha256: str | None
    """Of the body, as kept: without credentials and personal data."""
    headers: dict[str, str]
    """Those that were read."""


class SignedReceiptSignature(TypedDict):
    algorithm: Literal["Ed25519"]
    """RFC 8032."""
    key: str
    """Its id among the public keys."""
    value: str
    """Base64."""


class SourceStatus(TypedDict):
    id: str
    """Id of the source."""
    status: Literal["up", "degraded", "down"]
    """The current health of the source."""
    latency_ms: int | None
    """Median latency of the last five minutes, over all processes of the service."""
    error_share: float | None
    """Error rate of the last five minutes, from 0 to 1, over all processes."""
    checked_at: str | None
    """When it was last called; null if never."""
    since: str | None
    """Since when every call has failed, by any process; null if the last one was answered."""
    reason: str | None
    """Why it is not up: `disabled` by the operator, `not_configured`, `credentials_refused`,
    `unavailable` (errors, or no connection), `unreadable` answers, or `no_answer` in time. Null
    if it is up.
    """


class Standing(TypedDict):
    compared: int
    """Nights on which the subject and at least one other have a price."""
    rank: float | None
    """The mean rank over those nights, to one decimal. 1 is the cheapest. Null if no night was
    compared.
    """
    of: float | None
    """The mean number of hotels that are ranked. Null if no night was compared."""
    rate_index: float | None
    """The mean rate index. Null if no night was compared."""
    vs_others_median_pct: float | None
    """The mean distance from the median of the others, in percent. Null if no night was compared.
    """
    cheapest: int
    """Nights on which the subject is the cheapest, or ties for it."""
    dearest: int
    """Nights on which all others are cheaper."""
    unsold: int
    """Nights on which the subject sells nothing while others do."""
    stand_out: list[StandingStandOut]
    """Nights on which the subject is 15 % or more away from the median of the others, the furthest
    first.
    """


class StandingStandOut(TypedDict):
    night: str
    """Check-in."""
    los: int
    """Nights of the stay."""
    rate: float
    """The rate of the subject."""
    others_median: float
    """The median of the others."""
    vs_others_median_pct: float
    """The first against the second, in percent."""
    rank: int
    """1 is the cheapest."""
    of: int
    """Hotels that are ranked."""


class Status(TypedDict):
    status: Literal["up", "degraded", "down"]
    """The service as a whole."""
    version: str
    """The version of the API."""
    time: str
    """The time on this server."""
    sources: list[SourceStatus]
    """Chains first, then travel agencies."""
    directory: DirectoryStatus
    made_past: StatusMadePast | None
    """The past that the sandbox made, so that there is something to see. It is served like what was
    observed. Null if there is none.
    """


class StatusMadePast(TypedDict):
    hotels: int
    """Hotels whose past was made."""
    since: str
    """The beginning of the longest one."""
    until: str
    """The end of the last one."""


class StayNight(TypedDict):
    night: str
    """The night, by its check-in date."""
    status: Literal["available", "sold_out", "closed", "restricted_los"] | None
    """Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it
    failed.
    """
    min_los: int | None
    """The minimum stay, if the source states one."""
    lowest: Lowest | None
    """Null if the night failed."""
    cached: bool | None
    """Whether the answer came from the cache, which costs a quarter."""
    error: NotRequired[RowError]
    """Why this row failed. Failed rows are free."""


class StayRequest(TypedDict):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""
    checkin: str | dt.date
    """Check-in night, from yesterday (UTC) to 500 days ahead."""
    los: int
    """Nights of the stay."""
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. A source that cannot quote it answers in its own currency; see
    `currency` in the answer. Default: "USD".
    """
    max_age: NotRequired[int | Literal["auto"]]
    """How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7
    days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often
    prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24
    hours, and 1 hour where too little is known. Default: 3600.
    """
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class StayResponse(TypedDict):
    cached: bool | None
    """Whether the answer came from the cache, which costs a quarter."""
    observed_at: str | None
    """When the source answered."""
    cache_age_sec: int | None
    """Seconds since `observed_at`."""
    query: AwardResponseQuery
    """The request, with defaults filled in."""
    hotel: Hotel | None
    """The property, as the source or the directory describes it; null if neither does."""
    currency: str
    """The currency of the figures, ISO 4217. A rate may have a different `currency`."""
    stay: StayResponseStay
    """The whole stay; nightly figures are averages."""
    nights: list[StayNight]
    """Each night of the stay, priced separately."""
    totals: StayResponseTotals
    """Both totals, for all nights and rooms."""
    split: StayResponseSplit
    """Whether booking night by night is cheaper."""


class StayResponseSplit(TypedDict):
    cheaper: Literal["stay", "nights", "equal"] | None
    """Also set if splitting is not possible."""
    basis: Literal["bar_after_tax", "bar"] | None
    """What was compared."""
    saving: float | None
    """The difference between the two."""
    possible: bool
    """Whether every night can be booked on its own."""
    blocked_by: list[str]
    """The nights that cannot."""


class StayResponseStay(TypedDict):
    status: Literal["available", "sold_out", "closed", "restricted_los"] | None
    """Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it
    failed.
    """
    min_los: int | None
    """The minimum stay, if the source states one."""
    lowest: Lowest


class StayResponseTotals(TypedDict):
    stay: StayResponseTotalsStay
    """Total price of the whole stay for all nights and rooms, from unrounded nightly figures."""
    nights: StayResponseTotalsNights | None
    """Null if a night could not be priced."""


class StayResponseTotalsNights(TypedDict):
    bar: float | None
    """Public."""
    bar_after_tax: float | None
    """Public, all-in."""
    member: float | None
    """Members."""
    member_after_tax: float | None
    """Members, all-in."""


class StayResponseTotalsStay(TypedDict):
    bar: float | None
    """Public."""
    bar_after_tax: float | None
    """Public, all-in."""
    member: float | None
    """Members."""
    member_after_tax: float | None
    """Members, all-in."""


class TransferPartner(TypedDict):
    bank: str
    """The name of the bank in `wallet.banks`."""
    chain: str
    """The chain that receives the points."""
    ratio: list[int]
    """So many points of the bank become so many of the chain: `[1, 2]` doubles them."""
    step: int
    """Transfers are multiples of so many points of the bank."""
    minimum: int
    """The fewest points of the bank in one transfer."""
    bonus: list[TransferPartnerBonu]
    """Offers of the bank, past ones too."""
    bonus_today: int | None
    """The bonus of today in percent; null if there is none."""


TransferPartnerBonu = TypedDict(
    "TransferPartnerBonu",
    {
        # Percent more than `ratio` gives.
        "pct": "int",
        # The first day, in UTC.
        "from": "str",
        # The last day.
        "to": "str",
    },
)


class TripAgainRequest(TypedDict):
    jobs: list[str]
    """The ended jobs of one trip: its hotels, nights, guests and currency are theirs."""
    hotels: NotRequired[list[TripRequestHotel]]
    """Further hotels to choose from, such as those of the options before: what was known of them
    needed no job.
    """
    wallet: NotRequired[AwardSearchRequestWallet | Literal["saved"]]
    """What you can pay with besides cash. All rooms of a night are paid in the same way. `"saved"`:
    the wallet of `PUT /wallet`. Default: {}.
    """
    point_value: NotRequired[dict[str, float]]
    """What a point of a chain is worth to you, in hundredths of `currency`. Four decimals count.
    Default: 0.7. Default: {}.
    """
    max_moves: NotRequired[int]
    """How often you are willing to change the hotel. Default: 0."""


class TripAgainResponse(TypedDict):
    query: TripResponseQuery
    """The request as it was understood."""
    place: Place | None
    """The resolved place; null if it is unknown."""
    alternatives: list[Place]
    """Other places with the same name, best match first. Ask for one by its `place_id`."""
    options: list[TripOption]
    """At most 10, by `cost`. None takes at least as much cash, points of each chain and
    certificates as another. Empty if no combination is known to be possible.
    """
    best_cash: TripResponseBestCash | None
    """The cheapest way to pay with cash alone; null if none is known."""
    frontier: list[TripResponseFrontier]
    """Every pair of cash and total points that no other one beats, by points: what each further
    point saves.
    """
    nights_unknown: int
    """Nights of hotels with a price that is not cached, is older than `max_age`, or has no
    reference rate. They are not taken for sold out: a better option may be among them. `fill:
    "stale"` fetches them.
    """
    not_filled: NotRequired[AreaResponseNotFilled]
    """What `fill` selects and `fill_budget` does not pay for, and hotels that the directory did not
    know when the call was quoted: the next call has them. Only with `fill_budget`, or if there
    are such hotels.
    """


class TripBlock(TypedDict):
    chain: str
    """The hotel’s chain."""
    hotel_code: str
    """The property's code at the chain."""
    name: str | None
    """The hotel’s name; null if unknown."""
    checkin: str
    """The first night of the block."""
    los: int
    """Its nights."""
    pay: Literal["cash", "points", "points_cash", "certificate"]
    """How its nights are paid. Another way of paying is another block, even at the same hotel, and
    is not a move.
    """
    cash_after_tax: float
    """Cash for all nights and rooms, with taxes."""
    points: int
    """Points for all nights and rooms, free nights taken off. For certificates, the points to add.
    """
    free_nights: int
    """Nights that are free by the chain’s rules."""
    certificate: str | None
    """The certificate that pays; null otherwise."""
    transfers: list[TripTransfer]
    """What to transfer before booking. All transfers to a chain stand at the first block that your
    own points of that chain do not pay.
    """
    observed_at: str
    """When the oldest of its prices was observed."""
    max_age: NotRequired[int]
    """What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for."""


class TripCertificate(TypedDict):
    chain: str
    """The chain."""
    id: str
    """The certificate, as in `GET /chains`."""
    count: int
    """How many of them."""


class TripOption(TypedDict):
    rank: int
    """From 1, by `cost`."""
    blocks: list[TripBlock]
    """The nights in order."""
    cash_total: float
    """Cash for the whole trip."""
    points: dict[str, int]
    """Points for the whole trip, by chain: your own that it uses, and all that it transfers. Chains
    without are left out.
    """
    certificates: list[TripCertificate]
    """The certificates it uses."""
    cost: float
    """Cash plus points at `point_value`. Certificates count as free."""
    saving_vs_cash: float | None
    """`best_cash.cash_total` minus `cost`. Null if the trip cannot be paid with cash alone."""
    why: str
    """One sentence that explains the option."""


class TripRequest(TypedDict):
    q: NotRequired[str]
    """Name of the place: `Lisbon`, `Springfield, IL`, `東京`. Case and accents do not matter."""
    place_id: NotRequired[str]
    """The `place_id` from an earlier answer, instead of `q`."""
    lat: NotRequired[float]
    """Degrees north of the place; requires `lng`. Instead of `q`."""
    lng: NotRequired[float]
    """Degrees east of the place; requires `lat`."""
    radius: NotRequired[float]
    """Search radius around the place, in miles. Default: 25."""
    chains: NotRequired[list[str]]
    """Chains to look for around the place. Default: all with a search by place."""
    hotels: NotRequired[list[TripRequestHotel]]
    """The hotels to choose from, instead of a place."""
    set: NotRequired[str]
    """The id of a set from `POST /sets`, instead of a list. It may have at most 50 hotels here."""
    checkin: str | dt.date
    """First night, from yesterday (UTC) to 500 days ahead."""
    los: int
    """Nights of the trip."""
    wallet: NotRequired[AwardSearchRequestWallet | Literal["saved"]]
    """What you can pay with besides cash. All rooms of a night are paid in the same way. `"saved"`:
    the wallet of `PUT /wallet`. Default: {}.
    """
    point_value: NotRequired[dict[str, float]]
    """What a point of a chain is worth to you, in hundredths of `currency`. Four decimals count.
    Default: 0.7. Default: {}.
    """
    max_moves: NotRequired[int]
    """How often you are willing to change the hotel. Default: 0."""
    max_hotels: NotRequired[int]
    """How many hotels around the place to consider, nearest first. Default: 25."""
    min_stars: NotRequired[float]
    """Only hotels that the directory knows to have at least this many stars."""
    fill: NotRequired[Literal["missing", "stale", "none"]]
    """What a job fetches. `missing`: hotels without any cached night in the range, with all its
    nights. `stale`: also every single night of the other hotels that is unknown or older than
    `max_age`. `none`: nothing. Default: "missing".
    """
    fill_budget: NotRequired[float]
    """The most credits that the jobs of `fill` may cost, the place lookup not counted. The nearest
    hotels come first, with their first nights; `not_filled` says what is left out. 0 starts no
    job.
    """
    partial: NotRequired[bool]
    """`false`: while a job has to fetch something, the answer is 202 with the jobs alone, and only
    its place lookup is charged. So repeat the call when they have ended, and pay for one answer.
    Default: true.
    """
    adults: NotRequired[int]
    """Per room. Default: 2."""
    children: NotRequired[int]
    """Per room. Default: as many as `children_ages`, else 0."""
    children_ages: NotRequired[list[int]]
    """The age of each child, per room, in any order. Default: every child is 8. Stays with other
    ages are cached apart.
    """
    rooms: NotRequired[int]
    """Rooms of the same kind. Default: 1."""
    currency: NotRequired[str]
    """ISO 4217, upper case. A source that cannot quote it answers in its own currency; see
    `currency` in the answer. Default: "USD".
    """
    max_age: NotRequired[int | Literal["auto"]]
    """Maximum age of a cached night in seconds; older ones are not shown. 0 shows none. Default:
    21600. `auto`: up to the age at which one in ten answers from the cache is stale, by how
    often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to
    24 hours, and 1 hour where too little is known.
    """
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class TripRequestHotel(TypedDict):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""


class TripResponse(TypedDict):
    query: TripResponseQuery
    """The request as it was understood."""
    place: Place | None
    """The resolved place; null if it is unknown."""
    alternatives: list[Place]
    """Other places with the same name, best match first. Ask for one by its `place_id`."""
    options: list[TripOption]
    """At most 10, by `cost`. None takes at least as much cash, points of each chain and
    certificates as another. Empty if no combination is known to be possible.
    """
    best_cash: TripResponseBestCash | None
    """The cheapest way to pay with cash alone; null if none is known."""
    frontier: list[TripResponseFrontier]
    """Every pair of cash and total points that no other one beats, by points: what each further
    point saves.
    """
    nights_unknown: int
    """Nights of hotels with a price that is not cached, is older than `max_age`, or has no
    reference rate. They are not taken for sold out: a better option may be among them. `fill:
    "stale"` fetches them.
    """
    not_filled: NotRequired[AreaResponseNotFilled]
    """What `fill` selects and `fill_budget` does not pay for, and hotels that the directory did not
    know when the call was quoted: the next call has them. Only with `fill_budget`, or if there
    are such hotels.
    """


class TripResponse202(TripResponse):
    jobs: list[Job]
    """One job per kind that is being fetched."""


class TripResponseBestCash(TypedDict):
    cash_total: float
    """Cash for the whole trip."""
    blocks: list[TripBlock]
    """The nights in order."""


class TripResponseFrontier(TypedDict):
    cash_total: float
    """Cash for the whole trip."""
    points_total: int
    """Points of all chains together."""
    option: int | None
    """The `rank` of an option with these totals; null if none is listed."""


class TripResponseQuery(TypedDict):
    checkin: str
    """The first night."""
    los: int
    """Nights of the trip."""
    adults: int
    """Per room."""
    children: int
    """Per room."""
    children_ages: NotRequired[list[int]]
    """Their ages, only if they were requested."""
    rooms: int
    """As requested."""
    currency: str
    """The currency of all amounts in the answer."""
    max_moves: int
    """As requested."""
    wallet: TripResponseQueryWallet
    """What the options may use."""
    point_value: dict[str, float]
    """What a point of each chain of the wallet is taken to be worth, in hundredths of `currency`.
    """


class TripResponseQueryWallet(TypedDict):
    points: dict[str, int]
    """By chain."""
    certificates: list[TripCertificate]
    """As requested."""
    elite: list[str]
    """Chains of the wallet with elite status."""
    banks: dict[str, int]
    """By bank."""


class TripTransfer(TypedDict):
    bank: str
    """The bank, as in `GET /transfers`."""
    chain: str
    """The chain that receives them."""
    points: int
    """Points of the bank."""
    received: int
    """Points of the chain, with the bonus of today. What the block leaves of them counts as spent.
    """


class TypicalPrice(TypedDict):
    p10: float
    """A tenth of the nights were cheaper than this."""
    p25: float
    """A quarter of the nights were cheaper."""
    median: float
    """Half of the nights were cheaper."""
    p75: float
    """Three quarters of the nights were cheaper."""
    p90: float
    """Nine tenths of the nights were cheaper."""
    observations: int
    """Changes with a figure in the window."""
    nights: int
    """Nights in the window. Each counts once, with its newest figure."""
    window: TypicalPriceWindow
    """Which nights and lead times are compared."""
    widened: list[Literal["lead", "weekday"]]
    """What had to be ignored to find enough nights: the lead time, the weekday, or both. Empty if
    neither.
    """


class TypicalPriceWindow(TypedDict):
    days: int
    """Observations of this many days are compared."""
    weekday: Literal["weekday", "weekend", "any"]
    """Which nights are compared. Friday and Saturday nights are `weekend`."""
    lead_days: list[int | None]
    """First and last lead time in days. The last is null for all longer ones."""


class UndercutFound(TypedDict):
    direct: float
    """The direct public rate."""
    channel_rate: float
    """The rate of the channel."""
    diff: float
    """How much less the channel asks."""
    diff_pct: float
    """The same in percent of the direct rate."""
    basis: Literal["bar_after_tax", "bar"]
    """Which figures were compared."""
    like_for_like: NotRequired[UndercutFoundLikeForLike]
    """What was compared, for a watch with `like_for_like`."""


class UndercutFoundLikeForLike(TypedDict):
    room_name: str
    """The room, as the chain names it."""
    channel_room_name: str
    """The same room, as the channel names it."""
    refundable: bool
    """Whether a cancellation is refunded, of both."""
    meal_plan: str
    """Of both."""


class Undercutter(TypedDict):
    channel: str
    """Id of the agency."""
    nights: int
    """Nights on which it is cheaper than the hotel itself."""
    compared: int
    """Nights on which both could be compared."""
    deepest: UndercutterDeepest | None
    """Where it is furthest below; null if it never is."""


class UndercutterDeepest(TypedDict):
    night: str
    """Check-in."""
    los: int
    """Nights of the stay."""
    gap: float
    """Channel minus direct, in the currency of direct."""
    gap_pct: float
    """The same in percent."""


class UnshareBoardResponse(TypedDict):
    pass


class UnshareReceiptResponse(TypedDict):
    pass


class Usage(TypedDict):
    plan: Literal["free", "starter", "pro", "scale"]
    """The name of the plan."""
    period: str
    """The current billing month (UTC)."""
    credits_used: float
    """Credits used by the account, all keys together."""
    credits_used_this_key: float
    """Credits used by the key that makes this call."""
    credits_limit: float
    """The allowance of the period."""
    credits_remaining: float
    """Allowance less what was spent; never below 0."""
    rate_limit_rps: int
    """Requests per second for the account."""
    resets_at: str
    """When the credits reset."""
    key: UsageKey
    """What the key that makes this call may do."""


class UsageKey(TypedDict):
    id: str
    """The id of the key that makes this call."""
    scopes: list[Literal["read", "spend", "manage"]]
    """`read`: what is free; `spend`: what costs credits; `manage`: watches, endpoints, sets,
    schedules.
    """
    daily_cap: float | None
    """Null: it has no cap of its own."""
    spent_today: float
    """What it has spent on this day (UTC)."""
    expires_at: str | None
    """Null: it has no end."""


class UsageLine(TypedDict):
    request_id: str
    """The `X-Request-Id` of the answer that was charged."""
    at: str
    """When it was charged."""
    endpoint: Literal[
        "shop", "award", "stay", "calendar", "compset", "compset_award", "matrix", "export",
        "area", "award_search", "calendar_area", "award_value", "award_access", "trip", "hotels",
        "parity", "ids", "watch", "history", "insight", "outlook", "backtest",
    ]
    """What was sold."""
    key_id: str
    """The key that made the call."""
    job_id: str | None
    """The job it was charged for."""
    watch_id: str | None
    """The watch or booking it was charged for."""
    credits: float
    """Equals the `X-Credits-Charged` of that answer."""
    live: int
    """Units fetched from a source."""
    cached: int
    """Units from the cache, at a quarter of the price."""
    free: int
    """Units that cost nothing, such as failed or not found."""


class Wallet(TypedDict):
    points: dict[str, int]
    """By chain."""
    banks: dict[str, int]
    """By bank."""
    certificates: list[WalletCertificate]
    """Free-night certificates."""
    elite: list[str]
    """Chains where you have elite status."""
    currency: str | None
    """The currency that you count in; null if you have not said."""
    updated_at: str | None
    """When it was saved; null if it never was, and is empty."""


class WalletCertificate(TypedDict):
    chain: str
    """The chain."""
    id: str
    """The certificate, as in `GET /chains`."""
    count: int
    """How many of them."""


class Watch(TypedDict):
    id: str
    """Id of the watch."""
    chain: str
    """The source."""
    hotel_code: str
    """The property’s code at the source."""
    name: str | None
    """The hotel’s name; null if unknown."""
    nights: WatchNights
    """The check-in nights as requested. Past nights are no longer checked."""
    los: int
    """Nights of each stay."""
    kind: Literal["cash", "award"]
    """Whether it watches cash rates or awards."""
    adults: int
    """Per room."""
    children: int
    """Per room."""
    children_ages: NotRequired[list[int]]
    """Their ages, only if they were requested."""
    rooms: int
    """Rooms of the same kind."""
    currency: str
    """The currency of its amounts. Prices in another currency are not compared with them."""
    refresh_sec: int
    """Seconds between refreshes. A watch on the same nights with a shorter interval refreshes this
    one too.
    """
    condition: Literal["available", "points_lte", "price_lte", "any", "rebook", "undercut"]
    """`available`: a night becomes available. `points_lte`: the cheapest award falls to
    `points_lte` or below. `price_lte`: the price falls to `price_lte.amount` or below. `any`:
    status, price or points change. `rebook`: the stay costs less than was paid. `undercut`: the
    channel sells the nights below the direct public rate.
    """
    points_lte: NotRequired[int]
    """For condition `points_lte`: fires when the cheapest award costs at most this many points."""
    price_lte: NotRequired[WatchPriceLte]
    """With condition `price_lte`."""
    rebook: NotRequired[WatchRebook]
    """With condition `rebook`."""
    undercut: NotRequired[WatchUndercut]
    """With condition `undercut`."""
    webhook_url: NotRequired[str]
    """Where to send events: a public http or https address. Either this or `endpoints`."""
    endpoints: NotRequired[list[str]]
    """The endpoints that get the events, instead of a `webhook_url`."""
    credits_per_refresh: float
    """The price of one refresh: a quarter of the price of each cell, for the remaining nights.
    Cells that fail are free.
    """
    upstream: WatchUpstream
    """The requests to sources that it is expected to make each time."""
    status: Literal["active", "paused", "suspended", "expired"]
    """`paused`: by you, or because the receiver answered 410 (gone). `suspended`: the account has
    no credits for a refresh; resumes by itself. `expired`: all nights are past.
    """
    attention: str | None
    """Why you should look at the watch; null if all is well. `hotel_closed`: the hotel has left its
    source. `currency_changed`: the hotel no longer quotes the watch’s currency, so prices are
    not judged; create a new watch in the new one. `source_disabled`: the operator switched the
    source off or removed it; the watch goes on when it is back.
    """
    last_refresh_at: str | None
    """When it was last refreshed."""
    next_refresh_at: str | None
    """When it is refreshed next; null if it is not."""
    created_at: str
    """When it was created."""
    secret: NotRequired[str]
    """The secret that signs its events to `webhook_url`. Shown only when it is new and when it is
    rotated.
    """


class WatchAttentionEvent(TypedDict):
    """A watch or booking can no longer do what it was made for."""

    id: str
    """The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates."""
    type: Literal["watch.attention"]
    """What happened."""
    created_at: str
    """When it was found."""
    chain: str
    """The source of the hotel."""
    hotel_code: str
    """The hotel."""
    name: str | None
    """The hotel’s name; null if unknown."""
    attention: str
    """Why the watch needs attention. With `watch.attention`."""
    watch_id: NotRequired[str]
    """The watch that fired. Events of watches only."""
    booking_id: NotRequired[str]
    """The booking that it is about. Events of bookings only."""


class WatchAvailableEvent(TypedDict):
    """A night can be booked."""

    id: str
    """The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates."""
    type: Literal["watch.available"]
    """What happened."""
    created_at: str
    """When it was found."""
    watch_id: str
    """The watch that fired. Events of watches only."""
    chain: str
    """The source of the hotel."""
    hotel_code: str
    """The hotel."""
    name: str | None
    """The hotel’s name; null if unknown."""
    night: str
    """The check-in night."""
    los: int
    """Length of stay, in nights."""
    kind: Literal["cash", "award"]
    """What is watched."""
    previous: MatrixCell | None
    """What was known before; null for a first observation."""
    current: MatrixCell
    """What is known now; made up in a test."""


class WatchChangedEvent(TypedDict):
    """A price or an availability changed."""

    id: str
    """The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates."""
    type: Literal["watch.changed"]
    """What happened."""
    created_at: str
    """When it was found."""
    watch_id: str
    """The watch that fired. Events of watches only."""
    chain: str
    """The source of the hotel."""
    hotel_code: str
    """The hotel."""
    name: str | None
    """The hotel’s name; null if unknown."""
    night: str
    """The check-in night."""
    los: int
    """Length of stay, in nights."""
    kind: Literal["cash", "award"]
    """What is watched."""
    previous: MatrixCell | None
    """What was known before; null for a first observation."""
    current: MatrixCell
    """What is known now; made up in a test."""


WatchNights = TypedDict(
    "WatchNights",
    {
        # First check-in night.
        "from": "str",
        # Last check-in night, inclusive.
        "to": "str",
    },
)


class WatchPointsLteEvent(TypedDict):
    """A night costs no more points than the limit of the watch."""

    id: str
    """The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates."""
    type: Literal["watch.points_lte"]
    """What happened."""
    created_at: str
    """When it was found."""
    watch_id: str
    """The watch that fired. Events of watches only."""
    chain: str
    """The source of the hotel."""
    hotel_code: str
    """The hotel."""
    name: str | None
    """The hotel’s name; null if unknown."""
    night: str
    """The check-in night."""
    los: int
    """Length of stay, in nights."""
    kind: Literal["cash", "award"]
    """What is watched."""
    previous: MatrixCell | None
    """What was known before; null for a first observation."""
    current: MatrixCell
    """What is known now; made up in a test."""


class WatchPriceLte(TypedDict):
    amount: float
    """The highest price per room and night that fires, in `currency`."""
    basis: Literal["bar", "bar_after_tax", "member"]
    """The rate to compare with: the lowest public rate, the same with all taxes and fees, or the
    lowest member rate.
    """


class WatchPriceLteEvent(TypedDict):
    """A night costs no more than the limit of the watch."""

    id: str
    """The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates."""
    type: Literal["watch.price_lte"]
    """What happened."""
    created_at: str
    """When it was found."""
    watch_id: str
    """The watch that fired. Events of watches only."""
    chain: str
    """The source of the hotel."""
    hotel_code: str
    """The hotel."""
    name: str | None
    """The hotel’s name; null if unknown."""
    night: str
    """The check-in night."""
    los: int
    """Length of stay, in nights."""
    kind: Literal["cash", "award"]
    """What is watched."""
    previous: MatrixCell | None
    """What was known before; null for a first observation."""
    current: MatrixCell
    """What is known now; made up in a test."""
    price_lte: PriceReached
    """With `watch.price_lte`."""


class WatchRebook(TypedDict):
    paid: float
    """The price you paid per room and night: in `currency`, or in points for kind `award`."""
    basis: NotRequired[Literal["bar", "bar_after_tax", "member"]]
    """The rate to compare with: the lowest public rate, the same with all taxes and fees, or the
    lowest member rate. Ignored for kind `award`.
    """
    min_saving_pct: float
    """The minimum saving, in percent of the price paid."""


class WatchRebookEvent(TypedDict):
    """A booked night costs less than was paid."""

    id: str
    """The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates."""
    type: Literal["watch.rebook"]
    """What happened."""
    created_at: str
    """When it was found."""
    watch_id: str
    """The watch that fired. Events of watches only."""
    chain: str
    """The source of the hotel."""
    hotel_code: str
    """The hotel."""
    name: str | None
    """The hotel’s name; null if unknown."""
    night: str
    """The check-in night."""
    los: int
    """Length of stay, in nights."""
    kind: Literal["cash", "award"]
    """What is watched."""
    previous: MatrixCell | None
    """What was known before; null for a first observation."""
    current: MatrixCell
    """What is known now; made up in a test."""
    rebook: RebookSaving
    """With `watch.rebook`."""


class WatchTestEvent(TypedDict):
    """A test of a watch, with made-up figures."""

    id: str
    """The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates."""
    type: Literal["watch.test"]
    """What happened."""
    created_at: str
    """When it was found."""
    sample: Literal[True]
    """The figures are made up. With `watch.test`."""
    watch_id: str
    """The watch that fired. Events of watches only."""
    chain: str
    """The source of the hotel."""
    hotel_code: str
    """The hotel."""
    name: str | None
    """The hotel’s name; null if unknown."""
    night: str
    """The check-in night."""
    los: int
    """Length of stay, in nights."""
    kind: Literal["cash", "award"]
    """What is watched."""
    previous: MatrixCell | None
    """What was known before; null for a first observation."""
    current: MatrixCell
    """What is known now; made up in a test."""
    price_lte: NotRequired[PriceReached]
    """With `watch.price_lte`."""
    rebook: NotRequired[RebookSaving]
    """With `watch.rebook`."""
    undercut: NotRequired[UndercutFound]
    """With `watch.undercut`."""


class WatchUndercut(TypedDict):
    channel: str
    """The online travel agency to compare with the direct public rate."""
    hotel_code: str
    """The hotel’s id there. Default: from the id map."""
    min_pct: float
    """The minimum gap, in percent of the direct rate."""
    basis: Literal["bar_after_tax", "bar"]
    """Compare prices with all taxes and fees, or displayed prices. `bar` may compare a price with
    tax to one without.
    """
    like_for_like: bool
    """Compare only rooms that match (see `rooms` of `/parity`), with the same refundability and
    meal. Each refresh then shops every night, at a quarter of the shop price.
    """


class WatchUndercutEvent(TypedDict):
    """A channel is cheaper than the hotel."""

    id: str
    """The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates."""
    type: Literal["watch.undercut"]
    """What happened."""
    created_at: str
    """When it was found."""
    watch_id: str
    """The watch that fired. Events of watches only."""
    chain: str
    """The source of the hotel."""
    hotel_code: str
    """The hotel."""
    name: str | None
    """The hotel’s name; null if unknown."""
    night: str
    """The check-in night."""
    los: int
    """Length of stay, in nights."""
    kind: Literal["cash", "award"]
    """What is watched."""
    previous: MatrixCell | None
    """What was known before; null for a first observation."""
    current: MatrixCell
    """What is known now; made up in a test."""
    undercut: UndercutFound
    """With `watch.undercut`."""


class WatchUpstream(TypedDict):
    requests: int
    """How many, retries not counted."""
    cost: QuoteQuoteUpstreamCost | None
    """What the operator of this service pays the vendors for them; null if a price is not known, or
    in several currencies.
    """
    per_month: QuoteQuoteUpstream
    """The same of 30 days."""


WebhookEvent = (
    WatchAvailableEvent
    | WatchPointsLteEvent
    | WatchPriceLteEvent
    | WatchChangedEvent
    | WatchRebookEvent
    | WatchUndercutEvent
    | WatchAttentionEvent
    | WatchTestEvent
    | BookingBetterEvent
    | BookingDeadlineEvent
    | JobDoneEvent
    | EndpointVerifyEvent
    | EndpointPausedEvent
    | EndpointTestEvent
    | ScheduleDoneEvent
)
"""What a webhook receives. Later versions may send events of other types: ignore those that you do
not know.
"""


# What each method takes: the fields of the path, the query and the body, and the options of a call.


class GetOpenApiInput(CallOptions):
    pass


class GetStatusInput(CallOptions):
    pass


class GetUsageInput(CallOptions):
    pass


class ListUsageLinesInput(CallOptions):
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page."""
    limit: NotRequired[int]
    """Lines per page. Default: 200."""
    from_: NotRequired[str | dt.date]
    """First day (UTC)."""
    to: NotRequired[str | dt.date]
    """Last day (UTC), included."""


class ListActsInput(CallOptions):
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page."""
    limit: NotRequired[int]
    """Acts per page. Default: 200."""


class ListChainsInput(CallOptions):
    pass


class ListTransfersInput(CallOptions):
    pass


class GetFxInput(CallOptions):
    base: NotRequired[str]
    """ISO 4217, upper case. Rates are for one unit of it. Default: "USD"."""
    date: NotRequired[str | dt.date]
    """The rates in force on this day (UTC), as for a price observed then. Default: today."""


class ShopInput(ShopRequest, CallOptions):
    pass


class OtaShopInput(OtaShopRequest, CallOptions):
    source: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""


class AwardInput(AwardRequest, CallOptions):
    pass


class StayInput(StayRequest, CallOptions):
    pass


class CalendarInput(CalendarRequest, CallOptions):
    pass


class CompsetInput(CompsetRequest, CallOptions):
    pass


class CompsetAwardInput(CompsetAwardRequest, CallOptions):
    pass


class HotelsInput(CallOptions):
    q: NotRequired[str]
    """Name of the place: `Lisbon`, `Springfield, IL`, `東京`. Case and accents do not matter."""
    place_id: NotRequired[str]
    """The `place_id` from an earlier answer, instead of `q`."""
    lat: NotRequired[float]
    """Degrees north of the place; requires `lng`. Instead of `q`."""
    lng: NotRequired[float]
    """Degrees east of the place; requires `lat`."""
    radius: NotRequired[float]
    """Search radius around the place, in miles. Default: 25."""
    chains: NotRequired[str]
    """Chains to search, separated by commas. Default: every chain with a search by place
    (`geo_search` in `GET /chains`).
    """
    limit: NotRequired[int]
    """Maximum number of hotels, for all chains together. Default: 50."""


class SearchHotelsInput(CallOptions):
    q: str
    """Code, name, brand or city, in any order and case, as far as typed. Accents do not matter, and
    typos are corrected.
    """
    chains: NotRequired[str]
    """Ids of chains and travel agencies, separated by commas. Default: all."""
    country: NotRequired[str]
    """ISO 3166 alpha-2, such as `GB`."""
    kind: NotRequired[Literal["chain", "ota", "meta"]]
    """Only hotels of chains, only listings of travel agencies, or only of metasearch engines."""
    limit: NotRequired[int]
    """Maximum number of hotels. Default: 10."""
    live: NotRequired[str]
    """Ask this metasearch engine by name instead of the directory: 1 credit, 0.25 for the same name
    within 24 hours, free if it finds nothing. What it finds enters the directory.
    """


class GetHotelInput(CallOptions):
    chain: str
    """Any source of `GET /chains`."""
    code: str
    """The property's code at the source."""


class HotelNeighboursInput(CallOptions):
    chain: str
    """Any source of `GET /chains`."""
    code: str
    """The property's code at the source."""


class HotelIdsInput(CallOptions):
    resolve: NotRequired[int]
    """0: return only known ids, for free. Default: 1."""
    sources: NotRequired[str]
    """Sources to return ids for, separated by commas: google, google_hotels, lodgista, mapleroom,
    nightdeal, ostello, pillowfare. Default: all.
    """
    chain: str
    """A hotel chain, or a travel agency; `code` is then the agency’s hotel id."""
    code: str
    """The property's code at the source."""


class IdsJobInput(IdsJobRequest, CallOptions):
    pass


class ListJobsInput(CallOptions):
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page."""
    limit: NotRequired[int]
    """Jobs per page. Default: 200."""


class GetJobInput(CallOptions):
    id: str
    """The job."""


class CancelJobInput(CallOptions):
    id: str
    """The job."""


class MatrixInput(MatrixRequest, CallOptions):
    pass


class ExportInput(ExportGridRequest, CallOptions):
    pass


class ListJobCellsInput(CallOptions):
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page."""
    limit: NotRequired[int]
    """Cells per page. Default: 200."""
    id: str
    """The job."""


class ExportJobInput(CallOptions):
    format: NotRequired[Literal["csv", "jsonl", "parquet", "xlsx"]]
    """File format. `parquet` has the columns of the CSV file with types: dates, timestamps,
    decimals. `xlsx` is a workbook: the same columns and the hotel’s name in the sheet `cells`,
    and the question, its credits and what the columns mean in the sheet `about`. Default: "csv".
    """
    hotel_name: NotRequired[bool]
    """Adds the column `hotel_name` at the end: the name of the hotel, as the directory has it. A
    workbook always has it. Default: false.
    """
    id: str
    """The job."""


class GetJobMarketInput(CallOptions):
    chain: NotRequired[str]
    """The chain of the subject."""
    hotel_code: NotRequired[str]
    """The property's code at the source."""
    currency: NotRequired[str]
    """The currency to compare in, ISO 4217. Default: that of the grid."""
    id: str
    """The job."""


class HistoryInput(HistoryRequest, CallOptions):
    pass


class InsightInput(InsightRequest, CallOptions):
    pass


class OutlookInput(OutlookRequest, CallOptions):
    pass


class CreateSetInput(CreateSetRequest, CallOptions):
    pass


class ListSetsInput(CallOptions):
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page."""
    limit: NotRequired[int]
    """Sets per page. Default: 200."""


class GetSetInput(CallOptions):
    id: str
    """The set."""


class ChangeSetInput(ChangeSetRequest, CallOptions):
    id: str
    """The set."""


class DeleteSetInput(CallOptions):
    id: str
    """The set."""


class CreateScheduleInput(CreateScheduleRequest, CallOptions):
    pass


class ListSchedulesInput(CallOptions):
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page."""
    limit: NotRequired[int]
    """Schedules per page. Default: 200."""


class GetScheduleInput(CallOptions):
    id: str
    """The schedule."""


class ChangeScheduleInput(ChangeScheduleRequest, CallOptions):
    id: str
    """The schedule."""


class DeleteScheduleInput(CallOptions):
    id: str
    """The schedule."""


class RunScheduleInput(CallOptions):
    id: str
    """The schedule."""


class ListRunsInput(CallOptions):
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page."""
    limit: NotRequired[int]
    """Runs per page. Default: 200."""
    id: str
    """The schedule."""


class MakeBoardInput(MakeBoardRequest, CallOptions):
    pass


class ListBoardsInput(CallOptions):
    set: NotRequired[str]
    """Only boards of this set."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page."""
    limit: NotRequired[int]
    """Boards per page. Default: 200."""


class GetBoardInput(CallOptions):
    id: str
    """The board."""


class DeleteBoardInput(CallOptions):
    id: str
    """The board."""


class ShareBoardInput(ShareBoardRequest, CallOptions):
    id: str
    """The board."""


class UnshareBoardInput(CallOptions):
    id: str
    """The board."""


class ReadSharedBoardInput(CallOptions):
    token: str
    """The secret part of the link."""


class CreateFeedInput(CreateFeedRequest, CallOptions):
    pass


class ListFeedsInput(CallOptions):
    pass


class GetFeedInput(CallOptions):
    id: str
    """The feed."""


class ChangeFeedInput(ChangeFeedRequest, CallOptions):
    id: str
    """The feed."""


class DeleteFeedInput(CallOptions):
    id: str
    """The feed."""


class RotateFeedInput(CallOptions):
    id: str
    """The feed."""


class ReadFeedInput(CallOptions):
    token: str
    """The secret part of the link."""
    format: Literal["csv", "json", "xlsx"]
    """CSV, a JSON array of objects, or a workbook."""


class AreaInput(AreaRequest, CallOptions):
    pass


class CalendarAreaInput(CalendarAreaRequest, CallOptions):
    pass


class AwardSearchInput(AwardSearchRequest, CallOptions):
    pass


class AwardValueInput(CallOptions):
    chains: NotRequired[str]
    """Ids of chains with award points, separated by commas. Default: all of them."""
    country: NotRequired[str]
    """Only hotels in this country: ISO 3166 alpha-2, upper case."""
    city: NotRequired[str]
    """Only hotels in this city, as spelled by the chain. Case and accents do not matter."""
    from_: NotRequired[str | dt.date]
    """First check-in night. Default: today (UTC)."""
    to: NotRequired[str | dt.date]
    """Last check-in night, inclusive. Default: 60 nights from `from`; at most 93 nights."""
    currency: NotRequired[str]
    """ISO 4217, upper case. Nights in other currencies are compared by reference rates (`GET /fx`).
    Default: "USD".
    """
    min_cpp: NotRequired[float]
    """Minimum cents per point; other nights do not count."""
    min_nights: NotRequired[int]
    """Minimum number of nights that count; other hotels are left out. Default: 1."""
    min_access: NotRequired[float]
    """Only hotels that sell at least this share of their cash nights in the range for points, as
    `share` of `GET /award/access` says, whatever the age. Hotels for which that is not known are
    left out.
    """
    rank: NotRequired[Literal["best", "avg"]]
    """Rank by the best night that counts, or by the mean of all that count. Default: "best"."""
    limit: NotRequired[int]
    """Maximum number of hotels in the answer. Default: 25."""
    max_age: NotRequired[int | Literal["auto"]]
    """Maximum age of a cached night in seconds. Nothing is fetched, so 0 finds nothing. `auto` only
    with `rank` `best`, or within a `city`. `auto`: up to the age at which one in ten answers
    from the cache is stale, by how often prices of this hotel changed at this lead time in the
    last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known. Default:
    604800.
    """


class AwardAccessInput(CallOptions):
    chain: str
    """Id of the source: a hotel chain or a travel agency from `GET /chains`."""
    hotel_code: str
    """The property's code at the source."""
    from_: NotRequired[str | dt.date]
    """First check-in night. Default: today (UTC)."""
    to: NotRequired[str | dt.date]
    """Last check-in night, inclusive. Default: 60 nights from `from`; at most 366 nights."""
    max_credits: NotRequired[float]
    """Refuse the call, before any source is called, if it could cost more than this."""


class GetWalletInput(CallOptions):
    pass


class PutWalletInput(PutWalletRequest, CallOptions):
    pass


class TripInput(TripRequest, CallOptions):
    pass


class TripAgainInput(TripAgainRequest, CallOptions):
    pass


class CreateWatchInput(CreateWatchRequest, CallOptions):
    pass


class ListWatchesInput(CallOptions):
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page."""
    limit: NotRequired[int]
    """Watches per page. Default: 200."""
    scope: NotRequired[Literal["key", "account"]]
    """Whose watches: those that the calling key created, or all of the account, also of keys that
    were revoked since. Default: "key".
    """


class BacktestWatchInput(BacktestWatchRequest, CallOptions):
    pass


class GetWatchInput(CallOptions):
    id: str
    """The watch."""


class ChangeWatchInput(ChangeWatchRequest, CallOptions):
    id: str
    """The watch."""


class DeleteWatchInput(CallOptions):
    id: str
    """The watch."""


class TestWatchInput(CallOptions):
    id: str
    """The watch."""


class RefreshWatchInput(RefreshWatchRequest, CallOptions):
    id: str
    """The watch."""


class RotateWatchSecretInput(CallOptions):
    id: str
    """The watch."""


class CreateBookingInput(CreateBookingRequest, CallOptions):
    pass


class ListBookingsInput(CallOptions):
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page."""
    limit: NotRequired[int]
    """Bookings per page. Default: 200."""
    scope: NotRequired[Literal["key", "account"]]
    """Whose bookings: those that the calling key created, or all of the account, also of keys that
    were revoked since. Default: "key".
    """
    status: NotRequired[Literal["watching", "past_deadline", "closed"]]
    """Only bookings with this status."""
    q: NotRequired[str]
    """Only bookings whose reference, hotel, room, check-in or id contains this text, in upper or
    lower case.
    """
    sort: NotRequired[Literal["newest", "checkin", "cancel_by", "saving", "reference"]]
    """`newest` first, the next `checkin` or `cancel_by` first, the highest `saving` in percent
    first, or by `reference`. Default: "newest".
    """


class GetBookingInput(CallOptions):
    id: str
    """The booking."""


class ChangeBookingInput(ChangeBookingRequest, CallOptions):
    id: str
    """The booking."""


class DeleteBookingInput(CallOptions):
    id: str
    """The booking."""


class ListEventsInput(CallOptions):
    after: NotRequired[str]
    """The id of the last event you received; later events are returned. It may be up to 365 days
    old, even if the event itself is no longer kept.
    """
    watch_id: NotRequired[str]
    """Only events of this watch."""
    booking_id: NotRequired[str]
    """Only events of this booking."""
    type: NotRequired[str]
    """Only events of this type."""
    endpoint_id: NotRequired[str]
    """Only events that went to this endpoint."""
    status: NotRequired[Literal["pending", "delivered", "failed"]]
    """Only events with such a delivery; with `endpoint_id`, to that endpoint."""
    from_: NotRequired[str | dt.datetime]
    """Only events from this time on."""
    to: NotRequired[str | dt.datetime]
    """Only events before this time."""
    order: NotRequired[Literal["asc", "desc"]]
    """`asc`: oldest first, and `after` continues with later events. `desc`: newest first, and
    `after` continues with earlier ones. Default: "asc".
    """
    limit: NotRequired[int]
    """Events per page. Default: 200."""


class GetEventInput(CallOptions):
    id: str
    """The event."""


class RedeliverEventInput(CallOptions):
    id: str
    """The event."""


class CreateEndpointInput(CreateEndpointRequest, CallOptions):
    pass


class ListEndpointsInput(CallOptions):
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page."""
    limit: NotRequired[int]
    """Endpoints per page. Default: 200."""


class GetEndpointInput(CallOptions):
    id: str
    """The endpoint."""


class ChangeEndpointInput(ChangeEndpointRequest, CallOptions):
    id: str
    """The endpoint."""


class DeleteEndpointInput(CallOptions):
    id: str
    """The endpoint."""


class TestEndpointInput(CallOptions):
    id: str
    """The endpoint."""


class RotateEndpointSecretInput(CallOptions):
    id: str
    """The endpoint."""


class ParityInput(ParityRequest, CallOptions):
    pass


class GetJobParityInput(CallOptions):
    id: str
    """The job."""


class ListReceiptsInput(CallOptions):
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page."""
    limit: NotRequired[int]
    """Receipts per page. Default: 200."""


class GetReceiptInput(CallOptions):
    id: str
    """The receipt."""


class GetReceiptBodiesInput(CallOptions):
    id: str
    """The receipt."""


class GetReceiptLinkInput(CallOptions):
    id: str
    """The receipt."""


class ShareReceiptInput(CallOptions):
    id: str
    """The receipt."""


class UnshareReceiptInput(CallOptions):
    id: str
    """The receipt."""


class GetReceiptKeysInput(CallOptions):
    pass
