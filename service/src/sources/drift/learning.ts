import { passTurns, startSlices } from '../../kernel/event-loop.ts'
import type { Asked } from '../asked.ts'
import type { SeenCall } from '../call-watcher.ts'
import type { Source } from '../catalog/catalog.ts'
import type { CircuitLog } from '../circuit.ts'
import type { Family } from '../source.ts'
import { type Deviation, deviations, IN_TEXT } from './deviation.ts'
import { readDocument, rootOf } from './document.ts'
import { createDoubts, type Doubts } from './doubts.ts'
import { type Facts, factsOf, parentOf, wordsOf } from './facts.ts'
import { createGuard, type Guard } from './guard.ts'
import { judge, judgeTogether } from './judge.ts'
import { requestOf } from './request.ts'
import { type Sample, sampleOf } from './sample.ts'
import { createSamples, type Samples } from './samples.ts'
import { type Absences, addedSince, emptyShape, learn, type Shape, withAdded } from './shape.ts'
import type { DriftStore, Stored } from './store.ts'

/** What is known of one source's bodies. */
export interface Learning {
  /** Whether one of the call's bodies may differ from what is known. Takes a fraction of what `take` does. */
  differs(call: SeenCall): Promise<boolean>
  take(source: Source, call: SeenCall): Promise<void>
  /** False if an operator had the source learnt again: then nothing of this holds any more. */
  share(epochs: ReadonlyMap<string, number>): Promise<boolean>
}

export interface LearningDeps {
  sourceId: string
  family: Family
  store: DriftStore
  log: CircuitLog
}

interface Known {
  shape: Shape
  /** As the database had it last. */
  shared: Shape
  absences: Absences
  doubts: Doubts
  guard: Guard | null
  /** How often the guard saw something in which the comparison saw nothing, since the shape was shared. */
  inVain: number
}

const createKnown = (shape: Shape): Known => ({
  shape: structuredClone(shape),
  shared: shape,
  absences: new Map(),
  doubts: createDoubts(),
  guard: null,
  inVain: 0,
})

/** A vendor whose paths are not told from one another has no end of them. */
const MOST_REQUESTS = 60
/** A vendor whose answers always look new to the guard must not have each of them compared. */
const MOST_IN_VAIN = 20
/** A body that differs in more is another format, and the first differences say so. */
const MOST_DEVIATIONS = 20

