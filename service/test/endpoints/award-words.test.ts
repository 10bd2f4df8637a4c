import { expect, test } from 'vitest'
import { awardParts, bestOf, isAwardNews } from '../../src/endpoints/award-words.ts'
import { createBookingLinks } from '../../src/endpoints/booking-link.ts'
import type { ToldEvent } from '../../src/endpoints/words.ts'
import type { Catalog } from '../../src/sources/catalog/catalog.ts'
import { AWARD } from './award-event.ts'

const HOTEL = ['Hotel', 'Aurelia London Observatory (aurelia:LONOB)']
const opened = (night: string, change: object = {}) => {
  const event = { id: `evt_${night}`, type: 'watch.points_lte', created_at: '2026-11-15T12:00:00Z' }
  return { ...event, ...AWARD, night, ...change } as ToldEvent
}
const partsOf = (events: readonly ToldEvent[]) => {
  if (!isAwardNews(events)) throw new Error('no news of awards')
  return awardParts(events, 'Aurelia London Observatory')
}
const nightsOfApril = Array.from({ length: 30 }, (_, day) => `2027-04-${String(day + 1).padStart(2, '0')}`)

test('the nights of an alert in a row are one line, and only what is left of a change is told', () => {
  const first = nightsOfApril.map((night) => opened(night, { previous: null }))
  expect(partsOf(first)).toEqual({
    title: 'Aurelia London Observatory: Thu 1 – Fri 30 Apr 2027, 30 nights for 30,000 points a night',
    paragraphs: ['The first look found:'],
    facts: [['Thu 1 – Fri 30 Apr 2027, 30 nights', '30,000 points per night'], HOTEL],
  })
  const dearer = { previous: AWARD.current, current: { ...AWARD.current, lowest_points: 45_000 } }
  const backAgain = { previous: AWARD.current, current: AWARD.previous }
  const [one = '', two = '', three = ''] = nightsOfApril
  expect(
    partsOf([opened(one), opened(two), opened(three), opened(one, dearer), opened(two, backAgain)]).facts,
  ).toEqual([
    ['Thu 1 Apr 2027', '45,000 points per night, before: no award'],
    ['Sat 3 Apr 2027', '30,000 points per night, before: no award'],
    HOTEL,
  ])
  expect(partsOf([opened('2026-12-31'), opened('2027-01-01')]).facts[0]?.[0]).toBe(
    'Thu 31 Dec 2026 – Fri 1 Jan 2027, 2 nights',
  )
  expect(isAwardNews([opened(one, { kind: 'cash' })])).toBe(false)
})

test('a hotel is booked at the page that its source has for it', () => {
  const source = {
    id: 'grand',
    name: 'Grand Hotels',
    bookingPage: 'https://grand.example/{hotel_code}?in={checkin}&out={checkout}',
  }
  const linkOf = createBookingLinks({ sources: [source] } as unknown as Catalog)
  const event = { ...opened('2027-04-03'), chain: 'grand', hotel_code: 'A B', los: 2 }
  expect(linkOf(event)).toEqual({
    label: 'Book at Grand Hotels',
    url: 'https://grand.example/A%20B?in=2027-04-03&out=2027-04-05',
  })
  const dearer = { current: { ...AWARD.current, lowest_points: 45_000 } }
  const gone = { current: AWARD.previous, previous: AWARD.current }
  const news = [opened('2027-04-05', gone), opened('2027-04-06', dearer), opened('2027-04-07')]
  expect(isAwardNews(news) && bestOf(news)?.night).toBe('2027-04-07')
  expect(linkOf({ id: 'evt_1', type: 'job.done', created_at: '' })).toBeNull()
})
