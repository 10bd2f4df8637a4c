import { Type } from 'typebox'
import { PRICE_RULES } from '../billing/prices.ts'
import type { Reads } from '../db/replica/reads.ts'
import type { FreeWork } from '../edge/free-work.ts'
import { CalendarDate, withDefault } from '../edge/schemas.ts'
import { memberRoute, type OwnRoute } from '../sessions/own-route.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { readDays } from '../usage/routes.ts'
import { CHARGES_FORMATS, chargesFile } from './file.ts'
import { pricesView } from './prices.ts'

export interface ChargesDeps {
  reads: Reads
  catalog: Catalog
  freeWork: FreeWork
  now(): number
}

const Charges = Type.Object(
  {
    from: CalendarDate('First day (UTC).'),
    to: CalendarDate('Last day (UTC), included.'),
    endpoint: Type.Optional(Type.Enum(Object.keys(PRICE_RULES))),
    key_id: Type.Optional(Type.String({ maxLength: 64 })),
    format: withDefault(Type.Enum([...CHARGES_FORMATS]), 'csv'),
  },
  { additionalProperties: false },
)

/** What the dashboard shows about prices, and the charges of an account as a file. */
export function chargesRoutes({ reads, catalog, freeWork, now }: ChargesDeps): OwnRoute[] {
  return [
    memberRoute({ method: 'GET', path: '/prices' }, async () => ({ body: pricesView(catalog) })),
    memberRoute({ method: 'GET', path: '/usage/charges', query: Charges }, async ({ query }, { account }) => {
      const { endpoint, key_id: keyId, format } = query
      const { from, to } = readDays(query)
      const lines = { account: account.no, from, to, endpoint, keyId }
      const { headers, body } = await freeWork.read(account.no, async () =>
        chargesFile(reads, lines, { format, name: `charges-${from}-${to}`, nowMs: now() }),
      )
      return { body: body.bytes(), headers }
    }),
  ]
}
