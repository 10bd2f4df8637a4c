import { type Static, Type } from 'typebox'
import { type Night, parseDay } from '../../kernel/dates.ts'

/** Banks whose points can become points of a chain. */

const exact = { additionalProperties: false } as const
const Id = Type.String({ pattern: '^[a-z][a-z0-9_]{1,31}$' })
const Points = Type.Integer({ minimum: 1, maximum: 10_000_000 })
const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })

export const PartnerSchema = Type.Object(
  {
    bank: Id,
    chain: Id,
    /** So many points of the bank become so many of the chain. */
    ratio: Type.Tuple([
      Type.Integer({ minimum: 1, maximum: 10_000 }),
      Type.Integer({ minimum: 1, maximum: 10_000 }),
    ]),
    /** Points of the bank: transfers are multiples of `step`, and no smaller than `minimum`. */
    step: Points,
    minimum: Points,
    /** Days in UTC, both included. */
    bonus: Type.Array(
      Type.Object({ pct: Type.Integer({ minimum: 1, maximum: 500 }), from: Day, to: Day }, exact),
    ),
  },
  exact,
)

export type TransferPartner = Readonly<Static<typeof PartnerSchema>>

/** The operator's partners replace bundled ones of the same bank and chain. Partners of chains without points are left out later. */
export function mergePartners(
  bundled: readonly TransferPartner[],
  own: readonly TransferPartner[],
  fail: (problem: string) => never,
): TransferPartner[] {
  const keyOf = ({ bank, chain }: TransferPartner) => `${bank} ${chain}`
  const mine = new Map<string, TransferPartner>()
  for (const partner of own) {
    const name = `transfer_partners: ${partner.bank} to ${partner.chain}`
    if (mine.has(keyOf(partner))) fail(`${name} is listed twice`)
    for (const { from, to } of partner.bonus)
      if (parseDay(from) === null || parseDay(to) === null || from > to)
        fail(`${name}: bonus: ${from} to ${to} is not a range of dates`)
    mine.set(keyOf(partner), partner)
  }
  return [...bundled.filter((partner) => !mine.has(keyOf(partner))), ...mine.values()]
}

/** The bonus of a day in percent; the highest, if there are several. */
export function bonusOn({ bonus }: TransferPartner, day: Night): number {
  return Math.max(0, ...bonus.filter(({ from, to }) => from <= day && day <= to).map(({ pct }) => pct))
}
