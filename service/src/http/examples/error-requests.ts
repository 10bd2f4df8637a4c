import type { ExampleCall } from './example.ts'
import { NEW_YORK, SHOP } from './requests.ts'

export interface ErrorExample {
  name: string
  summary: string
  /** On which routes it is shown, among those that can answer with its code. */
  on: 'posts' | 'gets' | 'all'
  /** Who asks: an account with credits, nobody, one that asks too fast, or one that has too few credits left. */
  as: 'customer' | 'nobody' | 'hasty' | 'short'
  call: ExampleCall
}

export const ERROR_EXAMPLES: readonly ErrorExample[] = [
  {
    name: 'past_checkin',
    summary: 'A check-in that has passed',
    on: 'posts',
    as: 'customer',
    call: { method: 'POST', path: '/shop', body: { ...NEW_YORK, checkin: '2024-02-29' } },
  },
  {
    name: 'unknown_parameter',
    summary: 'A parameter that does not exist',
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
    summary: 'A code that the chain does not know',
    on: 'posts',
    as: 'customer',
    call: { method: 'POST', path: '/shop', body: { ...SHOP, hotel_code: 'UNKNOWN' } },
  },
  {
    name: 'refused',
    summary: 'A chain that refuses',
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
    summary: 'A call that could cost more than is left',
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
