import type { Source } from '../catalog/catalog.ts'
import { loggedIn } from '../evidence/reading.ts'
import type { Witness } from '../evidence/witness.ts'
import { createGateway } from '../gateway.ts'
import type { BatchRow, Family, Http, HttpAnswer, StayAnswer, StayQuery } from '../source.ts'
import { SourceFailure } from '../source.ts'
import type { RecordingFile } from './recording-file.ts'

type Answer = RecordingFile['answers'][number]

/** A recording that can be played to the family, through the service's own gateway. */
export interface Recorded {
  file: RecordingFile
  shop(query: StayQuery, options?: { raw?: boolean; cut?: boolean }): Promise<StayAnswer>
  lowest(query: NonNullable<RecordingFile['lowest']>): Promise<BatchRow[]>
}

const silent = { info: () => {}, warn: () => {} }

/** The source that a recording is of, as its entry would describe it. */
export function sourceOf(family: Family, file: RecordingFile | undefined): Source {
  const { localCurrency, currencies, taxIncluded, points, pointsCash } = file?.source ?? {}
  return {
    id: 'recorded',
    kind: 'ota',
    name: family.name,
    family: family.name,
    profile: file?.profile ?? {},
    baseUrl: 'http://recorded.invalid',
    credentials: Object.fromEntries(family.credentials.map((name) => [name, `${name}-1234`])),
    variables: [],
    unconfigured: null,
    budget: null,
    origin: 'bundled',
    sandbox: false,
    disabled: false,
    requestsPer: { shop: 1, lowest: 1, members: 0, calendar: 1 },
    limits: { concurrency: 8, deadlineMs: 10_000, maxBodyBytes: 8 * 1024 * 1024 },
    shopMilli: 1000,
    compsetMilli: 1000,
    memberMilli: 0,
    calendarNightMilli: 1000,
    awardNightMilli: null,
    batch: family.batchSize !== null,
    calendar: family.calendarDays !== null,
    points: points ?? false,
    pointsCash: pointsCash ?? false,
    geo: false,
    mostRooms: family.mostRooms,
    takesAges: family.takesAges ?? true,
    pointOfSale: family.pointOfSale ?? [],
    certificates: [],
    freeNight: null,
    currencies: currencies ?? ['*'],
    localCurrency: localCurrency ?? false,
    taxIncluded: taxIncluded ?? null,
    examples: file?.shop ? [file.shop.hotelCode] : [],
  }
}

export function recordedOf(family: Family, file: RecordingFile): Recorded {
  const source = sourceOf(family, file)
  const nowMs = Date.parse(file.now)
  // A gateway for each question: earlier failures hold nothing back.
  const ask = async <T>(
    http: Http,
    question: (gateway: ReturnType<typeof createGateway>) => Promise<{ answer: T }>,
  ) => {
    const catalog = { sources: [source], searchEngines: [], families: [family], transferPartners: [] }
    const gateway = createGateway({
      catalog,
      families: [family],
      now: () => nowMs,
      log: silent,
      wrapHttp: () => http,
    })
    try {
      return (await question(gateway)).answer
    } finally {
      await gateway.close()
    }
  }
  return {
    file,
    shop: (query, { raw = false, cut = false } = {}) =>
      ask(playing(file.answers, cut), (gateway) =>
        gateway.shop(source.id, query, { live: true, raw, witness: witnessOf(file) }),
      ),
    lowest: (query) =>
      ask(playing(file.answers, false), (gateway) =>
        gateway.lowest(source.id, query, { witness: witnessOf(file) }),
      ),
  }
}

/** So that the family sends the ids that the vendor has repeated. */
function witnessOf({ firstId, now }: RecordingFile): Witness | undefined {
  return firstId === undefined ? undefined : { firstId, atMs: Date.parse(now), exchanges: [], saw: () => {} }
}

/** Each request gets the first answer for its path that was not given yet, and then the last one again. */
function playing(answers: readonly Answer[], cut: boolean): Http {
  const given = new Set<Answer>()
  return ({ method, path, login }) => {
    const matching = answers.filter(({ to }) => new RegExp(to).test(`${method} ${path}`))
    const next = matching.find((answer) => !given.has(answer)) ?? matching.at(-1)
    // Logins are not recorded: their answers are credentials.
    if (!next && login) return Promise.resolve(loggedIn())
    if (!next)
      return Promise.reject(new SourceFailure('broken', `nothing was recorded for ${method} ${path}`))
    given.add(next)
    return Promise.resolve(httpAnswer(next, cut))
  }
}

function httpAnswer({ status = 200, headers = {}, json, body }: Answer, cut: boolean): HttpAnswer {
  const text = body ?? (json === undefined ? '' : JSON.stringify(json))
  return { status, headers, body: cut ? text.slice(0, Math.floor(text.length / 2)) : text }
}
