import { describe, expect, it } from 'vitest'
import { chainsView } from '../../src/sources/describe.ts'
import type { SharedHealth } from '../../src/sources/seen/merge.ts'
import { bundledSources } from './sandbox-sources.ts'

const up: SharedHealth = {
  status: 'up',
  latencyMs: null,
  errorShare: null,
  checkedAt: null,
  calls: 0,
  failingSince: null,
  reason: null,
  lastFailure: null,
}

/** id: shop, compset, member extra, calendar night, award night; batch, calendar, points, geo; tax included. */
const TABLE = `
aurelia      1 0.2 0   0.1 0.1  | yes yes yes yes | false
brightwater  1 0.2 0.1 0.1 0.1  | yes yes yes yes | false
castellan    1 1   0   1   1    | no  no  yes yes | false
dunmore      2 0.5 0.5 2   2    | yes no  yes yes | true
evergrand    1 0.2 0   0.1 0.1  | yes yes yes yes | true
foxhollow    3 3   0   3   3    | no  no  yes no  | false
glasshouse   1 0.3 0   1   null | yes no  no  yes | true
harborline   1 0.2 0.2 0.1 0.1  | yes yes yes yes | false
ivyrow       1 0.5 0   1   null | yes no  no  yes | false
juniper      1 0.3 0   1   null | yes no  no  yes | true
kestrel      1 0.2 0   0.1 null | yes yes no  yes | false
lodgista     2 0.5 0   2   null | yes no  no  no  | true
mapleroom    2 0.5 0   2   null | yes no  no  no  | true
nightdeal    2 0.5 0   2   null | yes no  no  no  | true
ostello      2 0.5 0   2   null | yes no  no  no  | false
pillowfare   2 2   0   2   null | no  no  no  no  | null
google_hotels 1 1  0   1   null | no  no  no  no  | null`

const yes = (value: boolean) => (value ? 'yes' : 'no')

describe('the bundled sources', () => {
  const { chains } = chainsView(
    { sources: bundledSources(), searchEngines: [], families: [], transferPartners: [] },
    () => up,
  )

  it('have the weights, capabilities and tax bases that clients were told', () => {
    const rows = chains.map((chain) =>
      [
        chain.id,
        chain.shop_credits,
        chain.compset_hotel_credits,
        chain.compset_extras.member,
        chain.calendar_night_credits,
        chain.award_night_credits,
        '|',
        yes(chain.native_batch),
        yes(chain.native_calendar),
        yes(chain.award_points),
        yes(chain.geo_search),
        '|',
        chain.tax_included,
      ].join(' '),
    )
    // Joining leaves nothing for null, so it is written as the table does.
    const table = TABLE.trim()
      .split('\n')
      .map((line) => line.replaceAll(/ +/g, ' ').replaceAll(' null', ' '))
    expect(rows).toEqual(table)
  })

  it('have the certificates that clients were told, null where there is no limit', () => {
    const certificates = chains.flatMap(({ id, certificates: all }) =>
      all.map((one) => `${id} ${one.id} ${one.max_points} ${one.max_top_up}`),
    )
    expect(certificates).toEqual([
      'aurelia 35k 35000 15000',
      'aurelia 40k 40000 15000',
      'aurelia 50k 50000 15000',
      'aurelia 85k 85000 15000',
      'brightwater 40k 40000 null',
      'castellan standard null 0',
      'dunmore cat1_4 18000 0',
      'dunmore cat1_7 35000 0',
    ])
  })

  it('have three examples each', () => {
    expect(chains.filter(({ examples }) => new Set(examples).size !== 3)).toEqual([])
  })
})
