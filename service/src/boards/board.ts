import { Type } from 'typebox'
import { nullable, Timestamp, withDefault } from '../edge/schemas.ts'
import type { Weekday } from '../kernel/dates.ts'
import { LIMITS } from '../kernel/limits.ts'
import { COMMON_FIELDS } from '../rates/request.ts'
import { RelativeNights } from '../schedules/relative-dates.ts'

const BOARD_KINDS = ['market', 'parity'] as const
export type BoardKind = (typeof BOARD_KINDS)[number]

/** As given, so that `+1d` stays the day after the day of each run. */
export interface BoardNights {
  from: string
  to: string
  days?: readonly Weekday[]
}

/** A saved view of a set of hotels over some nights. */
export interface Board {
  no: number
  id: string
  account: number
  /** The id of the set, which may be gone. */
  set: string
  kind: BoardKind
  nights: BoardNights
  createdAt: Date
  /** Encrypted; null without a link, or if the key for it was lost. */
  token: Buffer | null
  isShared: boolean
  linkEndsAt: Date | null
}

const STRICT = { additionalProperties: false }

const KindField = Type.Enum([...BOARD_KINDS], {
  description:
    '`market`: the subject of the set against its other hotels. `parity`: the subject’s own rate against the agencies that list it.',
})

const { max_age: maxAge, ...PARTY } = COMMON_FIELDS

export const BoardBody = Type.Object(
  {
    set: Type.String({ description: 'The set.', pattern: '^set_', maxLength: 64 }),
    kind: KindField,
    nights: Type.Object(RelativeNights.properties, {
      ...STRICT,
      description:
        'The check-in nights. Dates may count from the day of the call: `{"from": "+1d", "to": "+60d"}` is one board, whose nights move on.',
    }),
    timezone: withDefault(
      Type.String({
        description: 'The zone of the time zone database whose day `+1d` counts from.',
        maxLength: 64,
        examples: ['Europe/London'],
      }),
      'UTC',
    ),
    ...PARTY,
    max_age: maxAge,
  },
  STRICT,
)

export const LinkBody = Type.Object(
  {
    ends_at: Type.Optional(
      Timestamp(
        `When the link ends, at most ${LIMITS.boardLinkDays} days from now. Default: when it is deleted.`,
      ),
    ),
  },
  STRICT,
)

export const LinkSchema = Type.Object(
  {
    url: nullable(
      Type.String(),
      'The page of the board for anyone who has the link. Without `PUBLIC_URL`, the server does not know its own address, and this is a path. Null if the server has lost the key that encrypted it: make a new one.',
    ),
    ends_at: nullable(Timestamp('When it ends.'), 'When it ends; null: when it is deleted.'),
  },
  { $id: 'BoardLink' },
)

export const BoardSchema = Type.Object(
  {
    id: Type.String({ description: 'The board.', examples: ['brd_4nW7sQ0aXk2mR9tYbC1dEf'] }),
    set: Type.String({ description: 'The set, which may have been deleted.' }),
    name: nullable(Type.String(), 'The name of the set; null if it was deleted.'),
    kind: KindField,
    nights: Type.Object(RelativeNights.properties, { description: 'As given.' }),
    created_at: Timestamp('When it was made.'),
    refreshed_at: nullable(
      Timestamp('When it was fetched.'),
      'When it was last fetched, by hand or by a schedule.',
    ),
    link: nullable(LinkSchema, 'The link for people without an account; null if there is none.'),
  },
  { $id: 'Board' },
)

export interface BoardFacts {
  /** Of the set. */
  name: string | null
  refreshedAt: Date | null
  url: string | null
}

export function boardView(board: Board, { name, refreshedAt, url }: BoardFacts) {
  return {
    id: board.id,
    set: board.set,
    name,
    kind: board.kind,
    nights: board.nights,
    created_at: board.createdAt.toISOString(),
    refreshed_at: refreshedAt?.toISOString() ?? null,
    link: board.isShared ? { url, ends_at: board.linkEndsAt?.toISOString() ?? null } : null,
  }
}
