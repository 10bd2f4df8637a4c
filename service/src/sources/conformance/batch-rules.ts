import type { BatchRow } from '../source.ts'
import { must, mustBe, type Rule } from './rule.ts'
import { lowestOf, mustTellTheSame } from './sound.ts'
import { answered, askingOf } from './vendor.ts'

/** What is asked of sources that answer for several hotels at once. */

const isAbout: NonNullable<Rule['isAbout']> = ({ batch }) => batch

export const BATCH_RULES: readonly Rule[] = [
  {
    name: 'a batch tells the lowest figures of a shop',
    needs: 'vendor',
    isAbout,
    async check(subject) {
      const { examples, batch, shop } = askingOf(subject)
      for (const los of [1, 4]) {
        const rows = await batch([...examples], { los, member: true })
        for (const [index, hotelCode] of examples.entries()) {
          const lowest = answered(rows[index])
          mustBe(lowest.hotelCode, hotelCode, 'the hotel of a row')
          mustTellTheSame(lowest, await shop(hotelCode, { los }))
        }
      }
    },
  },
  {
    name: 'a batch has the member rate only where it is asked for',
    needs: 'vendor',
    isAbout: (source) => source.batch && source.memberMilli > 0,
    async check(subject) {
      const { id, gateway, examples, stayAt, availableNight } = askingOf(subject)
      const { checkin, answer: matrix } = await availableNight(examples[0] ?? '', 1)
      const query = { ...stayAt(''), checkin, hotelCodes: examples.slice(0, 1) }
      const [asked] = (await gateway.lowest(id, { ...query, member: true })).answer
      mustBe(answered(asked).memberKnown, true, '`memberKnown` where members were asked for')
      mustBe(answered(asked).member, lowestOf(matrix).member, 'the member rate')
      must((answered(asked).member ?? 0) > 0, 'there is no member rate')
      const [unasked] = (await gateway.lowest(id, { ...query, member: false })).answer
      mustBe(answered(unasked).memberKnown, false, '`memberKnown` where they were not')
      mustBe(answered(unasked).member, null, 'the member rate where it was not asked for')
    },
  },
  {
    name: 'a bad hotel spoils no other of its batch',
    needs: 'vendor',
    isAbout,
    async check(subject) {
      const { examples, batch, shop } = askingOf(subject)
      const [good = ''] = examples
      const codes = ['SOLDOUT', good, 'UNKNOWN', 'BROKEN', 'CLOSED', 'MINLOS3']
      const [soldOut, ordinary, unknown, broken, closed, minLos] = await batch(codes)
      mustBe(answered(soldOut).status, 'sold_out', 'SOLDOUT')
      mustTellTheSame(answered(ordinary), await shop(good))
      mustBe(kindOf(unknown), 'not_found', 'UNKNOWN')
      must(!['not_found', 'an answer'].includes(kindOf(broken)), `BROKEN is ${kindOf(broken)}`)
      mustBe(answered(closed).status, (await shop('CLOSED')).status, 'CLOSED')
      const short = await shop('MINLOS3')
      mustBe(answered(minLos).status, short.status, 'MINLOS3')
      mustBe(answered(minLos).minLos, short.minLos, 'the minimum stay of MINLOS3')
    },
  },
]

function kindOf(row: BatchRow | undefined): string {
  return row && 'failure' in row ? row.failure.kind : 'an answer'
}
