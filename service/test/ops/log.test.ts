import { expect, test } from 'vitest'
import { createLog } from '../../src/ops/log.ts'
import { lineFor } from '../../src/ops/log-lines.ts'

function logged(): string[] {
  const lines: string[] = []
  const log = createLog({ level: 'info', role: 'worker', destination: { write: (line) => lines.push(line) } })
  log.info({ source: 'ostello', hotels: 4101, url: null }, 'a directory is up to date')
  log.error({ err: new Error('refused vk_0123456789abcdef'), hooks: ['a', 'b'] }, 'it failed')
  return lines
}

test('a log is one JSON object per line, without keys', () => {
  const [first = '', second = '', ...more] = logged()
  expect(JSON.parse(first)).toMatchObject({ level: 'info', role: 'worker', hotels: 4101, url: null })
  expect(JSON.parse(second)).toMatchObject({ level: 'error', err: { message: 'refused vk_[redacted]' } })
  expect(more).toEqual([])
})

test('at a terminal a line has the time, who says it, what, and about what', () => {
  const [first, second] = logged().map(lineFor)
  expect(first).toMatch(/^\d\d:\d\d:\d\d worker: a directory is up to date · source ostello · hotels 4101\n$/)
  expect(second).toMatch(
    /^\d\d:\d\d:\d\d ERROR worker: it failed · hooks \["a","b"\]\nError: refused vk_\[redacted\]\n {4}at /,
  )
})
