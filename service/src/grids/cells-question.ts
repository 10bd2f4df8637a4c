import { type Static, Type } from 'typebox'
import { shapeOf } from '../kernel/shape.ts'
import type { TaskAsk } from './task-ask.ts'

const QuestionSchema = Type.Object({
  shape: Type.Enum(['batch', 'calendar', 'stay']),
  hotelCodes: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
  nights: Type.Array(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }), { minItems: 1 }),
  los: Type.Integer({ minimum: 1 }),
  kind: Type.Enum(['cash', 'award']),
  occupancy: Type.Union([
    Type.Object({ adults: Type.Integer(), children: Type.Integer(), rooms: Type.Integer() }),
    Type.Object({ adults: Type.Integer(), ages: Type.Array(Type.Integer()), rooms: Type.Integer() }),
  ]),
  currency: Type.String({ minLength: 3 }),
  live: Type.Boolean(),
  members: Type.Optional(Type.Boolean()),
})
const Question = shapeOf(QuestionSchema)

/**
 * As it is stored. A party with ages leaves out how many children there are: a worker of the version before, which knows no ages,
 * then refuses the question instead of pricing another party.
 */
export function keptQuestion(ask: TaskAsk): Static<typeof QuestionSchema> {
  const { adults, rooms, ages } = ask.occupancy
  return ages ? { ...ask, occupancy: { adults, rooms, ages: [...ages] } } : ask
}

/** The question of a cells task. Another version may have written it, so it is validated before use. */
export function parseCellsQuestion(task: { ask: unknown }): TaskAsk {
  const ask = readCellsQuestion(task)
  if (!ask) throw new Error('this version cannot read the question of a cells task')
  return ask
}

/** Null if this version cannot read it. */
export function readCellsQuestion({ ask }: { ask: unknown }): TaskAsk | null {
  if (!Question.Check(ask)) return null
  const { occupancy } = ask
  return {
    ...ask,
    occupancy: 'children' in occupancy ? occupancy : { ...occupancy, children: occupancy.ages.length },
  }
}
