import { describe, expect, test } from 'vitest'
import type { AreaMarket } from '../areas/area-market.ts'
import { newAccount } from '../support/accounts.ts'
import { errorOf, post } from '../support/client.ts'
import { ended } from '../support/grids.ts'
import { inDays } from '../support/market.ts'
import type { TripBody } from './trip-market.ts'

const UNDERCUT = [{ chain: 'aurelia', hotel_code: 'UNDERCUT' }]

/** Trips that are planned once more, from what jobs of the account have fetched. */
export function againTests(on: () => AreaMarket): void {
  const trip = (body: object) => on().ask<TripBody>('/trip', body)

  describe('the same trip again', () => {
    const idsOf = (body: TripBody) => body.jobs?.map(({ id }) => id) ?? []
    const again = (jobs: readonly string[], body: object = {}, who = on().account) =>
      on().ask<TripBody>('/trip/again', { jobs, ...body }, who)
    const POINTS = { wallet: { points: { aurelia: 200_000 } }, point_value: { aurelia: 0.4 } }

    test('takes another wallet, free: the options are those of a paid call', async () => {
      const body = { hotels: UNDERCUT, checkin: inDays(110), los: 5 }
      const first = await trip({ ...body, wallet: { points: { aurelia: 1 } }, partial: false })
      await on().filled(first.body)
      const { body: free, credits, status } = await again(idsOf(first.body), POINTS)
      expect([status, credits]).toEqual([200, 0])
      expect(free.options[0]).toMatchObject({ cost: 640, points: { aurelia: 160_000 } })
      const { body: paid } = await trip({ ...body, ...POINTS })
      // A later look may have confirmed a price.
      const still = (answer: TripBody) => JSON.stringify(answer).replaceAll(/"observed_at":"[^"]*"/g, '')
      expect(still(free)).toBe(still(paid))
      // Kept for its repeats, as answers that are paid for.
      const keyed = { 'idempotency-key': 'again' }
      const once = await on().ask<TripBody>('/trip/again', { jobs: idsOf(first.body) }, on().account, keyed)
      const twice = await on().ask<TripBody>('/trip/again', { jobs: idsOf(first.body) }, on().account, keyed)
      expect(twice.answer.headers['idempotent-replay']).toBe('true')
      expect(twice.body).toEqual(once.body)
    })

    test('knows no price that only others have paid for', async () => {
      const night = { hotels: UNDERCUT, checkin: inDays(130), wallet: { points: { aurelia: 1 } } }
      const theirs = await trip({ ...night, los: 1 })
      await on().filled(theirs.body)
      const own = await newAccount(on().database.pool, 'scale', { rps: 100_000 })
      const stale = { ...night, los: 2, fill: 'stale' }
      const first = await on().ask<TripBody>('/trip', stale, own)
      await on().filled(first.body, own)
      expect((await on().ask<TripBody>('/trip', stale, own)).body.nights_unknown).toBe(0)
      const { body: answer } = await again(idsOf(first.body), POINTS, own)
      expect(answer).toMatchObject({ options: [], best_cash: null, nights_unknown: 1 })
    })

    test('knows what other calls of the account have fetched', async () => {
      const checkin = inDays(140)
      const nights = { from: checkin, to: inDays(141) }
      const cash = await on().ask<TripBody & { job: { id: string } }>('/matrix', { hotels: UNDERCUT, nights })
      await ended(on().url, on().account.key, cash.body.job.id)
      const first = await trip({ hotels: UNDERCUT, checkin, los: 2, wallet: { points: { aurelia: 1 } } })
      expect(first.body.jobs).toHaveLength(1)
      await on().filled(first.body)
      const { body: answer } = await again(idsOf(first.body))
      expect(answer).toMatchObject({ nights_unknown: 0, best_cash: { cash_total: 384 } })
      // Of a hotel that needed no job, too: its award cells have cash rates in them.
      const hotels = [{ chain: 'brightwater', hotel_code: 'UNDERCUT' }]
      const award = await on().ask<{ job: { id: string } }>('/matrix', { hotels, nights, kind: 'award' })
      await ended(on().url, on().account.key, award.body.job.id)
      const paid = { wallet: { points: { brightwater: 200_000 } }, point_value: { brightwater: 0.01 } }
      const { body: more } = await again(idsOf(first.body), { hotels, ...paid })
      expect(more.nights_unknown).toBe(0)
      expect(more.options[0]?.blocks).toMatchObject([{ chain: 'brightwater', pay: 'points', los: 2 }])
    })

    test('wants ended jobs of one trip of the account', async () => {
      const [one, other] = [
        await trip({ hotels: UNDERCUT, checkin: inDays(150), los: 1, max_age: 0 }),
        await trip({ hotels: UNDERCUT, checkin: inDays(152), los: 1, max_age: 0 }),
      ]
      await on().filled(one.body)
      await on().filled(other.body)
      const grid = await on().ask<{ job: { id: string } }>('/matrix', {
        hotels: UNDERCUT,
        nights: { from: inDays(150), to: inDays(150) },
        as_job: true,
      })
      const stranger = await newAccount(on().database.pool, 'pro')
      const refused = async (jobs: readonly string[], { key } = on().account) => {
        const answer = await post(on().url, '/v1/trip/again', key, { jobs })
        expect([answer.status, errorOf(answer).code, answer.charged]).toEqual([400, 'invalid_request', 0])
        return errorOf(answer).message
      }
      expect(await refused([...idsOf(one.body), ...idsOf(other.body)])).toContain('must be of one trip')
      expect(await refused([grid.body.job.id])).toContain('is of kind matrix')
      expect(await refused(idsOf(one.body), stranger)).toContain('There is no job')
      expect(await refused([])).toContain('`jobs`')
    })
  })
}
