import type { ExampleCall } from './example.ts'
import { NEW_YORK, SHOP } from './requests.ts'

export interface ErrorExample {
  name: string
  summary: string
  /** The routes that show it, among those that can answer with its code. */
  on: 'posts' | 'gets' | 'all'
  /** The caller: an account with credits, no key, an account above its rate limit, or one with too few credits. */
  as: 'customer' | 'nobody' | 'hasty' | 'short'
  call: ExampleCall
}

export const ERROR_EXAMPLES: readonly ErrorExample[] = [
  {
    name: 'past_checkin',
    summary: 'A check-in date in the past',
    on: 'posts',
    as: 'customer',
    call: { method: 'POST', path: '/shop', body: { ...NEW_YORK, checkin: '2024-02-29' } },
  },
  {
    name: 'unknown_parameter',
    summary: 'An unknown parameter',
    on: 'gets',
    as: 'customer',
    call: { method: 'GET', path: '/usage?month=2026-11' },
  },
  {
    name: 'no_key',
    summary: 'Without a key',
    on: 'all',
    as: 'nobody',
    call: { method: 'GET', path: '/usage' },
  },
  {
    name: 'unknown_hotel',
    summary: 'A hotel code that the chain does not know',
    on: 'posts',
    as: 'customer',
    call: { method: 'POST', path: '/shop', body: { ...SHOP, hotel_code: 'UNKNOWN' } },
  },
  {
    name: 'refused',
    summary: 'A chain that refuses the call',
    on: 'posts',
    as: 'customer',
    call: { method: 'POST', path: '/shop', body: { ...SHOP, hotel_code: 'REFUSED' } },
  },
  {
    name: 'timed_out',
    summary: 'A chain that does not answer',
    on: 'posts',
    as: 'customer',
    call: { method: 'POST', path: '/shop', body: { ...SHOP, hotel_code: 'TIMEOUT' } },
  },
  {
    name: 'too_fast',
    summary: 'The third request within a second on the free plan',
    on: 'all',
    as: 'hasty',
    call: { method: 'GET', path: '/usage' },
  },
  {
    name: 'not_enough_left',
    summary: 'A call that could cost more than the credits left',
    on: 'posts',
    as: 'short',
    call: {
      method: 'POST',
      path: '/calendar',
      body: {
        chain: 'foxhollow',
        hotel_code: 'FH69806',
        nights: { from: '2028-01-01', to: '2028-02-29' },
        max_age: 0,
      },
    },
  },
]
