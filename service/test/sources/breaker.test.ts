import { describe, expect, it } from 'vitest'
import { createBreaker } from '../../src/sources/breaker.ts'

function breakerAt(start = 0) {
  const clock = { ms: start }
  const breaker = createBreaker(() => clock.ms)
  const call = (outcome: 'succeeded' | 'failed') => {
    const leave = breaker.leave()
    leave?.[outcome]()
    return leave !== undefined
  }
  const calls = (count: number, outcome: 'succeeded' | 'failed') => {
    for (let made = 0; made < count; made += 1) call(outcome)
  }
  return { clock, breaker, call, calls }
}

describe('the breaker', () => {
  it('stays closed while fewer than ten calls are known, all of them failed', () => {
    const { breaker, calls } = breakerAt()
    calls(9, 'failed')
    expect(breaker.state()).toBe('closed')
  })

  it('opens when half of ten calls within twenty seconds have failed', () => {
    const { breaker, calls } = breakerAt()
    calls(5, 'succeeded')
    calls(5, 'failed')
    expect(breaker.state()).toBe('open')
    expect(breaker.leave()).toBeUndefined()
  })

  it('stays closed when healthy traffic outweighs one bad hotel', () => {
    const { breaker, call, calls } = breakerAt()
    calls(20, 'succeeded')
    for (let made = 0; made < 40; made += 1) call(made % 5 < 2 ? 'failed' : 'succeeded')
    expect(breaker.state()).toBe('closed')
  })

  it('forgets what is older than the window', () => {
    const { breaker, clock, calls } = breakerAt()
    calls(9, 'failed')
    clock.ms = 20_000
    calls(1, 'failed')
    expect(breaker.state()).toBe('closed')
  })

  it('lets one call try after ten seconds, and closes when it succeeds', () => {
    const { breaker, clock, calls } = breakerAt()
    calls(10, 'failed')
    clock.ms = 9_999
    expect(breaker.state()).toBe('open')
    clock.ms = 10_000
    expect(breaker.state()).toBe('half_open')
    const probe = breaker.leave()
    expect(probe?.probe).toBe(true)
    expect(breaker.leave()).toBeUndefined()
    probe?.succeeded()
    expect(breaker.state()).toBe('closed')
    calls(9, 'failed')
    expect(breaker.state()).toBe('closed')
  })

  it('opens for another ten seconds when the trial fails', () => {
    const { breaker, clock, calls, call } = breakerAt()
    calls(10, 'failed')
    clock.ms = 10_000
    expect(call('failed')).toBe(true)
    expect(breaker.state()).toBe('open')
    clock.ms = 20_000
    expect(breaker.state()).toBe('half_open')
  })

  it('gives the trial to somebody else when its caller goes away', () => {
    const { breaker, clock, calls } = breakerAt()
    calls(10, 'failed')
    clock.ms = 10_000
    breaker.leave()?.abandoned()
    expect(breaker.leave()?.probe).toBe(true)
  })

  it('does not let a straggler from before decide for the trial', () => {
    const { breaker, clock, calls } = breakerAt()
    const straggler = breaker.leave()
    calls(10, 'failed')
    clock.ms = 10_000
    straggler?.succeeded()
    expect(breaker.state()).toBe('half_open')
  })
})
