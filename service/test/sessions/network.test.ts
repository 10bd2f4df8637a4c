import { expect, test } from 'vitest'
import { isSignUpOpen } from '../../src/config.ts'
import { networkOf } from '../../src/sessions/network.ts'

test('tries are counted by IPv4 address and by the /64 of an IPv6 one', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::1'))
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
  expect(networkOf('unknown')).toBe('unknown')
})

test('sign-up is open by default only where nobody but this machine can reach it', () => {
  const open = (signUp: string, host: string) => isSignUpOpen({ signUp, host })
  expect([open('', '127.0.0.1'), open('', 'localhost'), open('open', '0.0.0.0')]).toEqual([true, true, true])
  expect([open('', '0.0.0.0'), open('', '192.0.2.1'), open('closed', '127.0.0.1')]).toEqual([
    false,
    false,
    false,
  ])
})
