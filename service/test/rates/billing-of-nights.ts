import { type Build, calendar, shop, stay } from './billing-case.ts'

/** What calls cost, written out by hand from the price list; nothing here is computed by the service. */
export const NIGHTS: Record<string, Build> = {
  'a live stay of three nights with a native calendar': (night) => ({
    call: stay('aurelia', 'UNDERCUT', night(0), 3),
    credits: 1.3,
    units: [4, 0, 0],
  }),
  'the same from the cache': (night) => ({
    before: [stay('aurelia', 'UNDERCUT', night(0), 3)],
    call: stay('aurelia', 'UNDERCUT', night(0), 3),
    credits: 0.325,
    units: [0, 4, 0],
  }),
  'a live stay of three nights without one': (night) => ({
    call: stay('castellan', 'UNDERCUT', night(0), 3),
    credits: 4,
    units: [4, 0, 0],
  }),
  'the same, cached': (night) => ({
    before: [stay('castellan', 'UNDERCUT', night(0), 3)],
    call: stay('castellan', 'UNDERCUT', night(0), 3),
    credits: 1,
    units: [0, 4, 0],
  }),
  'a stay whose whole is known': (night) => ({
    before: [shop('aurelia', 'UNDERCUT', night(0), { los: 3 })],
    call: stay('aurelia', 'UNDERCUT', night(0), 3),
    credits: 0.55,
    units: [3, 1, 0],
  }),
  'a stay of which one night is known, with a native calendar': (night) => ({
    before: [shop('aurelia', 'UNDERCUT', night(1))],
    call: stay('aurelia', 'UNDERCUT', night(0), 3),
    credits: 1.225,
    units: [3, 1, 0],
  }),
  'a stay of which one night is known, without one': (night) => ({
    before: [shop('castellan', 'UNDERCUT', night(1))],
    call: stay('castellan', 'UNDERCUT', night(0), 3),
    credits: 3.25,
    units: [3, 1, 0],
  }),
  'a stay of which one night fails': (night) => ({
    refuse: `Start="${night(1)}" End="${night(2)}"`,
    call: stay('castellan', 'UNDERCUT', night(0), 3),
    credits: 3,
    units: [3, 0, 1],
  }),
  'a stay that as a whole cannot be had is free': (night) => ({
    refuse: `Start="${night(0)}" End="${night(3)}"`,
    call: stay('castellan', 'UNDERCUT', night(0), 3),
    status: 503,
    credits: 0,
  }),
  'a stay none of whose nights can be had is free': (night) => ({
    refuse: '/calendar?',
    call: stay('aurelia', 'UNDERCUT', night(0), 3),
    status: 503,
    credits: 0,
  }),
  'a stay at an agency': (night) => ({
    call: stay('lodgista', 'UNDERCUT-aurelia', night(0), 2),
    credits: 6,
    units: [3, 0, 0],
  }),
  'a stay sold out': (night) => ({
    call: stay('evergrand', 'SOLDOUT', night(0), 2),
    credits: 1.2,
    units: [3, 0, 0],
  }),
  'a stay at an unknown hotel is free': (night) => ({
    call: stay('dunmore', 'UNKNOWN', night(0), 2),
    status: 404,
    credits: 0,
  }),

  'a live calendar': (night) => ({
    call: calendar('dunmore', 'UNDERCUT', night(0), night(2)),
    credits: 6,
    units: [3, 0, 0],
  }),
  'a cached calendar': (night) => ({
    before: [calendar('dunmore', 'UNDERCUT', night(0), night(2))],
    call: calendar('dunmore', 'UNDERCUT', night(0), night(2)),
    credits: 1.5,
    units: [0, 3, 0],
  }),
  'a calendar of which one night was shopped': (night) => ({
    before: [shop('aurelia', 'UNDERCUT', night(1))],
    call: calendar('aurelia', 'UNDERCUT', night(0), night(2)),
    credits: 2.25,
    units: [2, 1, 0],
  }),
  'a calendar with nights 10 minutes, 20 minutes and 2 hours old': (night) => ({
    before: [calendar('aurelia', 'UNDERCUT', night(0), night(2))],
    ages: { [night(0)]: 600, [night(1)]: 1200, [night(2)]: 7200 },
    call: calendar('aurelia', 'UNDERCUT', night(0), night(2)),
    credits: 1.5,
    units: [1, 2, 0],
  }),
  'the same with a max_age of 15 minutes': (night) => ({
    before: [calendar('aurelia', 'UNDERCUT', night(0), night(2))],
    ages: { [night(0)]: 600, [night(1)]: 1200, [night(2)]: 7200 },
    call: calendar('aurelia', 'UNDERCUT', night(0), night(2), { max_age: 900 }),
    credits: 2.25,
    units: [2, 1, 0],
  }),
  'a calendar with max_age 0 shops every night': (night) => ({
    before: [calendar('aurelia', 'UNDERCUT', night(0), night(2))],
    call: calendar('aurelia', 'UNDERCUT', night(0), night(2), { max_age: 0 }),
    credits: 3,
    units: [3, 0, 0],
  }),
  'the native calendar of a stay does not serve a calendar': (night) => ({
    before: [stay('aurelia', 'UNDERCUT', night(0), 3)],
    call: calendar('aurelia', 'UNDERCUT', night(0), night(2)),
    credits: 3,
    units: [3, 0, 0],
  }),
  'a calendar of which one night fails': (night) => ({
    refuse: `Start="${night(1)}"`,
    call: calendar('foxhollow', 'UNDERCUT', night(0), night(2)),
    credits: 6,
    units: [2, 0, 1],
  }),
  'a calendar sold out': (night) => ({
    call: calendar('kestrel', 'SOLDOUT', night(0), night(1)),
    credits: 2,
    units: [2, 0, 0],
  }),
  'a calendar that fails altogether is free': (night) => ({
    call: calendar('harborline', 'BROKEN', night(0), night(1)),
    status: 503,
    credits: 0,
  }),
  'a calendar of an unknown hotel is free': (night) => ({
    call: calendar('glasshouse', 'UNKNOWN', night(0), night(1)),
    status: 404,
    credits: 0,
  }),
}
