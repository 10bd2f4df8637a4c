import type { FailureKind, Http, HttpAnswer, HttpRequest, StayQuery } from '../source.ts'
import { SourceFailure } from '../source.ts'
import { failureOf, must, mustBe, type Rule, type Subject } from './rule.ts'

/** What can be tried without the vendor: how a family behaves when nothing goes well. */

const NOW = Date.parse('2027-03-01T12:00:00Z')
const STAY: Omit<StayQuery, 'hotelCode'> = {
  checkin: '2027-05-10',
  los: 2,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'USD',
}

function bind({ family, source }: Subject, profile = source.profile) {
  const credentials = Object.fromEntries(family.credentials.map((name) => [name, `${name}-1234`]))
  return family.bind({ sourceId: source.id, profile, credentials, points: source.points, now: () => NOW })
}

/** What a shop ends in if every request is answered like this. */
async function shopWith(subject: Subject, http: Http, asked: string, rooms = 1): Promise<SourceFailure> {
  const hotelCode = subject.source.examples[0] ?? '1'
  const query = { ...STAY, hotelCode, occupancy: { ...STAY.occupancy, rooms } }
  return failureOf(bind(subject).shop(query, { http, live: true, raw: false }), asked)
}

const always =
  (answer: Partial<HttpAnswer>): Http =>
  () =>
    Promise.resolve({ status: 200, headers: {}, body: '', ...answer })

async function mustFail(
  subject: Subject,
  answer: Partial<HttpAnswer>,
  kind: FailureKind,
): Promise<SourceFailure> {
  const asked = `HTTP ${answer.status ?? 200} ${JSON.stringify(answer.body ?? '')}`
  const failure = await shopWith(subject, always(answer), asked)
  mustBe(failure.kind, kind, `${asked} as a failure`)
  return failure
}

const PAGE = '<!doctype html><html><head><title>Maintenance</title></head><body></body></html>'
const WITHOUT_SENSE = ['{}', '[]', 'null', '0', '""']

export const FAMILY_RULES: readonly Rule[] = [
  {
    name: 'its names and limits can be used',
    needs: 'family',
    async check({ family: { name, credentials, batchSize, calendarDays, mostRooms } }) {
      must(
        /^[a-z][a-z0-9_-]{1,31}$/.test(name),
        `the name "${name}" has other characters than a-z, 0-9, _ and -`,
      )
      must(new Set(credentials).size === credentials.length, 'a credential is named twice')
      for (const limit of [batchSize, calendarDays, mostRooms])
        must(limit === null || (Number.isInteger(limit) && limit > 0), `a limit of ${limit}`)
    },
  },
  {
    name: 'it binds, and refuses an option that it does not know, in one line',
    needs: 'family',
    async check(subject) {
      must(typeof bind(subject).shop === 'function', 'the adapter has no `shop`')
      let words = ''
      try {
        bind(subject, { ...subject.source.profile, noSuchOption: true })
      } catch (error) {
        words = error instanceof Error ? error.message : ''
      }
      must(words.includes('noSuchOption'), 'an unknown option is taken, or not named')
      must(!words.includes('\n'), 'the error has more than one line')
    },
  },
  {
    name: 'it has the verbs that its limits promise',
    needs: 'family',
    async check(subject) {
      const { batchSize, calendarDays } = subject.family
      const { lowest, calendar } = bind(subject)
      must(batchSize !== null || lowest === undefined, '`lowest` without `batchSize`')
      must(calendarDays !== null || calendar === undefined, '`calendar` without `calendarDays`')
    },
  },
  {
    name: 'a connection that fails is passed on as it is',
    needs: 'family',
    async check(subject) {
      const lost: Http = () => Promise.reject(new SourceFailure('timed_out', 'no answer'))
      const { kind } = await shopWith(subject, lost, 'no answer')
      mustBe(kind, 'timed_out', 'a lost connection as a failure')
    },
  },
  {
    name: 'its requests have a path, and never leave the address of the source',
    needs: 'family',
    async check(subject) {
      const seen: HttpRequest[] = []
      const http: Http = (request) => {
        seen.push(request)
        return always({ status: 500 })(request)
      }
      await shopWith(subject, http, 'HTTP 500')
      must(seen.length > 0, 'nothing was requested')
      for (const { path } of seen) must(/^\/(?!\/)/.test(path), `the path ${path}`)
    },
  },
  {
    name: 'HTTP 401 means that the credentials are refused',
    needs: 'family',
    async check(subject) {
      const { locked } = await mustFail(subject, { status: 401 }, 'refused')
      must(locked, 'the failure is not `locked`')
    },
  },
  {
    name: 'HTTP 429 is a refusal that lasts as long as Retry-After says',
    needs: 'family',
    async check(subject) {
      const limited = { status: 429, headers: { 'retry-after': '30' } }
      const { retryAfterMs } = await mustFail(subject, limited, 'refused')
      mustBe(retryAfterMs, 30_000, '`retryAfterMs`')
    },
  },
  {
    name: 'HTTP 500 is a refusal, and HTTP 503 one that is worth a retry',
    needs: 'family',
    async check(subject) {
      await mustFail(subject, { status: 500, body: 'oops' }, 'refused')
      const { transient } = await mustFail(subject, { status: 503, body: PAGE }, 'refused')
      must(transient, 'the failure of HTTP 503 is not `transient`')
    },
  },
  {
    name: 'a page, or an answer that is cut off, is broken and never "sold out"',
    needs: 'family',
    async check(subject) {
      for (const body of [PAGE, '', '{"ho']) await mustFail(subject, { body }, 'broken')
    },
  },
  {
    name: 'an answer that says nothing is a failure and never "sold out"',
    needs: 'family',
    async check(subject) {
      for (const body of WITHOUT_SENSE) await shopWith(subject, always({ body }), `the answer ${body}`)
    },
  },
  {
    name: 'more rooms than it can ask for are refused before anything is sent',
    needs: 'family',
    isAbout: ({ mostRooms }) => mostRooms !== null,
    async check(subject) {
      const sent: Http = () => Promise.reject(new SourceFailure('broken', 'sent'))
      const rooms = (subject.family.mostRooms ?? 0) + 1
      const { kind } = await shopWith(subject, sent, `${rooms} rooms`, rooms)
      mustBe(kind, 'unsupported', `${rooms} rooms as a failure`)
    },
  },
]
