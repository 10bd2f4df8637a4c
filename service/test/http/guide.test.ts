import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type Recorded, readRecorded } from '../../src/http/examples/recorded.ts'

/** A call that the guide shows, and the answer below it. */
interface Shown {
  path: string
  body: unknown
  charged: string | null
  answer: string
}

const PAGES = ['api.md', 'parity.md', 'places.md']
const recorded = readRecorded()
let shown: Shown[]

beforeAll(async () => {
  const docs = join(import.meta.dirname, '../../../docs')
  const pages = await Promise.all(PAGES.map((page) => readFile(join(docs, page), 'utf8')))
  const blocks = [...pages.join('\n').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, kind, text = '']) => ({
      kind,
      text,
    }),
  )
  shown = blocks.flatMap(({ kind, text }, place) => {
    if (kind !== 'sh' || !text.startsWith('curl')) return []
    const headers = blocks[place + 1]?.kind === 'http' ? blocks[place + 1]?.text : undefined
    return [
      {
        path: /\$API(\/[^\s"]*)/.exec(text)?.[1] ?? '',
        body: JSON.parse(/-d '([\s\S]*)'/.exec(text)?.[1] ?? 'null'),
        charged: /^x-credits-charged: (.*)$/m.exec(headers ?? '')?.[1] ?? null,
        answer: blocks[place + (headers === undefined ? 1 : 2)]?.text ?? '',
      },
    ]
  })
})

test('every call in the guide is one that was recorded, and its answer is what came back', () => {
  expect(shown.length).toBeGreaterThan(7)
  for (const call of shown) expect(notAnswered(call), `${call.path} is not what was recorded`).toBeNull()
})

test('a figure that was never answered would be found', () => {
  const [call] = shown as [Shown]
  expect(notAnswered({ ...call, answer: call.answer.replace('152.71', '152.72') })).toBe('152.72')
  expect(notAnswered({ ...call, charged: '2' })).toBe('2')
  expect(notAnswered({ ...call, body: { chain: 'aurelia' } })).toBe('the call')
})

/** What the guide shows of a call that no recording of it has; the same call may have been made twice. */
function notAnswered({ path, body, charged, answer }: Shown): string | null {
  const asked = JSON.stringify(body)
  const same = recorded.filter(
    ({ request }) => request.path === `/v1${path}` && JSON.stringify(request.body ?? null) === asked,
  )
  if (same.length === 0) return 'the call'
  const problems = same.map(({ answer: { headers, body: whole } }: Recorded) => {
    if (charged !== null && charged !== headers['x-credits-charged']) return charged
    return notInOrder(wordsOf(answer), wordsOf(JSON.stringify(whole)))
  })
  return problems.includes(null) ? null : (problems[0] ?? null)
}

/** Names and values, without what stands between them. */
function wordsOf(text: string): string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|-?\d[\d.]*|true|false|null/g) ?? []
}

/** The first word that does not follow the others in the whole text; null where all do. */
function notInOrder(words: readonly string[], all: readonly string[]): string | null {
  let place = 0
  for (const word of words) {
    place = all.indexOf(word, place) + 1
    if (place === 0) return word
  }
  return null
}
