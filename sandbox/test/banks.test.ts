import { describe, expect, it } from 'vitest'
import { bankPartners } from '../src/world/banks.ts'
import { dateOf, dayOf } from '../src/world/days.ts'

const today = dayOf('2029-05-20')
const offersAt = (day: number, seed = 1) =>
  bankPartners(seed, day).flatMap(({ bank, chain, bonus }) =>
    bonus.map((offer) => Object.assign({ bank, chain }, offer)),
  )
const runs = (day: number) => offersAt(day).filter(({ from, to }) => from <= dateOf(day) && dateOf(day) <= to)

describe('offers of banks', () => {
  it('come and go: on some days a chain has one, on others not, and one bank always has one for one of its chains', () => {
    const chances = new Map<string, number>()
    for (let day = today; day < today + 730; day += 1) {
      expect(runs(day).filter(({ bank }) => bank === 'meridian')).toHaveLength(1)
      for (const { bank, chain } of runs(day))
        chances.set(`${bank} ${chain}`, (chances.get(`${bank} ${chain}`) ?? 0) + 1)
    }
    expect([...chances.keys()].toSorted()).toEqual([
      'meridian aurelia',
      'meridian brightwater',
      'meridian dunmore',
      'oakridge castellan',
      'oakridge dunmore',
      'tallpine castellan',
      'tallpine harborline',
    ])
    for (const days of chances.values()) {
      expect(days).toBeGreaterThan(14)
      expect(days).toBeLessThan(365)
    }
  })

  it('are announced a month ahead, and do not change once they are', () => {
    const later = today + 25
    for (const { from, pct } of offersAt(today)) {
      expect(dayOf(from) - today).toBeLessThanOrEqual(30)
      expect(pct % 5).toBe(0)
    }
    const known = offersAt(later).map((offer) => JSON.stringify(offer))
    const running = offersAt(today).filter(({ to }) => to >= dateOf(today))
    expect(running.length).toBeGreaterThan(0)
    for (const offer of running) expect(known).toContain(JSON.stringify(offer))
    expect(known.length).toBeGreaterThan(0)
    expect(offersAt(today, 2)).not.toEqual(offersAt(today))
  })
})
