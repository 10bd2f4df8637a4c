import { ACCOUNT_EXAMPLES } from './account-requests.ts'
import { BOOKING_EXAMPLES } from './booking-requests.ts'
import { ENDPOINT_EXAMPLES } from './endpoint-requests.ts'
import type { AnswerExample } from './example.ts'
import { JOB_EXAMPLES, MATRIX } from './job-requests.ts'
import { RECEIPT_EXAMPLES } from './receipt-requests.ts'
import { SCHEDULE_EXAMPLES } from './schedule-requests.ts'
import { SET_EXAMPLES } from './set-requests.ts'
import { WATCH_EXAMPLES } from './watch-requests.ts'

/**
 * The calls behind the examples in the OpenAPI document. `npm run examples` makes them in this order, against the service as
 * `npm start` runs it, and stores the answers in `recorded/`.
 */

/** The sandbox's clock during the recording. Its prices depend only on the clock. */
export const SANDBOX_TIME = '2026-11-15T12:05:00.000Z'

export const NEW_YORK = { chain: 'aurelia', hotel_code: 'NEWSF' }
const FOUR_AGENCIES = ['lodgista', 'mapleroom', 'nightdeal', 'ostello']
export const SHOP = { ...NEW_YORK, checkin: '2028-01-15' }
const COMPETITORS = [
  NEW_YORK,
  { chain: 'brightwater', hotel_code: 'NEWKQBW' },
  { chain: 'harborline', hotel_code: 'NEWGT' },
]

const ID_SOURCES = 'google_hotels,lodgista,mapleroom,nightdeal,ostello,pillowfare'

const LISBON = { q: 'Lisbon', currency: 'EUR' }
const AREA = { ...LISBON, chains: ['castellan', 'brightwater'], checkin: '2028-01-15' }
const CALENDAR_AREA = { ...LISBON, chain: 'evergrand', nights: { from: '2028-01-14', to: '2028-01-16' } }
const TRIP = {
  hotels: [{ chain: 'aurelia', hotel_code: 'LONAU' }],
  checkin: '2028-02-07',
  los: 2,
  currency: 'GBP',
  wallet: {
    points: { aurelia: 40_000 },
    certificates: [{ chain: 'aurelia', id: '50k', count: 1 }],
  },
  point_value: { aurelia: 0.4 },
}

const AWARD_SEARCH = {
  ...LISBON,
  chains: ['aurelia', 'evergrand'],
  nights: { from: '2028-01-15', to: '2028-01-16' },
  rank: 'cpp',
  limit: 2,
}

