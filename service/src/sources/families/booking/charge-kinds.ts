import { Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'
import { SourceFailure } from '../../source.ts'
import { type Client, LANGUAGE, type Talk } from './client.ts'

/** Whether a charge is a tax. An unknown charge counts as one, so that a price never wrongly claims to include taxes. */
export type IsTax = (charge: number | null | undefined) => boolean

export const EVERYTHING_IS_TAX: IsTax = () => true

const KNOWN_MS = 86_400_000
const FAILED_MS = 600_000

const constantsShape = shapeOf(
  Type.Object({
    data: Type.Object({
      charge_types: Type.Array(
        Type.Object({
          id: Type.Integer(),
          name: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])),
        }),
      ),
    }),
  }),
)

const TAX_WORDS = /tax|\bvat\b|\bgst\b|\blevy\b/i

/** Answers list charges by number; the vendor's constants name them. Requested once a day, and only if needed. */
export function createChargeKinds(client: Client, now: () => number): (talk: Talk) => Promise<IsTax> {
  let held: { isTax: IsTax; untilMs: number } | undefined
  return async (talk) => {
    if (held && now() < held.untilMs) return held.isTax
    try {
      held = { isTax: readConstants(await client.constants(talk)), untilMs: now() + KNOWN_MS }
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error
      held = { isTax: EVERYTHING_IS_TAX, untilMs: now() + FAILED_MS }
    }
    return held.isTax
  }
}

function readConstants(body: unknown): IsTax {
  if (!constantsShape.Check(body)) throw new SourceFailure('broken', 'constants of an unknown shape')
  const fees = new Set(
    body.data.charge_types
      .filter(({ name }) => {
        const text = name[LANGUAGE] ?? null
        return text !== null && !TAX_WORDS.test(text)
      })
      .map(({ id }) => id),
  )
  return (charge) => charge === null || charge === undefined || !fees.has(charge)
}
