import { passTurns, startSlices } from '../../kernel/event-loop.ts'
import type { Family } from '../source.ts'
import { become, type Change, changeAt, leaveOut, say, tellAs } from './change.ts'
import type { Deviation } from './deviation.ts'
import { readDocument, writeDocument } from './document.ts'
import { factsOf, wordsOf } from './facts.ts'
import { requestOf } from './request.ts'
import { readSample, type Sample } from './sample.ts'

/**
 * Whether a family reads what has changed. It is asked itself: kept calls are read again with the same change made in them. A list of
 * fields would be wrong after the next change to the family, and would not know what a value means to it.
 */
export type Verdict = 'read' | 'not_read' | 'not_tried'

export interface JudgeSettings {
  family: Family
  sourceId: string
  samples: readonly Sample[]
}

export async function judge(
  settings: JudgeSettings,
  request: string,
  deviation: Deviation,
): Promise<Verdict> {
  const trials = trialsOf(settings, request)
  if (deviation.change === 'new_value')
    return deviation.isEcho ? judgeEcho(trials, deviation) : judgeWord(trials, deviation)
  const change = deviation.change === 'gone' ? leaveOut : tellAs(deviation.kind)
  return judgeChange(trials, [deviation.path], change)
}

/** Of fields that are gone, each may be told by the others: without all of them, it may be read differently. */
export async function judgeTogether(
  settings: JudgeSettings,
  request: string,
  paths: readonly string[],
): Promise<Verdict> {
  return judgeChange(trialsOf(settings, request), paths, leaveOut)
}

function trialsOf({ family, sourceId, samples }: JudgeSettings, request: string): Trial[] {
  return samples.flatMap((sample) =>
    sample.exchanges.flatMap((exchange, index) =>
      requestOf(sample.asked, exchange) === request ? [{ sample, index, family, sourceId }] : [],
    ),
  )
}

async function judgeChange(
  trials: readonly Trial[],
  paths: readonly string[],
  change: Change,
): Promise<Verdict> {
  let verdict: Verdict = 'not_tried'
  for (const trial of trials) {
    const row = await readWith(trial, paths, change)
    if (row !== null && row !== trial.sample.row) return 'read'
    if (row !== null) verdict = 'not_read'
  }
  return verdict
}

interface Trial {
  family: Family
  sourceId: string
  sample: Sample
  /** The exchange that is changed. */
  index: number
}

/** Reads the sample with a change; null if there was nothing to change. */
async function readWith(trial: Trial, paths: readonly string[], change: Change): Promise<string | null> {
  const { sample, index } = trial
  const exchange = sample.exchanges[index]
  const document = exchange && readDocument(exchange.body)
  if (!document) return null
  const said = wordsOf(sample.asked.query)
  const changed = paths.reduce((count, path) => count + changeAt(document, path, said, change), 0)
  if (changed === 0) return null
  return readBodies(trial, (body, at) => (at === index ? writeDocument(document) : body))
}

async function readBodies(
  { family, sourceId, sample }: Trial,
  change: (body: string, index: number) => string,
): Promise<string> {
  await passTurns(1)
  const exchanges = sample.exchanges.map((each, index) => ({ ...each, body: change(each.body, index) }))
  return readSample(family, sourceId, { ...sample, exchanges })
}

/** Another word instead of one of the question. If it is only passed on, that is no difference. */
async function judgeEcho(
  trials: readonly Trial[],
  { path, value }: { path: string; value: string },
): Promise<Verdict> {
  let verdict: Verdict = 'not_tried'
  for (const trial of trials) {
    const row = await readWith(trial, [path], become(value))
    if (row === null) continue
    const words = [value, ...wordsOf(trial.sample.asked.query)]
    if (withoutWords(row, words) !== withoutWords(trial.sample.row, words)) return 'read'
    verdict = 'not_read'
  }
  return verdict
}

/**
 * Meaning hangs on a word if an invented one is read differently; and the family does not know the new word if it reads it
 * like that one. A word that is only passed on is no difference. If it is the name of something, such as a rate plan, it is changed wherever
 * it is named. Where meaning hangs on few words of many, a new one is nothing unusual, unless it came instead of one of those.
 */
async function judgeWord(
  trials: readonly Trial[],
  { path, value, missing }: Extract<Deviation, { change: 'new_value' }>,
): Promise<Verdict> {
  const meaningful = new Map<string, boolean>()
  for (const trial of trials)
    for (const word of await wordsAt(trial, path)) {
      if (word === value || meaningful.get(word) === true) continue
      const hangs = await isUnheardOf(trial, path, word, value)
      if (hangs && missing.has(word)) return 'read'
      meaningful.set(word, hangs)
    }
  if (meaningful.size === 0) return 'not_tried'
  const share = [...meaningful.values()].filter(Boolean).length / meaningful.size
  return share >= MOST_OF_THEM ? 'read' : 'not_read'
}

const MOST_OF_THEM = 0.5

async function wordsAt({ sample, index }: Trial, path: string): Promise<ReadonlySet<string>> {
  const document = readDocument(sample.exchanges[index]?.body ?? '')
  if (!document) return new Set()
  const facts = await factsOf(document.root, wordsOf(sample.asked.query), startSlices())
  return facts.get(path)?.values ?? new Set()
}

async function isUnheardOf(trial: Trial, path: string, word: string, value: string): Promise<boolean> {
  const { row } = trial.sample
  const unheard = /^\d/.test(value) ? '98765' : 'Unheard-Of'
  const here = (instead: string) => readWith(trial, [path], say(word, instead))
  const everywhere = (instead: string) => readBodies(trial, (body) => renamed(body, word, instead))
  return (
    (await hangsOn(here, row, word, value, unheard)) && (await hangsOn(everywhere, row, word, value, unheard))
  )
}

async function hangsOn(
  read: (instead: string) => Promise<string | null>,
  row: string,
  word: string,
  value: string,
  unheard: string,
): Promise<boolean> {
  // All of them in each row: a word may stand there for other reasons, such as "double" in the name of a room.
  const rest = (text: string | null) => withoutWords(text, [word, value, unheard])
  const withUnheard = rest(await read(unheard))
  if (withUnheard === rest(row)) return false
  return rest(await read(value)) === withUnheard
}

function renamed(body: string, word: string, instead: string): string {
  return body.replaceAll(`"${word}"`, `"${instead}"`).replaceAll(`>${word}<`, `>${instead}<`)
}

const PASSED_ON = '§'
/** A shorter word stands in many others. */
const SHORTEST_PART = 3

/** A row in which the words do not stand any more. */
function withoutWords(row: string | null, words: readonly string[]): string {
  const parts = words.filter(({ length }) => length >= SHORTEST_PART)
  return JSON.stringify(JSON.parse(row ?? 'null'), (_name, value: unknown) => {
    if (typeof value === 'object') return value
    if (typeof value !== 'string') return words.includes(JSON.stringify(value)) ? PASSED_ON : value
    if (words.includes(value)) return PASSED_ON
    return parts.reduce((text, word) => text.replaceAll(word, PASSED_ON), value)
  })
}
