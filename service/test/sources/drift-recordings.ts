import type { Pool } from '../../src/db/pool.ts'
import { type Asked, readAsked } from '../../src/sources/asked.ts'
import type { SeenCall } from '../../src/sources/call-watcher.ts'
import type { Source } from '../../src/sources/catalog/catalog.ts'
import { type Change, changeAt } from '../../src/sources/drift/change.ts'
import { readDocument, writeDocument } from '../../src/sources/drift/document.ts'
import { createDriftStore } from '../../src/sources/drift/store.ts'
import { createDriftWatch } from '../../src/sources/drift/watch.ts'
import { type Exchange, noting } from '../../src/sources/evidence/exchange.ts'
import { asFailure } from '../../src/sources/failures.ts'
import { RATE_FAMILIES } from '../../src/sources/registry.ts'
import type { Family, Http } from '../../src/sources/source.ts'
import { bodiesIn, wireOf } from '../recordings/feed.ts'
import { type Recording, readVendors, type VendorFile } from '../recordings/vendor-file.ts'
import {
  changesOf,
  differenceOf,
  dueWithin,
  isKnownAtOnce,
  MOST_CHANGED,
  type MutationCase,
} from './drift-mutants.ts'
import { toySource } from './toy-source.ts'

/** A published answer, as a source that gives it again and again. */
export interface Published {
  name: string
  vendor: string
  source: Source
  family: Family
  asked: Asked
  http: Http
  atMs: number
}

const PRICED = ['shop', 'lowest', 'calendar'] as const

/** Every published answer in which a price or a status is read. */
export function publishedAnswers(folder: string): Published[] {
  return [...readVendors()].flatMap(([vendor, file]) =>
    file.recordings.flatMap((recording) => publishedAnswer(folder, vendor, file, recording) ?? []),
  )
}

function publishedAnswer(
  folder: string,
  vendor: string,
  file: VendorFile,
  recording: Recording,
): Published | null {
  const verb = PRICED.find((one) => one === recording.verb)
  const family = RATE_FAMILIES.find(({ name }) => name === file.family)
  if (!verb || !family) return null
  const source: Source = {
    ...toySource(`${vendor}-${file.recordings.indexOf(recording)}`, 'http://127.0.0.1:9'),
    family: file.family,
    profile: file.profile ?? {},
    credentials: Object.fromEntries(family.credentials.map((name) => [name, `planted-${name}-0017`])),
    points: file.points ?? false,
  }
  return {
    name: `${vendor}: ${recording.name}`,
    vendor,
    source,
    family,
    asked: { verb, query: { ...file.query, ...recording.query } } as unknown as Asked,
    http: wireOf(file, recording, bodiesIn(folder, vendor, file, recording)),
    atMs: Date.parse(file.now),
  }
}

/** Enough for a field to be one that is always there. */
const LEARNT = 320

/** Each body of the answer with each of its fields changed, after the source was learnt from the answer as it is. */
export async function runPublished(
  pool: Pool,
  published: Published,
  choose: (number: number) => boolean,
): Promise<MutationCase[]> {
  const teacher = watch(pool, published)
  const asIs = await callOf(published, (body) => body)
  const right = rowIn(asIs)
  // What is refused as it is was refused before.
  if (asIs.failure !== null) return []
  for (let time = 0; time < LEARNT; time += 1) await teacher.learn(asIs)
  await teacher.close()
  const { shapes } = await createDriftStore(pool).load(published.source.id, published.source.family)
  const cases: MutationCase[] = []
  const done = new Set<string>()
  let number = 0
  for (const { path: to, answer } of asIs.exchanges) {
    const document = readDocument(answer?.body ?? '')
    if (!document) continue
    for (const { path, change, how } of await changesOf(document)) {
      const key = `${to} ${path} ${change}`
      if (done.has(key)) continue
      done.add(key)
      number += 1
      if (!choose(number)) continue
      // A vendor changes every answer of a kind.
      const changed = await callOf(published, (body, at) => (at === to ? withChange(body, path, how) : body))
      const read = differenceOf(right, rowIn(changed), change)
      const atOnce = isKnownAtOnce(shapes, { path, change, form: document.form })
      const { alarm, given } =
        read === 'other' ? await raisesAlarm(pool, published, changed) : { alarm: false, given: 0 }
      cases.push({
        source: published.name,
        path,
        change,
        within: dueWithin(shapes, path, change),
        atOnce,
        given,
        read,
        alarm,
      })
    }
  }
  return cases
}

function withChange(body: string, path: string, how: Change): string {
  const document = readDocument(body)
  if (!document) return body
  changeAt(document, path, new Set(), how)
  return writeDocument(document)
}

function rowIn({ answer, failure }: SeenCall): string {
  return JSON.stringify(failure === null ? answer : { failure })
}

async function callOf(
  { source, family, asked, http, atMs }: Published,
  spoil: (body: string, path: string) => string,
): Promise<SeenCall> {
  const exchanges: Exchange[] = []
  const spoilt: Http = async (request) => {
    const answer = await http(request)
    return request.login ? answer : { ...answer, body: spoil(answer.body, request.path) }
  }
  const { id: sourceId, profile, points, credentials } = source
  const adapter = family.bind({ sourceId, profile, points, credentials, now: () => atMs })
  const call = { http: noting(spoilt, exchanges), live: true, raw: false }
  try {
    const answer = await readAsked(adapter, asked, atMs, call)
    return { sourceId, asked, atMs, exchanges, answer, failure: null }
  } catch (error) {
    return { sourceId, asked, atMs, exchanges, answer: null, failure: asFailure(error).kind }
  }
}

function watch(pool: Pool, { source }: Published) {
  let alarms = 0
  const drift = createDriftWatch({
    catalog: { sources: [source], searchEngines: [], families: RATE_FAMILIES, transferPartners: [] },
    families: RATE_FAMILIES,
    store: createDriftStore(pool),
    log: {
      info: () => {},
      warn: (fields: object) => {
        if (Reflect.get(fields, 'event') === 'source.drift') alarms += 1
        else throw new Error(JSON.stringify(fields))
      },
    },
    shareEveryMs: 3_600_000,
  })
  return {
    close: () => drift.close(),
    alarms: () => alarms,
    learn: drift.compare,
    /** Resolves when the answer would be given. */
    give: async (call: SeenCall) => {
      await drift.saw(call)
    },
  }
}

/** In a process that has just started, and knows what the database has. */
async function raisesAlarm(
  pool: Pool,
  published: Published,
  changed: SeenCall,
): Promise<{ alarm: boolean; given: number }> {
  const later = watch(pool, published)
  let given = 0
  for (let time = 0; time < MOST_CHANGED && later.alarms() === 0; time += 1) {
    await later.give(changed)
    if (later.alarms() === 0) given += 1
  }
  await pool.query('delete from source_drifts')
  await later.close()
  return { alarm: later.alarms() > 0, given }
}
