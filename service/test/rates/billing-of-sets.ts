import { awardSet, type Build, set, shop } from './billing-case.ts'

/** What calls cost, written out by hand from the price list; nothing here is computed by the service. */
const SEVEN = 'UNDERCUT DROPS FLAPS AWARDFLAP SOLDOUT CLOSED MINLOS3'

export const SETS: Record<string, Build> = {
  'a comparison set costs at least 1': (night) => ({
    call: set('aurelia: UNDERCUT DROPS', night(0)),
    credits: 1,
    units: [2, 0, 0],
  }),
  'a cached comparison set costs at least 1 too': (night) => ({
    before: [set('aurelia: UNDERCUT', night(0))],
    call: set('aurelia: UNDERCUT', night(0)),
    credits: 1,
    units: [0, 1, 0],
  }),
  'above the minimum each hotel costs its weight, whatever its status': (night) => ({
    call: set(`aurelia: ${SEVEN}`, night(0)),
    credits: 1.4,
    units: [7, 0, 0],
  }),
  'chains without batches cost their own weight per hotel': (night) => ({
    call: set('castellan: UNDERCUT DROPS, foxhollow: UNDERCUT, pillowfare: SOLDOUT', night(0)),
    credits: 7,
    units: [4, 0, 0],
  }),
  'cached hotels cost a quarter': (night) => ({
    before: [set('castellan: UNDERCUT DROPS FLAPS, foxhollow: UNDERCUT', night(0))],
    call: set('castellan: UNDERCUT DROPS FLAPS, foxhollow: UNDERCUT', night(0)),
    credits: 1.5,
    units: [0, 4, 0],
  }),
  'a set partly known': (night) => ({
    before: [shop('castellan', 'UNDERCUT', night(0)), shop('foxhollow', 'UNDERCUT', night(0))],
    call: set('castellan: UNDERCUT DROPS FLAPS, foxhollow: UNDERCUT, lodgista: SOLDOUT', night(0)),
    credits: 3.5,
    units: [3, 2, 0],
  }),
  'max_age 0 asks for every hotel': (night) => ({
    before: [set('castellan: UNDERCUT, dunmore: UNDERCUT', night(0))],
    call: set('castellan: UNDERCUT, dunmore: UNDERCUT', night(0), { max_age: 0 }),
    credits: 1.5,
    units: [2, 0, 0],
  }),
  'hotels that fail are free': (night) => ({
    call: set('castellan: UNDERCUT UNKNOWN REFUSED, dunmore: UNDERCUT UNKNOWN BROKEN', night(0)),
    credits: 1.5,
    units: [2, 0, 4],
  }),
  'the minimum holds where one hotel of many answers': (night) => ({
    call: set('aurelia: UNDERCUT UNKNOWN BROKEN', night(0)),
    credits: 1,
    units: [1, 0, 2],
  }),
  'a set of which all fail is free': (night) => ({
    call: set('aurelia: UNKNOWN, castellan: REFUSED, lodgista: UNKNOWN', night(0)),
    credits: 0,
  }),
  'member rates cost their extra where they take a further call': (night) => ({
    call: set('brightwater: UNDERCUT DROPS FLAPS AWARDFLAP', night(0), { rates: 'member' }),
    credits: 1.2,
    units: [8, 0, 0],
  }),
  'no extra for hotels with nothing to sell': (night) => ({
    call: set('brightwater: UNDERCUT DROPS SOLDOUT CLOSED MINLOS3', night(0), { rates: 'member' }),
    credits: 1.2,
    units: [7, 0, 3],
  }),
  'no extra at chains whose member rates come along': (night) => ({
    call: set(`aurelia: ${SEVEN}`, night(0), { rates: 'member' }),
    credits: 1.4,
    units: [7, 0, 0],
  }),
  'member rates at another chain': (night) => ({
    call: set('dunmore: UNDERCUT DROPS, harborline: UNDERCUT', night(0), { rates: 'member' }),
    credits: 2.4,
    units: [6, 0, 0],
  }),
  'row and extra both cached': (night) => ({
    before: [
      set('brightwater: UNDERCUT DROPS FLAPS AWARDFLAP, foxhollow: UNDERCUT DROPS', night(0), {
        rates: 'member',
      }),
    ],
    call: set('brightwater: UNDERCUT DROPS FLAPS AWARDFLAP, foxhollow: UNDERCUT DROPS', night(0), {
      rates: 'member',
    }),
    credits: 1.8,
    units: [0, 10, 0],
  }),
  'a cached row with a live extra': (night) => ({
    before: [set('brightwater: UNDERCUT AWARDFLAP', night(0))],
    call: set('brightwater: UNDERCUT AWARDFLAP, castellan: UNDERCUT', night(0), { rates: 'member' }),
    credits: 1.3,
    units: [3, 2, 0],
  }),
  'a shop knows the member rate: no further call is needed': (night) => ({
    before: [shop('dunmore', 'UNDERCUT', night(0)), shop('foxhollow', 'UNDERCUT', night(0))],
    call: set('dunmore: UNDERCUT, foxhollow: UNDERCUT', night(0), { rates: 'member' }),
    credits: 1,
    units: [0, 3, 0],
  }),

  'an award set costs at least 1': (night) => ({
    call: awardSet('aurelia: UNDERCUT', night(0)),
    credits: 1,
    units: [1, 0, 0],
  }),
  'an award set above the minimum': (night) => ({
    call: awardSet('foxhollow: UNDERCUT, castellan: UNDERCUT, dunmore: SOLDOUT', night(0)),
    credits: 4.5,
    units: [3, 0, 0],
  }),
  'an award set after shops': (night) => ({
    before: [shop('foxhollow', 'UNDERCUT', night(0)), shop('foxhollow', 'DROPS', night(0))],
    call: awardSet('foxhollow: UNDERCUT DROPS', night(0)),
    credits: 1.5,
    units: [0, 2, 0],
  }),
  'a batch knows no points: it does not serve an award set': (night) => ({
    before: [set('dunmore: UNDERCUT DROPS, evergrand: UNDERCUT', night(0))],
    call: awardSet('dunmore: UNDERCUT DROPS, evergrand: UNDERCUT', night(0)),
    credits: 1.2,
    units: [3, 0, 0],
  }),
  'hotels of chains without points are free in an award set': (night) => ({
    call: awardSet('castellan: UNDERCUT DROPS, glasshouse: UNDERCUT, kestrel: UNDERCUT', night(0)),
    credits: 2,
    units: [2, 0, 2],
  }),
  'an award set of chains without points is free': (night) => ({
    call: awardSet('glasshouse: UNDERCUT, ivyrow: UNDERCUT, juniper: DROPS, kestrel: SOLDOUT', night(0)),
    credits: 0,
  }),
  'an award set of which all fail is free': (night) => ({
    call: awardSet('aurelia: UNKNOWN, castellan: REFUSED', night(0)),
    credits: 0,
  }),
  'a hotel whose points cannot be had is free in an award set': (night) => ({
    refuse: '/par/',
    call: awardSet('aurelia: UNDERCUT, castellan: UNDERCUT DROPS', night(0)),
    credits: 2,
    units: [2, 0, 1],
  }),
  'an award set partly known': (night) => ({
    before: [shop('castellan', 'UNDERCUT', night(0)), shop('castellan', 'DROPS', night(0))],
    call: awardSet('castellan: UNDERCUT DROPS, foxhollow: FLAPS', night(0)),
    credits: 3.5,
    units: [1, 2, 0],
  }),
}