export const ANSWER_EXAMPLES: readonly AnswerExample[] = [
  {
    name: 'stay',
    operationId: 'stay',
    summary: 'Three nights as one stay and as single nights',
    call: {
      method: 'POST',
      path: '/stay',
      body: { chain: 'aurelia', hotel_code: 'CHIST', checkin: '2028-01-13', los: 3 },
    },
  },
  {
    name: 'history',
    operationId: 'history',
    summary: 'What was seen of one night so far',
    call: {
      method: 'POST',
      path: '/history',
      body: { chain: 'aurelia', hotel_code: 'CHIST', nights: { from: '2028-01-13', to: '2028-01-13' } },
    },
  },
  {
    name: 'insight',
    operationId: 'insight',
    summary: 'A price for which there is too little to compare with yet',
    call: { method: 'POST', path: '/insight', body: { ...NEW_YORK, checkin: '2028-02-05' } },
  },
  {
    name: 'outlook',
    operationId: 'outlook',
    summary: 'A price whose past was not looked at often enough yet',
    call: { method: 'POST', path: '/outlook', body: { ...NEW_YORK, checkin: '2028-02-05' } },
  },
  {
    name: 'compset',
    operationId: 'compset',
    summary: 'Hotels of three chains: one has a minimum stay, and one code does not exist',
    call: {
      method: 'POST',
      path: '/compset',
      body: {
        hotels: [...COMPETITORS, { chain: 'castellan', hotel_code: 'UNKNOWN' }],
        checkin: '2028-01-15',
        rates: 'member',
      },
    },
  },
  {
    name: 'compset_award',
    operationId: 'compsetAward',
    summary: 'Two hotels in points, and one of a chain without awards',
    call: {
      method: 'POST',
      path: '/compset/award',
      body: {
        hotels: [...COMPETITORS.slice(0, 2), { chain: 'kestrel', hotel_code: 'US1221' }],
        checkin: '2028-01-14',
      },
    },
  },
  {
    name: 'calendar',
    operationId: 'calendar',
    summary: 'Three nights of one hotel',
    call: {
      method: 'POST',
      path: '/calendar',
      body: { chain: 'castellan', hotel_code: 'NEWEX', nights: { from: '2028-01-13', to: '2028-01-15' } },
    },
  },
  {
    name: 'shop_quote',
    operationId: 'shop',
    summary: 'What it would cost',
    call: { method: 'POST', path: '/shop', body: { ...SHOP, dry_run: true } },
  },
  {
    name: 'shop',
    operationId: 'shop',
    summary: 'One night, live from the chain',
    call: { method: 'POST', path: '/shop', body: SHOP },
  },
  {
    name: 'shop_cached',
    operationId: 'shop',
    summary: 'The same call again, from the cache',
    call: { method: 'POST', path: '/shop', body: SHOP },
  },
  {
    name: 'award',
    operationId: 'award',
    summary: 'One night in points',
    call: { method: 'POST', path: '/award', body: { ...NEW_YORK, checkin: '2028-01-13' } },
  },
  {
    name: 'ota_shop',
    operationId: 'otaShop',
    summary: 'The same hotel and night at a travel agency',
    call: {
      method: 'POST',
      path: '/ota/mapleroom/shop',
      body: { hotel_code: '4780652', checkin: '2028-01-15' },
    },
  },
  {
    name: 'parity',
    operationId: 'parity',
    summary: 'The chain’s own rate compared with four agencies, including the lookup of their ids',
    call: { method: 'POST', path: '/parity', body: { ...SHOP, channels: FOUR_AGENCIES } },
  },
  ...JOB_EXAMPLES,
  {
    name: 'export',
    operationId: 'exportGrid',
    summary: 'The same grid as CSV, from the cache',
    call: { method: 'POST', path: '/export', body: { ...MATRIX, format: 'csv' } },
  },
  {
    name: 'hotels',
    operationId: 'hotels',
    summary: 'The three nearest hotels of two chains around a city',
    call: { method: 'GET', path: '/hotels?q=Lisbon&chains=castellan,ivyrow&limit=3' },
  },
  {
    name: 'hotel_search',
    operationId: 'searchHotels',
    summary: 'Three words, the last of them not finished',
    call: { method: 'GET', path: '/hotels/search?q=aurelia+london+obs&limit=3' },
  },
  {
    name: 'hotel',
    operationId: 'getHotel',
    summary: 'What is known of a hotel',
    call: { method: 'GET', path: '/hotels/aurelia/LONAU' },
  },
  {
    name: 'hotel_neighbours',
    operationId: 'hotelNeighbours',
    summary: 'Whom it competes with',
    call: { method: 'GET', path: '/hotels/aurelia/LONAU/neighbours' },
    shown: { list: 'neighbours', entries: 2 },
  },
  {
    name: 'hotel_ids',
    operationId: 'hotelIds',
    summary: 'A live lookup: some ids come from links in the search engine, some were found by name',
    call: { method: 'GET', path: `/hotels/aurelia/CESAU/ids?sources=${ID_SOURCES}` },
  },
  {
    name: 'hotel_ids_known',
    operationId: 'hotelIds',
    summary: 'The same ids, already stored',
    call: { method: 'GET', path: `/hotels/aurelia/CESAU/ids?sources=${ID_SOURCES}` },
  },
  {
    name: 'ids_job',
    operationId: 'idsJob',
    summary: 'Two hotels, with an event when the job ends',
    call: {
      method: 'POST',
      path: '/hotels/ids/jobs',
      body: {
        chain: 'aurelia',
        hotel_codes: ['CESAU', 'KENAU'],
        sources: ['lodgista', 'ostello'],
        webhook_url: 'https://example.com/hooks/vacancy',
      },
    },
  },
  {
    name: 'award_value',
    operationId: 'awardValue',
    summary: 'Where points are worth most, among the rates cached by the calls above',
    call: { method: 'GET', path: '/award/value?from=2028-01-10&to=2028-01-20' },
  },
  {
    name: 'award_access',
    operationId: 'awardAccess',
    summary: 'How often a hotel sells its nights for points, by the nights cached above',
    call: {
      method: 'GET',
      path: '/award/access?chain=aurelia&hotel_code=NEWSF&from=2028-01-10&to=2028-01-20',
    },
  },
  {
    name: 'area_job',
    operationId: 'area',
    summary: 'One night at all hotels of two chains around a city, not cached yet',
    call: { method: 'POST', path: '/area', body: AREA },
  },
  {
    name: 'area',
    operationId: 'area',
    summary: 'The same call after the job has ended',
    call: { method: 'POST', path: '/area', body: AREA },
  },
  {
    name: 'calendar_area_job',
    operationId: 'calendarArea',
    summary: 'Three nights of a chain around a city, not cached yet',
    call: { method: 'POST', path: '/calendar/area', body: CALENDAR_AREA },
  },
  {
    name: 'calendar_area',
    operationId: 'calendarArea',
    summary: 'The same call after the job has ended',
    call: { method: 'POST', path: '/calendar/area', body: CALENDAR_AREA },
  },
  {
    name: 'award_search_quote',
    operationId: 'awardSearch',
    summary: 'The cost, with nothing cached for one of the chains',
    call: { method: 'POST', path: '/award/search', body: { ...AWARD_SEARCH, dry_run: true } },
  },
  {
    name: 'award_search_jobs',
    operationId: 'awardSearch',
    summary: 'Two nights at two chains, one of them cached by the calendar above',
    call: { method: 'POST', path: '/award/search', body: AWARD_SEARCH },
  },
  {
    name: 'award_search',
    operationId: 'awardSearch',
    summary: 'The same call after the job has ended',
    call: { method: 'POST', path: '/award/search', body: AWARD_SEARCH },
  },
  {
    name: 'chains',
    operationId: 'listChains',
    summary: 'The sources of the sandbox',
    call: { method: 'GET', path: '/chains' },
    shown: { list: 'chains', entries: 2 },
  },
  ...ACCOUNT_EXAMPLES,
  {
    name: 'trip_jobs',
    operationId: 'trip',
    summary: 'Two nights at a hotel of a list, not cached yet',
    call: { method: 'POST', path: '/trip', body: TRIP },
  },
  {
    name: 'trip',
    operationId: 'trip',
    summary: 'The same call after the jobs have ended',
    call: { method: 'POST', path: '/trip', body: TRIP },
  },
  {
    name: 'trip_again',
    operationId: 'tripAgain',
    summary: 'The same trip with fewer points and no certificate',
    call: {
      method: 'POST',
      path: '/trip/again',
      body: { jobs: ['{job}'], wallet: { points: { aurelia: 30_000 } }, point_value: { aurelia: 0.4 } },
    },
  },
  {
    name: 'status',
    operationId: 'getStatus',
    summary: 'All sources are healthy',
    call: { method: 'GET', path: '/status.json' },
    shown: { list: 'sources', entries: 2 },
  },
  ...RECEIPT_EXAMPLES,
  ...SET_EXAMPLES,
  ...SCHEDULE_EXAMPLES,
  ...WATCH_EXAMPLES,
  ...ENDPOINT_EXAMPLES,
  ...BOOKING_EXAMPLES,
  {
    name: 'fx',
    operationId: 'getFx',
    summary: 'Reference rates of a day, for one euro',
    call: { method: 'GET', path: '/fx?base=EUR&date=2026-11-13' },
  },
]
