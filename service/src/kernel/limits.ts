/** Every limit that a client can hit. Schemas, checks and docs read them from here. */
export const LIMITS = {
  bodyBytes: 262_144,
  /** Minor units. No night and no stay costs more in any currency; a source that says so is not believed. */
  amount: 1_000_000_000_000,
  headersMs: 10_000,
  /** A client that stops reading its answer for this long is disconnected. */
  stalledMs: 30_000,
  requestMs: 30_000,
  /** Requests on one connection that wait for their answer. One more closes it. */
  unanswered: 16,
  /** From the plan to the end of an answer that calls sources, whatever their own deadlines are. */
  answerMs: 35_000,
  /** How long credits stay reserved, and a key claimed, for a request whose process died. Leaves time to settle the answer. */
  holdMs: 45_000,
  /** Requests in flight per account: this many, or so many seconds' worth of its rate if that is more. */
  inFlight: 8,
  inFlightSeconds: 2,
  activeKeys: 5,
  /** What agents hold of an account, besides its keys. */
  activeGrants: 20,
  /** How long a program that nobody lets in is known. */
  agentClientDays: 90,
  /** Creations per account, revoked keys included; grants are counted apart. */
  keysPerDay: 20,
  /** How long a revoked key is listed. */
  revokedKeyListedDays: 30,
  keyNameLength: 80,
  /** How long it is known which requests sources were sent, and what they cost. */
  spendingDays: 400,
  /** The furthest end of a key. */
  keyDays: 3660,
  /** How long administrative acts are listed. */
  actDays: 400,
  /** Sign-ins and sign-outs among them, of an account. Older ones are deleted. */
  presenceActs: 200,
  /** Lines about failed sign-ins among them, apart from the above. Older ones are deleted. */
  failedSignInActs: 100,
  idempotencyKeyLength: 128,
  idempotencyHours: 24,
  /** Duplicates of one request that wait for it in a process. */
  idempotencyWaiting: 8,
  /** How long it is kept, if it was never charged. */
  revokedKeyDays: 90,
  /** Dashboard sessions of a user. A further sign-in ends the oldest. */
  sessions: 20,
  /** Passkeys of a user. */
  passkeys: 10,
  /** Free calls a day (UTC) that create or change something, for each request per second of the plan. */
  freeWritesPerRps: 1200,
  /** Requests in the log of an account, for each request per second of its plan, and how long they are listed. */
  loggedPerRps: 200,
  loggedDays: 7,
  /** A longer body is not logged, and only the beginning of an answer. In characters. */
  loggedBody: 2000,
  loggedAnswer: 1000,
  loggedPath: 500,
  /** People of an account, open invitations included, and how long an invitation is good. */
  members: 50,
  invitationDays: 7,
  /** Rows per page of any list. A page with more bytes ends earlier. */
  page: 1000,
  pageBytes: 1_000_000,
  pageDefault: 200,
  gridHotels: 200,
  gridNights: 366,
  gridLengths: 3,
  gridCells: 20_000,
  workbookCharges: 20_000,
  idsJobHotels: 500,
  /** Jobs of an account that have not ended. */
  openJobs: 50,
  /** Jobs of an account that ended within a day and cost nothing. */
  unspentJobs: 300,
  /** How long a canceled job that cost nothing can be read. */
  unspentJobDays: 1,
  /** Entries in the `failures` of a job. */
  jobFailures: 100,
  maxCredits: 1_000_000,
  checkinDaysAhead: 500,
  adults: 8,
  children: 6,
  childAge: 17,
  rooms: 9,
  los: 30,
  stayLosMin: 2,
  stayLosMax: 14,
  calendarNights: 60,
  historyNights: 93,
  /** Changes in one answer about the past. */
  historyObservations: 20_000,
  compsetHotels: 25,
  /** Competitors that are suggested, and how far they may be. */
  neighbours: 20,
  neighbourMi: 3,
  /** Saved lists of hotels per account, those deleted within a day included, and hotels in one. */
  sets: 100,
  setHotels: 200,
  /** Schedules per account, those deleted within a day included, and endpoints that one may name. */
  schedules: 50,
  scheduleEndpoints: 20,
  /** The largest file that a mail about a run has. */
  attachmentBytes: 10_000_000,
  /** How long a run of a schedule is listed. */
  runDays: 90,
  /** Feeds per account, and full reads of one in a minute. */
  feeds: 20,
  feedReadsPerMinute: 60,
  /** Of a link, in a process, answers without news included. More than all sheets of a company that refresh at once. */
  linkAsksPerSecond: 100,
  /** Boards per account, how long a link to one may live, and full reads of a link in a minute. */
  boards: 100,
  boardLinkDays: 366,
  boardReadsPerMinute: 60,
  /** What was learnt of a source that nobody asks any more, and changes at a vendor that an operator has accepted. */
  shapeDays: 180,
  /** Receipts of an account, what they may take on disk, and what those of all accounts may. */
  receiptsPerAccount: 20_000,
  /** The bodies of one receipt, unpacked. */
  receiptBytes: 16_000_000,
  /** Reads of an account's shared receipts in flight, by everybody who has a link. */
  receiptReads: 10,
  /** Reads of an account's long lists in flight, in each process. */
  listReads: 4,
  /** Names that people give to sets, schedules and feeds. */
  nameLength: 80,
  placeTextLength: 200,
  placeIdLength: 500,
  radiusMi: 100,
  radiusMiDefault: 25,
  /** Hotels around a place, in total and per chain. */
  placeHotels: 200,
  placeHotelsDefault: 50,
  /** A search for a hotel by its name. */
  hotelTextLength: 100,
  hotelSearch: 50,
  hotelSearchDefault: 10,
  /** Check-in nights of a search or calendar around a place. */
  areaNights: 62,
  /** Hotels per chain that a search checks, and hotels that it returns. */
  searchHotelsOfChain: 50,
  searchHotels: 100,
  searchHotelsDefault: 25,
  /** Default `max_age` of a night in an area. */
  areaAwardAgeSec: 21_600,
  areaCashAgeSec: 3600,
  /** A trip. */
  tripNights: 14,
  tripMoves: 2,
  tripHotels: 50,
  tripHotelsDefault: 25,
  /** Certificates in a wallet, of one chain and in total. */
  tripCertificatesOfChain: 6,
  tripCertificates: 20,
  valueNights: 93,
  valueNightsDefault: 60,
  valueHotels: 100,
  valueHotelsDefault: 25,
  valueMaxAgeSec: 604_800,
  accessNights: 366,
  accessNightsDefault: 60,
  /** Watches per account that have future nights. */
  watches: 1000,
  watchNights: 90,
  watchRefreshSecMin: 900,
  watchRefreshSecMax: 86_400,
  watchRefreshSecDefault: 3600,
  /** Bookings per account whose stay is ahead. */
  bookings: 5000,
  bookingRefreshSecDefault: 21_600,
  bookingMinSavingPct: 5,
  /** How long before the deadline of a booking its owner is reminded. */
  bookingReminderHours: 48,
  bookingTextLength: 200,
  /** Minimum time between two refreshes on demand. */
  watchAskSec: 60,
  webhookUrlLength: 2000,
  /** Endpoints per account. */
  endpoints: 20,
  endpointDescriptionLength: 200,
  /** An endpoint is paused when every attempt has failed for this long. */
  endpointFailingHours: 24,
  /** Mails per account and day that ask for consent. */
  verificationMails: 20,
  /** Events for an e-mail address wait this long for it to be verified. */
  unverifiedDays: 7,
  emailLength: 254,
  /** How long the previous secret still signs after a rotation. */
  oldSecretHours: 24,
  /** How long a watch is kept after its last night. */
  expiredWatchDays: 30,
  /** Logged attempts of a delivery; older ones are deleted. */
  deliveryAttempts: 20,
  /** Bytes that are kept of a receiver's answer. */
  deliveryAnswer: 500,
  /** How long events can be read and redelivered. */
  eventDays: 30,
  /** How long after that an event's id is still accepted as `after`. */
  eventPlaceDays: 365,
  /** How long answers are kept: the largest useful `max_age`. */
  keptDays: 7,
  /** How long a cell is kept after its night. Check-in is possible from yesterday. */
  pastNightsDays: 2,
  /** Default maximum age of a cached answer. */
  rateTtlSec: 3600,
} as const
