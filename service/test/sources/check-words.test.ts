import { expect, test } from 'vitest'
import { createConceal } from '../../src/sources/checks/conceal.ts'
import { quotasIn } from '../../src/sources/checks/quota.ts'

test.each([
  [
    { 'rate-limit-minute-remaining': '93', 'rate-limit-day-remaining': '40', 'rate-limit-minute-reset': '1' },
    [
      { window: 'minute', remaining: 93, limit: 100, unit: 'percent' },
      { window: 'day', remaining: 40, limit: 100, unit: 'percent' },
    ],
  ],
  [
    {
      'ratelimit-limit': '60',
      'ratelimit-remaining': '59',
      'ratelimit-reset': 'Mon, 01 Mar 2027 12:00:09 GMT',
    },
    [{ window: null, remaining: 59, limit: 60, unit: 'requests' }],
  ],
  [
    { 'x-ratelimit-limit-minute': '300', 'x-ratelimit-remaining-minute': '299' },
    [{ window: 'minute', remaining: 299, limit: 300, unit: 'requests' }],
  ],
  [{ 'x-ratelimit-remaining': '7' }, [{ window: null, remaining: 7, limit: null, unit: 'requests' }]],
  [{ 'ratelimit-remaining': 'many', 'content-type': 'text/html' }, []],
])('the headers %j tell what is left', (headers, quotas) => {
  expect(quotasIn(headers)).toEqual(quotas)
})

test('no credential is told, in no form that it travels in', () => {
  const conceal = createConceal({ user: 'ann@chain', password: 'p/ss w0rd' })
  const basic = Buffer.from('ann@chain:p/ss w0rd').toString('base64')
  for (const [text, told] of [
    ['bad password p/ss w0rd for ann@chain', 'bad password [credential] for [credential]'],
    ['key=p%2Fss%20w0rd&q=x', 'key=[credential]&q=x'],
    [`Authorization: Basic ${basic}`, 'Authorization: Basic [credential]'],
    [`signature ${'0123456789abcdef'.repeat(8)} is wrong`, 'signature […] is wrong'],
    ['HTTP 401: {"password":"p/ss w', 'HTTP 401: {"password":"[credential]'],
    ['a page\u001B[2Jfor\r\npeople', 'a page [2Jfor people'],
  ]) {
    expect(conceal(text ?? '')).toBe(told)
  }
})
