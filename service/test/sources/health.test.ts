import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { ChainsSchema, chainsView, sourceStatusView } from '../../src/sources/describe.ts'
import { toApiError } from '../../src/sources/failures.ts'
import { refusal } from '../../src/sources/families/http-answer.ts'
import { createHealth } from '../../src/sources/health.ts'
import type { SharedHealth } from '../../src/sources/seen/merge.ts'
import { SourceFailure } from '../../src/sources/source.ts'
import { toyCatalog, toySource } from './toy-source.ts'

const calm = { breaker: 'closed', configured: true, toldToWait: false } as const

function healthAt(startMs: number) {
  const clock = { ms: startMs }
  return { clock, health: createHealth(() => clock.ms) }
}

describe('the health of a source', () => {
  it('is up and silent before the first call', () => {
    expect(healthAt(0).health.read(calm)).toEqual({
      status: 'up',
      latencyMs: null,
      errorShare: null,
      checkedAt: null,
    })
  })

  it('tells the median latency of answers and the share of errors', () => {
    const { health } = healthAt(7)
    for (const tookMs of [10, 20, 40, 1_000]) health.record(true, tookMs)
    health.record(false, 9_000)
    expect(health.read(calm)).toEqual({ status: 'degraded', latencyMs: 30, errorShare: 0.2, checkedAt: 7 })
  })

  it('does not call a source degraded for one failure among four', () => {
    const { health } = healthAt(0)
    for (let made = 0; made < 3; made += 1) health.record(true, 5)
    health.record(false, 5)
    expect(health.read(calm).status).toBe('up')
  })

  it('forgets after five minutes, but not when it last looked', () => {
    const { health, clock } = healthAt(0)
    for (let made = 0; made < 9; made += 1) health.record(false, 5)
    clock.ms = 300_000
    expect(health.read(calm)).toEqual({ status: 'up', latencyMs: null, errorShare: null, checkedAt: 0 })
  })

  it('is down while the breaker is open or a credential is missing, degraded on trial or told to wait', () => {
    const { health } = healthAt(0)
    expect(health.read({ ...calm, breaker: 'open' }).status).toBe('down')
    expect(health.read({ ...calm, configured: false }).status).toBe('down')
    expect(health.read({ ...calm, breaker: 'half_open' }).status).toBe('degraded')
    expect(health.read({ ...calm, toldToWait: true }).status).toBe('degraded')
  })
})

describe('what clients are told of the sources', () => {
  const source = {
    ...toySource('toy', 'http://h'),
    compsetMilli: 204,
    certificates: [{ id: '40k', maxPoints: 40_000, maxTopUp: null }],
  }
  const health: SharedHealth = {
    status: 'degraded',
    latencyMs: 12,
    errorShare: 1 / 3,
    checkedAt: 0,
    calls: 6,
    failingSince: 0,
    reason: 'no_answer',
    lastFailure: null,
  }

  it('is the body of /chains, with credits as plain numbers and nothing of addresses or credentials', () => {
    const view = chainsView(toyCatalog(source), () => health)
    expect(Value.Check(ChainsSchema, view)).toBe(true)
    expect(view.chains).toEqual([
      {
        id: 'toy',
        kind: 'chain',
        name: 'toy',
        shop_credits: 1,
        compset_hotel_credits: 0.204,
        compset_extras: { member: 0 },
        calendar_night_credits: 0.1,
        award_night_credits: null,
        native_batch: true,
        native_calendar: true,
        award_points: false,
        geo_search: false,
        certificates: [{ id: '40k', max_points: 40_000, max_top_up: null }],
        award_rules: { free_night: null },
        currencies: ['*'],
        tax_included: false,
        children_ages: true,
        point_of_sale: [],
        sandbox: false,
        examples: [],
        status: 'degraded',
      },
    ])
  })

  it('says of a source that cannot be told ages that it takes none', () => {
    const view = chainsView(toyCatalog({ ...source, takesAges: false }), () => health)
    expect(view.chains).toMatchObject([{ id: 'toy', children_ages: false }])
  })

  it('is the sources of /status.json', () => {
    expect(sourceStatusView(toyCatalog(source), () => health)).toEqual([
      {
        id: 'toy',
        status: 'degraded',
        latency_ms: 12,
        error_share: 0.333,
        checked_at: '1970-01-01T00:00:00.000Z',
        since: '1970-01-01T00:00:00.000Z',
        reason: 'no_answer',
      },
    ])
  })
})

describe('a failure as an answer of the API', () => {
  it.each([
    ['not_found', 'hotel_not_found', 404],
    ['refused', 'source_unavailable', 503],
    ['broken', 'source_unavailable', 503],
    ['timed_out', 'upstream_timeout', 504],
  ] as const)('%s is %s, %i, in fixed words', (kind, code, status) => {
    const failure = new SourceFailure(kind, 'ORA-01017 at db7.vendor.example', { retryAfterMs: 1_200 })
    const error = toApiError(failure, 'aurelia')
    expect(error).toMatchObject({ code, status, chain: 'aurelia', retryAfterSec: 2, cause: failure })
    expect(error.message).toContain('aurelia')
    expect(error.message).not.toContain('vendor')
  })

  it.each([401, 403])('says that the operator must act, after HTTP %i of a vendor', (status) => {
    const failure = refusal({ status, headers: {}, body: 'no' }, 'HTTP 401 from db7.vendor.example', 0)
    const { code, message } = toApiError(failure, 'aurelia')
    expect({ code, message }).toEqual({
      code: 'source_unavailable',
      message:
        'The source aurelia does not accept the credentials of this service. Its operator must check them.',
    })
    const later = refusal({ status: 503, headers: {}, body: 'no' }, 'down', 0)
    expect(toApiError(later, 'aurelia').message).toContain('at the moment')
  })
})
