import { type Static, Type } from 'typebox'
import { ID_LENGTH, nullable, Timestamp } from '../edge/schemas.ts'
import { LIMITS } from '../kernel/limits.ts'
import { NameField } from '../sets/set.ts'

export const FEED_FORMATS = ['csv', 'json', 'xlsx'] as const
export type FeedFormat = (typeof FEED_FORMATS)[number]

/** A link that shows the newest finished run of a schedule or a board, or a job, to anyone who has it. */
export interface Feed {
  no: number
  id: string
  account: number
  name: string
  /** The schedule, the board or the job that it shows; the others are null. */
  schedule: number | null
  scheduleId: string | null
  board: number | null
  boardId: string | null
  job: string | null
  format: FeedFormat
  /** Null: all. */
  columns: string[] | null
  /** Encrypted; null if the key for it was lost. */
  token: Buffer | null
  createdAt: Date
  lastReadAt: Date | null
}

const STRICT = { additionalProperties: false }

const FIELDS = {
  name: NameField,
  schedule: Type.String({
    description: 'Shows the newest finished run of this schedule.',
    pattern: '^sch_',
    maxLength: ID_LENGTH,
  }),
  board: Type.String({
    description:
      'Shows the newest finished grid of this board, whether a call of `POST /boards` or a schedule had it fetched.',
    pattern: '^brd_',
    maxLength: ID_LENGTH,
  }),
  job: Type.String({ description: 'Shows this job.', pattern: '^job_', maxLength: ID_LENGTH }),
  format: Type.Enum([...FEED_FORMATS], {
    description: 'The ending of `url`. The same link with another of these endings works too.',
  }),
  columns: Type.Array(Type.String({ maxLength: LIMITS.nameLength }), {
    description:
      'The columns, in order, as the file of the job names them; also `hotel_name` for grids. `observed_at` is added if it is left out. Default: all.',
    minItems: 1,
    maxItems: 60,
    uniqueItems: true,
  }),
}

export const FeedBody = Type.Object(
  {
    name: FIELDS.name,
    schedule: Type.Optional(FIELDS.schedule),
    board: Type.Optional(FIELDS.board),
    job: Type.Optional(FIELDS.job),
    format: FIELDS.format,
    columns: Type.Optional(FIELDS.columns),
  },
  STRICT,
)

export const FeedChange = Type.Object(
  {
    name: Type.Optional(FIELDS.name),
    format: Type.Optional(FIELDS.format),
    columns: Type.Optional(nullable(FIELDS.columns, 'The columns, in order; null for all.')),
  },
  STRICT,
)

export type FeedChangeInput = Static<typeof FeedChange>

export const FeedSchema = Type.Object(
  {
    id: Type.String({ description: 'The feed.', examples: ['fed_4nW7sQ0aXk2mR9tYbC1dEf'] }),
    name: Type.String({ description: 'As given.' }),
    schedule: nullable(Type.String(), 'The schedule that it shows.'),
    board: nullable(Type.String(), 'The board that it shows.'),
    job: nullable(Type.String(), 'The job that it shows.'),
    format: FIELDS.format,
    columns: nullable(Type.Array(Type.String()), 'The columns, in order; null for all.'),
    url: nullable(
      Type.String(),
      'The link. Anyone who has it can read the feed. Without `PUBLIC_URL`, the server does not know its own address, and this is a path. Null if the server has lost the key that encrypted it: rotate it.',
    ),
    created_at: Timestamp('When it was created.'),
    last_read_at: nullable(
      Timestamp('When it was read.'),
      'When it was last read, to the minute; null before.',
    ),
  },
  { $id: 'Feed' },
)

export function feedView(feed: Feed, url: string | null) {
  return {
    id: feed.id,
    name: feed.name,
    schedule: feed.scheduleId,
    board: feed.boardId,
    job: feed.job,
    format: feed.format,
    columns: feed.columns,
    url,
    created_at: feed.createdAt.toISOString(),
    last_read_at: feed.lastReadAt?.toISOString() ?? null,
  }
}
