import { describe, expect, it } from 'vitest'
import { ohip } from '../../src/sources/families/ohip/family.ts'
import { type HttpAnswer, SourceFailure } from '../../src/sources/source.ts'
import { CREDENTIALS } from './ohip-market.ts'
import { answer, type Script, SOLD_OUT, setUp } from './ohip-vendor.ts'

const HOUR_MS = 3_600_000

const firstTokenRevoked: Script = ({ headers }) =>
  headers?.['authorization'] === 'Bearer T1' ? answer(401) : answer(200, SOLD_OUT)

const firstTokenCallFails: Script = async (_, count) => {
  if (count === 1) throw new SourceFailure('timed_out', 'the first caller ran out of time')
  return answer(200, { access_token: 'T', expires_in: 3600 })
}

describe('the bearer token', () => {
  it('is asked with the client credentials, as the vendor documents it', async () => {
    const { shop, seen } = setUp({}, { enterpriseId: 'ENT1' })
    await shop()
    expect(seen.token[0]).toEqual({
      method: 'POST',
      login: true,
      path: '/oauth/v1/tokens',
      headers: {
        authorization: `Basic ${btoa(`${CREDENTIALS.clientId}:${CREDENTIALS.clientSecret}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        'x-app-key': CREDENTIALS.appKey,
        enterpriseId: 'ENT1',
      },
      body: 'grant_type=client_credentials&scope=urn%3Aopc%3Ahgbu%3Aws%3A__myscopes__',
    })
  })

  it('is asked of Distribution itself where the channel logs in there, which opens no PAR', async () => {
    const { shop, seen } = setUp({}, { channelLogin: true })
    expect((await shop()).status).toBe('sold_out')
    expect(seen.token[0]).toMatchObject({
      path: '/hdpba/oauth2/v1/token',
      body: 'username=vacancy-client&password=not-a-secret',
    })
    expect(seen.token[0]?.headers).not.toHaveProperty('authorization')
    expect(() => setUp({}, { channelLogin: true, par: true })).toThrow('channelLogin opens no PAR')
  })

  it('is shared by concurrent calls and kept until ten minutes before it runs out', async () => {
    const { shop, seen, clock } = setUp()
    await Promise.all([shop(), shop(), shop()])
    clock.now += HOUR_MS - 600_001
    await shop()
    expect(seen.token.length).toBe(1)
    clock.now += 1
    await shop()
    expect(seen.token.length).toBe(2)
    expect(seen.data.at(-1)?.headers?.['authorization']).toBe('Bearer T2')
  })

  it('is renewed once where the vendor no longer takes it', async () => {
    const { shop, seen } = setUp({ data: firstTokenRevoked })
    expect((await shop()).status).toBe('sold_out')
    expect([seen.token.length, seen.data.length]).toEqual([2, 2])
  })

  it('is not renewed over and over where the vendor takes none', async () => {
    const { shop, seen } = setUp({ data: () => answer(401) })
    await expect(shop()).rejects.toMatchObject({ kind: 'refused' })
    expect([seen.token.length, seen.data.length]).toEqual([2, 2])
  })

  it('failing for one call does not fail the calls that waited for it, nor those after', async () => {
    const { shop, seen } = setUp({ token: firstTokenCallFails })
    const calls = await Promise.allSettled([shop(), shop(), shop()])
    expect(calls.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(seen.token.length).toBe(2)
    expect((await shop()).status).toBe('sold_out')
  })

  it.each([
    [401, '', 'refused'],
    [404, '{"o:errorCode":"X"}', 'refused'],
    [200, '{}', 'broken'],
    [200, '<html>', 'broken'],
  ])('that cannot be had (%s) says why', async (status, body, kind) => {
    const { shop } = setUp({ token: () => answer(status, body) })
    await expect(shop()).rejects.toMatchObject({ kind })
  })
})

describe('an answer that is not the asked one', () => {
  const detail = {
    type: 'about:blank',
    title: 'Hotel unknown',
    status: 404,
    'o:errorCode': 'HOTEL_NOT_FOUND',
  }
  const cases: [string, HttpAnswer, object][] = [
    ['the vendor knows no such hotel', answer(404, detail), { kind: 'not_found' }],
    ['a gateway lost its route', answer(404, '<html>'), { kind: 'broken' }],
    ['not permitted', answer(403, detail), { kind: 'refused', transient: false }],
    ['bad request', answer(400, detail), { kind: 'refused', transient: false }],
    ['too many requests', answer(429, '', { 'retry-after': '7' }), { kind: 'refused', retryAfterMs: 7000 }],
    ['internal error', answer(500), { kind: 'refused', transient: false }],
    ['bad gateway', answer(502), { kind: 'refused', transient: true }],
    [
      'maintenance with an end',
      answer(503, '', { 'retry-after': '60' }),
      { kind: 'refused', transient: false },
    ],
    ['a redirect', answer(302), { kind: 'broken' }],
    ['nothing at all', answer(204), { kind: 'broken' }],
    ['a web page', answer(200, '<html>'), { kind: 'broken' }],
    ['a cut body', answer(200, '{"roomStays":[{'), { kind: 'broken' }],
    ['a bare null', answer(200, 'null'), { kind: 'broken' }],
  ]

  it.each(cases)('%s', async (_, told, failure) => {
    const { shop } = setUp({ data: () => told })
    await expect(shop()).rejects.toMatchObject(failure)
  })
})

describe('a profile', () => {
  it.each([
    [{}, 'taxIncluded'],
    [{ taxIncluded: 'yes' }, 'taxIncluded'],
    [{ taxIncluded: true, par: 1 }, 'par'],
    [{ taxIncluded: true, ratePlanCodes: [] }, 'ratePlanCodes'],
  ])('that is not understood stops the start: %s', (profile, named) => {
    const settings = { sourceId: 'aurelia', profile, credentials: CREDENTIALS, points: true, now: Date.now }
    expect(() => ohip.bind(settings)).toThrow(`${named} must be`)
  })
})
