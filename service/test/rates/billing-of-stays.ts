import { award, type Build, ota, shop } from './billing-case.ts'

/** What calls cost, written out by hand from the price list; nothing here is computed by the service. */
export const STAYS: Record<string, Build> = {
  'a live shop costs the shop weight': (night) => ({
    call: shop('aurelia', 'UNDERCUT', night(0)),
    credits: 1,
    units: [1, 0, 0],
  }),
  'a cached shop costs a quarter': (night) => ({
    before: [shop('aurelia', 'UNDERCUT', night(0))],
    call: shop('aurelia', 'UNDERCUT', night(0)),
    credits: 0.25,
    units: [0, 1, 0],
  }),
  'a shop weight of 3, live': (night) => ({
    call: shop('foxhollow', 'UNDERCUT', night(0)),
    credits: 3,
    units: [1, 0, 0],
  }),
  'a shop weight of 3, cached': (night) => ({
    before: [shop('foxhollow', 'UNDERCUT', night(0))],
    call: shop('foxhollow', 'UNDERCUT', night(0)),
    credits: 0.75,
    units: [0, 1, 0],
  }),
  'max_age 0 is live though the answer is there': (night) => ({
    before: [shop('dunmore', 'UNDERCUT', night(0))],
    call: shop('dunmore', 'UNDERCUT', night(0), { max_age: 0 }),
    credits: 2,
    units: [1, 0, 0],
  }),
  'an answer above the TTL of an hour is asked for again': (night) => ({
    before: [shop('aurelia', 'UNDERCUT', night(0))],
    ages: { [night(0)]: 3700 },
    call: shop('aurelia', 'UNDERCUT', night(0)),
    credits: 1,
    units: [1, 0, 0],
  }),
  'an answer above the TTL serves where max_age allows': (night) => ({
    before: [shop('aurelia', 'UNDERCUT', night(0))],
    ages: { [night(0)]: 3700 },
    call: shop('aurelia', 'UNDERCUT', night(0), { max_age: 7200 }),
    credits: 0.25,
    units: [0, 1, 0],
  }),
  'another occupancy is another answer': (night) => ({
    before: [shop('aurelia', 'UNDERCUT', night(0))],
    call: shop('aurelia', 'UNDERCUT', night(0), { adults: 3 }),
    credits: 1,
    units: [1, 0, 0],
  }),
  'sold out is an answer, live': (night) => ({
    call: shop('aurelia', 'SOLDOUT', night(0)),
    credits: 1,
    units: [1, 0, 0],
  }),
  'sold out is an answer, cached': (night) => ({
    before: [shop('aurelia', 'SOLDOUT', night(0))],
    call: shop('aurelia', 'SOLDOUT', night(0)),
    credits: 0.25,
    units: [0, 1, 0],
  }),
  'closed is an answer': (night) => ({
    call: shop('castellan', 'CLOSED', night(0)),
    credits: 1,
    units: [1, 0, 0],
  }),
  'a minimum stay is an answer': (night) => ({
    call: shop('dunmore', 'MINLOS3', night(0)),
    credits: 2,
    units: [1, 0, 0],
  }),
  'an unknown hotel is free': (night) => ({
    call: shop('aurelia', 'UNKNOWN', night(0)),
    status: 404,
    credits: 0,
  }),
  'a broken answer is free': (night) => ({
    call: shop('castellan', 'BROKEN', night(0)),
    status: 503,
    credits: 0,
  }),
  'a refusal is free': (night) => ({
    call: shop('glasshouse', 'REFUSED', night(0)),
    status: 503,
    credits: 0,
  }),
  'a past check-in is free': () => ({
    call: shop('aurelia', 'UNDERCUT', '2020-01-01'),
    status: 400,
    credits: 0,
  }),
  'a quote is free': (night) => ({
    call: shop('aurelia', 'UNDERCUT', night(0), { dry_run: true }),
    credits: 0,
  }),

  'a live agency shop': (night) => ({
    call: ota('ostello', 'SOLDOUT', night(0)),
    credits: 2,
    units: [1, 0, 0],
  }),
  'an agency shop after the same by /shop': (night) => ({
    before: [shop('ostello', 'UNDERCUT-aurelia', night(0))],
    call: ota('ostello', 'UNDERCUT-aurelia', night(0)),
    credits: 0.5,
    units: [0, 1, 0],
  }),
  'an agency shop with raw bills live, whatever is stored and allowed': (night) => ({
    before: [ota('mapleroom', 'UNDERCUT-aurelia', night(0))],
    call: ota('mapleroom', 'UNDERCUT-aurelia', night(0), { raw: true, max_age: 100_000 }),
    credits: 2,
    units: [1, 0, 0],
  }),
  'a shop after a raw one is cached': (night) => ({
    before: [ota('lodgista', 'UNDERCUT-aurelia', night(0), { raw: true })],
    call: shop('lodgista', 'UNDERCUT-aurelia', night(0)),
    credits: 0.5,
    units: [0, 1, 0],
  }),
  'an unknown hotel at an agency is free': (night) => ({
    call: ota('nightdeal', 'UNKNOWN', night(0)),
    status: 404,
    credits: 0,
  }),

  'a live award': (night) => ({
    call: award('aurelia', 'UNDERCUT', night(0)),
    credits: 1,
    units: [1, 0, 0],
  }),
  'an award after a shop': (night) => ({
    before: [shop('foxhollow', 'UNDERCUT', night(0))],
    call: award('foxhollow', 'UNDERCUT', night(0)),
    credits: 0.75,
    units: [0, 1, 0],
  }),
  'an award on a sold out night': (night) => ({
    call: award('harborline', 'SOLDOUT', night(0)),
    credits: 1,
    units: [1, 0, 0],
  }),
  'an award at an unknown hotel is free': (night) => ({
    call: award('castellan', 'UNKNOWN', night(0)),
    status: 404,
    credits: 0,
  }),
  'an award at a chain without points is free': (night) => ({
    call: award('glasshouse', 'UNDERCUT', night(0)),
    status: 400,
    credits: 0,
  }),
  'an award whose points cannot be had is free': (night) => ({
    refuse: '/par/',
    call: award('aurelia', 'UNDERCUT', night(0)),
    status: 503,
    credits: 0,
  }),
  'a shop whose points cannot be had is a shop': (night) => ({
    refuse: '/par/',
    call: shop('aurelia', 'UNDERCUT', night(0)),
    credits: 1,
    units: [1, 0, 0],
  }),
}
