import { Type } from 'typebox'
import { CalendarDate, nullable } from '../edge/schemas.ts'
import type { Night } from '../kernel/dates.ts'
import type { Catalog } from './catalog/catalog.ts'
import { bonusOn } from './catalog/partners.ts'

/** The public description of transfers: `GET /transfers`. */

const Partner = Type.Object(
  {
    bank: Type.String({ description: 'The name of the bank in `wallet.banks`.', examples: ['meridian'] }),
    chain: Type.String({ description: 'The chain that receives the points.', examples: ['aurelia'] }),
    ratio: Type.Array(Type.Integer({ minimum: 1 }), {
      description: 'So many points of the bank become so many of the chain: `[1, 2]` doubles them.',
      minItems: 2,
      maxItems: 2,
    }),
    step: Type.Integer({ description: 'Transfers are multiples of so many points of the bank.', minimum: 1 }),
    minimum: Type.Integer({ description: 'The fewest points of the bank in one transfer.', minimum: 1 }),
    bonus: Type.Array(
      Type.Object({
        pct: Type.Integer({ description: 'Percent more than `ratio` gives.', minimum: 1 }),
        from: CalendarDate('The first day, in UTC.'),
        to: CalendarDate('The last day.'),
      }),
      { description: 'Offers of the bank, past ones too.' },
    ),
    bonus_today: nullable(
      Type.Integer({ minimum: 1 }),
      'The bonus of today in percent; null if there is none.',
    ),
  },
  { $id: 'TransferPartner' },
)

export const TransfersSchema = Type.Object({
  transfer_partners: Type.Array(Partner, { description: 'By bank, in the order of the files.' }),
})

export function transfersView({ transferPartners }: Catalog, today: Night) {
  return {
    transfer_partners: transferPartners.map((partner) => ({
      bank: partner.bank,
      chain: partner.chain,
      ratio: [...partner.ratio],
      step: partner.step,
      minimum: partner.minimum,
      bonus: [...partner.bonus],
      bonus_today: bonusOn(partner, today) || null,
    })),
  }
}
