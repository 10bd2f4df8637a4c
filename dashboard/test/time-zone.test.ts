import { expect, onTestFinished, test } from 'vitest'
import { isTimezone } from '../../service/src/schedules/timing.ts'
import { ownTimeZone } from '../src/ui/own-time-zone.ts'

test.each([
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Ho_Chi_Minh',
  'Asia/Yangon',
  'Europe/Kyiv',
  'Europe/London',
  'America/Nuuk',
  'America/Argentina/Buenos_Aires',
  'Pacific/Chuuk',
])('a person in %s is offered that name, which the service takes', (name) => {
  const before = process.env['TZ']
  onTestFinished(() => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })
  process.env['TZ'] = name
  expect(ownTimeZone()).toBe(name)
  expect(isTimezone(name)).toBe(true)
})
