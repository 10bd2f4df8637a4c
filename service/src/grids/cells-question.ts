import { Type } from 'typebox'
import { shapeOf } from '../kernel/shape.ts'
import type { TaskAsk } from './tasks.ts'

const Question = shapeOf(
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

/** The question of a cells task. Another version may have written it, so it is validated before use. */
export function parseCellsQuestion(task: { ask: unknown }): TaskAsk {
  const ask = readCellsQuestion(task)
  if (!ask) throw new Error('this version cannot read the question of a cells task')
  return ask
}

/** Null if this version cannot read it. */
export function readCellsQuestion({ ask }: { ask: unknown }): TaskAsk | null {
  return Question.Check(ask) ? ask : null
}
