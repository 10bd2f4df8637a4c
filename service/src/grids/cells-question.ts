import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TaskAsk } from './plan.ts'

const Question = Compile(
  Type.Object({
    shape: Type.Enum(['batch', 'calendar', 'stay']),
    hotelCodes: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
    nights: Type.Array(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }), { minItems: 1 }),
    los: Type.Integer({ minimum: 1 }),
    kind: Type.Enum(['cash', 'award']),
    occupancy: Type.Object({ adults: Type.Integer(), children: Type.Integer(), rooms: Type.Integer() }),
    currency: Type.String({ minLength: 3 }),
    live: Type.Boolean(),
    members: Type.Optional(Type.Boolean()),
  }),
)

/** What a task about cells asks. It was written by whichever version made the task, so it is checked before it is used. */
export function parseCellsQuestion({ ask }: { ask: unknown }): TaskAsk {
  if (!Question.Check(ask)) throw new Error('a task asks for cells in a way that this version does not know')
  return ask
}
