/** Every limit that a client can run into, by name. Schemas, checks and docs read them from here. */
export const LIMITS = {
  bodyBytes: 262_144,
  headersMs: 10_000,
  /** A client that reads nothing of its answer for so long is disconnected. */
  stalledMs: 30_000,
  requestMs: 30_000,
  activeKeys: 5,
  keyNameLength: 80,
  idempotencyKeyLength: 128,
  idempotencyHours: 24,
  /** Rows of a page, wherever something is paged. */
  page: 1000,
  pageDefault: 200,
  gridHotels: 200,
  gridNights: 366,
  gridLengths: 3,
  gridCells: 20_000,
  idsJobHotels: 500,
  maxCredits: 1_000_000,
  checkinDaysAhead: 500,
  adults: 8,
  children: 6,
  rooms: 9,
  los: 30,
  stayLosMin: 2,
  stayLosMax: 14,
  calendarNights: 60,
  compsetHotels: 25,
  placeTextLength: 200,
  placeIdLength: 500,
  radiusMi: 100,
  radiusMiDefault: 25,
  /** Hotels of a place, and of each chain around it. */
  placeHotels: 200,
  placeHotelsDefault: 50,
  /** Check-in nights of a search or a calendar around a place. */
  areaNights: 62,
  /** Hotels of each chain that a search looks at, and hotels that it answers with. */
  searchHotelsOfChain: 50,
  searchHotels: 100,
  searchHotelsDefault: 25,
  /** How old a night of an area may be where nothing is said. */
  areaAwardAgeSec: 21_600,
  areaCashAgeSec: 3600,
  valueNights: 93,
  valueNightsDefault: 60,
  valueHotels: 100,
  valueHotelsDefault: 25,
  valueMaxAgeSec: 604_800,
  /** Watches of an account that have nights ahead. */
  watches: 1000,
  watchNights: 90,
  watchRefreshSecMin: 900,
  watchRefreshSecMax: 86_400,
  watchRefreshSecDefault: 3600,
  /** A refresh on demand, at most once in so long. */
  watchAskSec: 60,
  webhookUrlLength: 2000,
  /** How long a rotated secret still signs. */
  oldSecretHours: 24,
  /** How long events can be read and sent again. */
  eventDays: 30,
  /** How long after that one can still be named to go on after it. */
  eventPlaceDays: 365,
  /** How long answers are kept: the largest `max_age` that can be of use. */
  keptDays: 7,
  /** How long after its night a cell is kept. Check-in is possible from yesterday on. */
  pastNightsDays: 2,
  /** Default age of an answer that still serves from the cache. */
  rateTtlSec: 3600,
} as const
