import { expect, test } from 'vitest'
import { createPace } from '../../src/edge/links.ts'
import { LIMITS } from '../../src/kernel/limits.ts'

test('a link is asked so many times a second, whatever others are asked, and again in the next', () => {
  let nowMs = 5000
  const pace = createPace(() => nowMs)
  const refused = (link: string, times: number) =>
    Array.from({ length: times }, () => {
      try {
        pace(link)
        return []
      } catch (error) {
        return [error]
      }
    }).flat()
  const most = LIMITS.linkAsksPerSecond
  expect(refused('a', most + 2)).toEqual(
    Array(2).fill(expect.objectContaining({ code: 'rate_limited', retryAfterSec: 1 })),
  )
  expect(refused('b', most)).toEqual([])
  nowMs = 5999
  expect(refused('a', 1)).toHaveLength(1)
  nowMs = 6000
  expect(refused('a', most + 1)).toHaveLength(1)
})
