import { Type } from 'typebox'
import { ACTIONS, ACTOR_KINDS, type ActRow, readActs } from '../accounts/acts.ts'
import type { Reads } from '../db/replica/reads.ts'
import { pageFields, readPage } from '../edge/paging.ts'
import { freeRoute, type Route } from '../edge/route.ts'
import { NextCursor, nullable, OpenEnum, Timestamp } from '../edge/schemas.ts'
import { served } from '../edge/served.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'

const Act = Type.Object(
  {
    id: Type.String({ description: 'The act.', examples: ['01938f2a-6c1e-7000-8000-3f2a6c1e9b47'] }),
    at: Timestamp('When it was done.'),
    actor: Type.Object(
      {
        kind: Type.Enum(ACTOR_KINDS, {
          description:
            '`person`: somebody signed in to the dashboard. `key`: an API key. `operator`: the command line of the server. `mail_link`: somebody who followed a link in a mail. `visitor`: somebody who tried to sign in. `service`: the service itself, when a time had come.',
        }),
        id: nullable(Type.String(), 'The e-mail of the person, or the id of the key.'),
      },
      { description: 'Who did it.' },
    ),
    action: OpenEnum(ACTIONS, { description: 'What was done.' }),
    subject: nullable(Type.String(), 'The id of what was changed or tested.'),
    detail: Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]), {
      description: 'What exactly: names, plans, hosts. Never a secret.',
    }),
  },
  { $id: 'Act' },
)

export const ActsQuery = Type.Object(pageFields('Acts per page.'), { additionalProperties: false })

const CURSOR = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A page of an account's acts, newest first; for keys and for sessions. */
export async function pageOfActs(
  reads: Reads,
  account: number,
  { cursor, limit }: { cursor?: string; limit: number },
) {
  if (cursor !== undefined && !CURSOR.test(cursor))
    throw invalid('`cursor` must be the `next_cursor` of an earlier page.')
  const { page, nextCursor } = await readPage(
    limit,
    (most) => readActs(reads, { account, before: cursor ?? null, limit: most }),
    toAct,
  )
  return { acts: page, next_cursor: nextCursor }
}

function toAct({ id, at, actor, actor_id, action, subject, detail }: ActRow) {
  return { id, at: at.toISOString(), actor: { kind: actor, id: actor_id }, action, subject, detail }
}

export function auditRoutes({ reads }: { reads: Reads }): Route[] {
  return [
    freeRoute(
      {
        method: 'GET',
        path: '/audit',
        operationId: 'listActs',
        tag: 'Account',
        summary: 'List administrative acts, newest first',
        description: `Who created, renamed or revoked keys, changed the plan, created, changed or deleted endpoints, rotated a secret, invited, changed or removed members, signed in and out, tried to sign in with a wrong password, or set a password. Wrong passwords for one person from one network within an hour are one act, with their number in \`detail.tries\`. Kept for ${LIMITS.actDays} days. Free, and still available when all credits of the period are used.`,
        query: ActsQuery,
        exempt: true,
        answers: {
          200: {
            description: 'A page of acts.',
            schema: Type.Object({
              acts: Type.Array(Act, { description: 'Newest first.' }),
              next_cursor: NextCursor,
            }),
          },
        },
      },
      async ({ query }, { holder }) => served(await pageOfActs(reads, holder.account.no, query)),
    ),
  ]
}