export async function createLearning({ sourceId, family, store, log }: LearningDeps): Promise<Learning> {
  const stored: Stored = await store.load(sourceId, family.name)
  const requests = new Map<string, Known>()
  for (const [request, shape] of stored.shapes) requests.set(request, createKnown(shape))
  const samples = new Map<string, Samples>()
  for (const [verb, list] of stored.samples) samples.set(verb, createSamples(await withFacts(list)))
  const changed = new Set<string>()
  /** Paths that have drifted, by request. */
  const drifted = new Map<string, Set<string>>()
  for (const { request, path } of stored.open) driftedOf(request).add(path)
  let isOutdated = false

  function driftedOf(request: string): Set<string> {
    const known = drifted.get(request) ?? new Set()
    drifted.set(request, known)
    return known
  }

  function knownOf(request: string): Known | null {
    const known = requests.get(request)
    if (known || requests.size >= MOST_REQUESTS) return known ?? null
    const fresh = createKnown(emptyShape())
    requests.set(request, fresh)
    return fresh
  }

  function renewGuard(request: string, known: Known): void {
    known.guard = createGuard(known.shape, driftedOf(request), known.doubts.open())
  }

  function samplesOf(verb: string): Samples {
    const known = samples.get(verb) ?? createSamples([])
    samples.set(verb, known)
    return known
  }

  async function judgeAll(sample: Sample, request: string, found: readonly Deviation[], body: string) {
    const settings = { family, sourceId, samples: samplesOf(sample.asked.verb).list() }
    const raise = async ({ change, path, before, after }: Deviation) => {
      driftedOf(request).add(path)
      const drift = { source: sourceId, family: family.name, request, path, change, before, after, body }
      const raised = await store.raise(drift, stored.epoch)
      if (raised === 'outdated') isOutdated = true
      if (raised === 'new')
        log.warn(
          { event: 'source.drift', source: sourceId, request, path, change, before, after },
          'the vendor has changed something that is read',
        )
    }
    const notRead: Deviation[] = []
    for (const deviation of found.slice(0, MOST_DEVIATIONS)) {
      await passTurns(1)
      const verdict = await judge(settings, request, deviation)
      if (verdict === 'not_read') notRead.push(deviation)
      else if (verdict === 'read' || !isOtherText(deviation)) await raise(deviation)
    }
    const gone = notRead.filter(({ change }) => change === 'gone')
    for (const [, group] of Map.groupBy(gone, ({ path }) => parentOf(path))) {
      const [first] = group
      if (!first || group.length === 1) continue
      const paths = group.map(({ path }) => path)
      if ((await judgeTogether(settings, request, paths)) === 'read') await raise(first)
    }
  }

  /** `body` as it came. */
  async function compare(sample: Sample, index: number, body: string): Promise<Set<string>> {
    const exchange = sample.exchanges[index]
    const document = exchange && readDocument(exchange.body)
    const request = exchange ? requestOf(sample.asked, exchange) : ''
    const known = document && knownOf(request)
    if (!document || !known) return new Set()
    const facts = await factsOf(document.root, wordsOf(sample.asked.query), startSlices())
    const except = driftedOf(request)
    const found = deviations(known.shape, facts, known.absences).filter(({ path }) => !except.has(path))
    await judgeAll(
      sample,
      request,
      known.doubts.weigh(found, facts, known.shape, hotelOf(sample.asked)),
      exchange.body,
    )
    const { guard } = known
    if (found.length === 0 && guard?.differs(await rootOf(body), wordsOf(sample.asked.query)))
      known.inVain += 1
    learn(known.shape, facts, { hotel: hotelOf(sample.asked), absences: known.absences, except })
    renewGuard(request, known)
    return hasOf(request, facts)
  }

  for (const [request, known] of requests) renewGuard(request, known)

  return {
    async differs({ asked, exchanges }) {
      const said = wordsOf(asked.query)
      for (const { method, path, answer } of exchanges) {
        if (!answer || answer.status >= 500 || answer.body === '') continue
        const known = requests.get(requestOf(asked, { method, path, status: answer.status }))
        if (!known?.guard || known.inVain >= MOST_IN_VAIN) continue
        if (known.guard.differs(await rootOf(answer.body), said)) return true
      }
      return false
    },
    async take(source, call) {
      const sample = sampleOf(source, call)
      const has = new Set<string>()
      for (const [index, { status, body }] of sample.exchanges.entries()) {
        if (status === null || status >= 500 || body === '') continue
        const came = call.exchanges[index]?.answer?.body ?? ''
        for (const one of await compare(sample, index, came)) has.add(one)
      }
      const { verb } = sample.asked
      if (await samplesOf(verb).consider(sample, has, family, sourceId)) changed.add(verb)
    },
    async share(epochs) {
      if (isOutdated || (epochs.get(sourceId) ?? 0) !== stored.epoch) return false
      for (const [request, known] of requests) {
        const sent = structuredClone(known.shape)
        const added = addedSince(known.shared, sent)
        if (added.answers === 0) continue
        const shared = await store.add(
          { source: sourceId, family: family.name, request },
          added,
          stored.epoch,
        )
        if (!shared) return false
        // With the answers that were compared meanwhile.
        known.shape = structuredClone(withAdded(shared, addedSince(sent, known.shape)))
        known.shared = shared
        known.inVain = 0
        renewGuard(request, known)
      }
      for (const verb of changed) {
        changed.delete(verb)
        await store.keepSamples(sourceId, family.name, verb, samplesOf(verb).list(), stored.epoch)
      }
      return true
    },
  }
}

/** A text that looks like a number may be one of many that do not, such as a postal code. That says nothing by itself. */
function isOtherText(deviation: Deviation): boolean {
  return deviation.change === 'retyped' && IN_TEXT.has(deviation.kind)
}

/** What a sample is worth keeping for. */
function hasOf(request: string, facts: Facts): Set<string> {
  const has = new Set<string>()
  for (const [path, { values }] of facts) {
    has.add(`${request} ${path}`)
    for (const value of values ?? []) has.add(`${request} ${path}=${value}`)
  }
  return has
}

async function withFacts(list: readonly Sample[]) {
  const slices = startSlices()
  return Promise.all(
    list.map(async (sample) => {
      const has = new Set<string>()
      for (const exchange of sample.exchanges) {
        const document = readDocument(exchange.body)
        if (!document) continue
        const facts = await factsOf(document.root, wordsOf(sample.asked.query), slices)
        for (const one of hasOf(requestOf(sample.asked, exchange), facts)) has.add(one)
      }
      return { sample, has }
    }),
  )
}

function hotelOf({ query }: Asked): string {
  if ('hotelCode' in query) return query.hotelCode
  return 'hotelCodes' in query ? query.hotelCodes.join(' ') : ''
}
