import { Type } from 'typebox'
import { childAges, DEFAULT_OCCUPANCY } from '../kernel/occupancy.ts'
import { shapeOf } from '../kernel/shape.ts'
import type { CompsetBody } from '../rates/compset-request.ts'
import type { SaleBody } from '../rates/point-of-sale.ts'
import { type PartyBody, readChildren } from '../rates/request.ts'
import type { ParityBody } from './request.ts'

/** What a task of a run asks: the body of a call. */
export type Question = ({ ask: 'compset'; body: CompsetBody } | { ask: 'parity'; body: ParityBody }) & {
  /** The moment that ages count from. */
  atMs: number
  /** Where its rows begin in the file. */
  place: number
}

const Terms = {
  checkin: Type.String(),
  los: Type.Integer(),
  adults: Type.Integer(),
  rooms: Type.Integer(),
  currency: Type.String(),
  max_age: Type.Integer(),
}

/**
 * The body as it is stored. Workers of the version before need `children`; but they know neither ages nor points of sale, so with
 * one of these it is left out, and they refuse the question instead of answering another.
 */
export function keptBody<Body extends PartyBody & SaleBody>(body: Body): Body {
  const { children, ...rest } = body
  const { children_ages: ages, point_of_sale: sale } = body
  if (!ages && !sale) return { ...body, children: children ?? 0 }
  return { ...rest, children_ages: childAges({ ...DEFAULT_OCCUPANCY, ...readChildren(body) }) } as Body
}

const Compset = shapeOf(
  Type.Object({
    ask: Type.Literal('compset'),
    atMs: Type.Integer(),
    place: Type.Integer(),
    body: Type.Object({ ...Terms, rates: Type.Enum(['lowest', 'member']) }),
  }),
)
const Parity = shapeOf(
  Type.Object({
    ask: Type.Literal('parity'),
    atMs: Type.Integer(),
    place: Type.Integer(),
    body: Type.Object({
      ...Terms,
      chain: Type.String(),
      hotel_code: Type.String(),
      resolve: Type.Boolean(),
      /** Left out by older versions. */
      meta: Type.Optional(Type.Boolean()),
    }),
  }),
)

/** Another version may have written it, so it is validated before use. */
export function parseQuestion({ ask }: { ask: unknown }): Question {
  if (Compset.Check(ask)) return ask
  if (Parity.Check(ask)) return { ...ask, body: { meta: false, ...ask.body } }
  throw new Error('this version cannot read the question of a schedule')
}
