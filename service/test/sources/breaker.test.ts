import { describe, expect, it } from 'vitest'
import { createBreakers } from '../../src/sources/breakers.ts'

type Outcome = 'succeeded' | 'failed'

function breakersAt(start = 0) {
  const clock = { ms: start }
  const breakers = createBreakers(() => clock.ms)
  const call = (caller: string, hotel: string, outcome: Outcome) => {
    const leave = breakers.leave({ caller, hotel })
    leave?.[outcome]()
    return leave !== undefined
  }
  /** One call by each caller for each hotel. Returns how many were let through. */
  const calls = (callers: readonly string[], hotels: readonly string[], outcome: Outcome) =>
    callers.flatMap((caller) => hotels.map((hotel) => call(caller, hotel, outcome))).filter(Boolean).length
  const repeat = (count: number, caller: string, hotel: string, outcome: Outcome) => {
    for (let made = 0; made < count; made += 1) call(caller, hotel, outcome)
  }
  const mayCall = (caller: string, hotel: string) => !breakers.isOpen({ caller, hotel })
  return { clock, breakers, call, calls, repeat, mayCall }
}

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, no) => `${prefix}${no}`)
const THREE_CALLERS = names('c', 3)
const FIVE_HOTELS = names('h', 5)

describe('one caller at one hotel', () => {
  it('is held off after half of ten calls failed, at that hotel only', () => {
    const { repeat, mayCall, breakers } = breakersAt()
    repeat(9, 'c', 'bad', 'failed')
    expect(mayCall('c', 'bad')).toBe(true)
    repeat(1, 'c', 'bad', 'failed')
    expect(mayCall('c', 'bad')).toBe(false)
    expect(mayCall('c', 'good')).toBe(true)
    expect(mayCall('other', 'bad')).toBe(true)
    expect(breakers.state()).toBe('closed')
  })

  it('is not held off by failures older than the window', () => {
    const { clock, repeat, mayCall } = breakersAt()
    repeat(9, 'c', 'bad', 'failed')
    clock.ms = 20_000
    repeat(1, 'c', 'bad', 'failed')
    expect(mayCall('c', 'bad')).toBe(true)
  })
})

describe('one hotel', () => {
  it('is held off for everyone when three callers, and half of all, fail there', () => {
    const { call, mayCall } = breakersAt()
    for (const caller of ['a', 'b']) call(caller, 'bad', 'failed')
    expect(mayCall('d', 'bad')).toBe(true)
    call('c', 'bad', 'failed')
    expect(mayCall('d', 'bad')).toBe(false)
    expect(mayCall('d', 'good')).toBe(true)
  })

  it('stays open to others who succeed there, however often one caller fails', () => {
    const { call, repeat, mayCall } = breakersAt()
    for (const caller of ['a', 'b', 'c']) call(caller, 'h', 'succeeded')
    repeat(50, 'vandal', 'h', 'failed')
    expect(mayCall('a', 'h')).toBe(true)
  })
})

describe('one caller', () => {
  it('is held off when half of five hotels fail; others are not', () => {
    const { calls, mayCall } = breakersAt()
    calls(['vandal'], FIVE_HOTELS, 'failed')
    expect(mayCall('vandal', 'another')).toBe(false)
    expect(mayCall('other', 'h0')).toBe(true)
  })

  it('never closes the source to others with any number of failing hotels', () => {
    const { calls, mayCall, breakers, clock } = breakersAt()
    for (let second = 0; second < 60; second += 1) {
      clock.ms = second * 1000
      calls(['vandal'], names('bad', 50), 'failed')
      calls(['honest'], ['good'], 'succeeded')
      expect(mayCall('honest', 'good')).toBe(true)
      expect(mayCall('newcomer', 'bad1')).toBe(true)
      expect(breakers.state()).toBe('closed')
    }
  })

  it('counts as the whole source if nobody else calls', () => {
    const { calls, breakers, clock, call } = breakersAt()
    calls(['only'], FIVE_HOTELS, 'failed')
    expect(breakers.state()).toBe('open')
    clock.ms = 10_000
    expect(breakers.state()).toBe('half_open')
    call('only', 'h1', 'succeeded')
    expect(breakers.state()).toBe('closed')
  })
})

describe('the whole source', () => {
  it('closes to everyone when three callers and half of five hotels fail', () => {
    const { calls, mayCall, breakers } = breakersAt()
    calls(['a', 'b'], FIVE_HOTELS.slice(0, 4), 'failed')
    expect(mayCall('newcomer', 'new')).toBe(true)
    calls(['c'], FIVE_HOTELS, 'failed')
    expect(breakers.state()).toBe('open')
    expect(mayCall('newcomer', 'new')).toBe(false)
  })

  it('stays open while three callers fail at a few test hotels only', () => {
    const { calls, mayCall } = breakersAt()
    for (let time = 0; time < 20; time += 1) calls(THREE_CALLERS, names('test', 4), 'failed')
    expect(mayCall('newcomer', 'new')).toBe(true)
  })

  it('stays open while most callers succeed', () => {
    const { calls, breakers } = breakersAt()
    calls(names('well', 4), FIVE_HOTELS, 'succeeded')
    for (let time = 0; time < 20; time += 1) calls(THREE_CALLERS, names('bad', 10), 'failed')
    expect(breakers.state()).toBe('closed')
  })

  it('lets one call try after ten seconds, and opens to everyone when it succeeds', () => {
    const { breakers, clock, calls, mayCall } = breakersAt()
    calls(THREE_CALLERS, FIVE_HOTELS, 'failed')
    clock.ms = 9_999
    expect(breakers.state()).toBe('open')
    clock.ms = 10_000
    expect(breakers.state()).toBe('half_open')
    const probe = breakers.leave({ caller: 'newcomer', hotel: 'new' })
    expect(probe?.probe).toBe(true)
    expect(breakers.leave({ caller: 'next', hotel: 'next' })).toBeUndefined()
    probe?.succeeded()
    expect(mayCall('newcomer', 'new')).toBe(true)
    expect(breakers.leave({ caller: 'newcomer', hotel: 'new' })?.probe).toBe(false)
  })

  it('stays closed for another ten seconds when the probe fails', () => {
    const { breakers, clock, calls, call } = breakersAt()
    calls(THREE_CALLERS, FIVE_HOTELS, 'failed')
    clock.ms = 10_000
    expect(call('newcomer', 'new', 'failed')).toBe(true)
    expect(breakers.state()).toBe('open')
    clock.ms = 20_000
    expect(breakers.state()).toBe('half_open')
  })

  it('gives the probe to somebody else when its caller leaves', () => {
    const { breakers, clock, calls } = breakersAt()
    calls(THREE_CALLERS, FIVE_HOTELS, 'failed')
    clock.ms = 10_000
    breakers.leave({ caller: 'newcomer', hotel: 'new' })?.abandoned()
    expect(breakers.leave({ caller: 'next', hotel: 'next' })?.probe).toBe(true)
  })

  it('ignores calls that began before it opened', () => {
    const { breakers, clock, calls } = breakersAt()
    const late = breakers.leave({ caller: 'slow', hotel: 'slow' })
    calls(THREE_CALLERS, FIVE_HOTELS, 'failed')
    clock.ms = 10_000
    late?.succeeded()
    expect(breakers.state()).toBe('half_open')
  })
})
