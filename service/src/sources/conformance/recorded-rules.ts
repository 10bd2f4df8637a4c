import { addNights } from '../../kernel/dates.ts'
import { differenceOf, played } from './played.ts'
import { BrokenRule, failureOf, must, mustBe, type Rule, type Subject } from './rule.ts'

/** What is asked of recorded answers, beyond the stays in them. */

const OTHER_HOTEL = '999999999'

/** Recordings of stays that were on sale, each with its question. */
function onSale({ recordings }: Subject) {
  return recordings.flatMap((recorded) =>
    recorded.file.shop && recorded.file.expect['status'] === 'available'
      ? [{ recorded, query: recorded.file.shop, title: recorded.file.title }]
      : [],
  )
}

export const RECORDED_RULES: readonly Rule[] = [
  {
    name: 'every recording is read as a person reads it',
    needs: 'recordings',
    async check({ recordings }) {
      for (const recorded of recordings) {
        const difference = differenceOf(recorded.file.expect, await played(recorded), '')
        if (difference !== null) throw new BrokenRule(`${recorded.file.title}: ${difference}`)
      }
    },
  },
  {
    name: 'an answer about another hotel is a failure',
    needs: 'recordings',
    async check(subject) {
      for (const { recorded, query, title } of onSale(subject))
        await failureOf(recorded.shop({ ...query, hotelCode: OTHER_HOTEL }), `${title}, for another hotel,`)
    },
  },
  {
    name: 'an answer about other nights is a failure, if it names them',
    needs: 'recordings',
    async check(subject) {
      for (const { recorded, query, title } of onSale(subject)) {
        if (!JSON.stringify(recorded.file.answers).includes(query.checkin)) continue
        const checkin = addNights(query.checkin, 7)
        await failureOf(recorded.shop({ ...query, checkin }), `${title}, a week later,`)
      }
    },
  },
  {
    name: 'an answer that is cut off in the middle is broken',
    needs: 'recordings',
    async check(subject) {
      for (const { recorded, query, title } of onSale(subject)) {
        const { kind } = await failureOf(recorded.shop(query, { cut: true }), `${title}, cut off,`)
        mustBe(kind, 'broken', `${title}, cut off, as a failure`)
      }
    },
  },
  {
    name: 'there are recordings of all that can happen to a stay',
    needs: 'recordings',
    async check({ stays }) {
      const missing = (['ordinary', 'sold_out', 'unknown', 'refused'] as const).filter((one) => !stays[one])
      must(missing.length === 0, `none is ${missing.join(', none is ')}`)
    },
  },
]
