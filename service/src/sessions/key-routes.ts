import { Type } from 'typebox'
import { personOf } from '../accounts/acts.ts'
import { SCOPES } from '../accounts/key-terms.ts'
import { changeKey, createKey, keyView, listKeys, revokeKey } from '../accounts/keys.ts'
import type { Pool } from '../db/pool.ts'
import type { CountFreeWrite } from '../edge/free-writes.ts'
import { pageFields, readPage } from '../edge/paging.ts'
import { nullable } from '../edge/schemas.ts'
import { LIMITS } from '../kernel/limits.ts'
import { memberRoute, type OwnRoute } from './own-route.ts'

const closed = { additionalProperties: false } as const

const KeyName = Type.String({
  minLength: 1,
  maxLength: LIMITS.keyNameLength,
  pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
})
const TERMS = {
  scopes: Type.Optional(
    Type.Array(Type.Enum(SCOPES), { minItems: 1, maxItems: SCOPES.length, uniqueItems: true }),
  ),
  expires_at: Type.Optional(nullable(Type.String({ format: 'date-time' }))),
  /** 0 and null lift the cap. */
  daily_cap: Type.Optional(nullable(Type.Number())),
}
const NewKey = Type.Object({ name: KeyName, ...TERMS }, closed)
const ChangedKey = Type.Object({ name: Type.Optional(KeyName), ...TERMS }, { ...closed, minProperties: 1 })
const KeysQuery = Type.Object(pageFields('Keys per page.'), closed)
const KeyParams = Type.Object({ id: Type.String() })

/** The keys' page. */
export function keyRoutes(pool: Pool, countFreeWrite: CountFreeWrite): OwnRoute[] {
  return [
    memberRoute({ method: 'GET', path: '/keys', query: KeysQuery }, async ({ query }, { account }) => {
      const { page, nextCursor } = await readPage(
        query.limit,
        (limit) => listKeys(pool, account.id, { after: query.cursor, limit }),
        keyView,
      )
      return { body: { keys: page, limit: LIMITS.activeKeys, next_cursor: nextCursor } }
    }),
    memberRoute({ method: 'POST', path: '/keys', body: NewKey }, async ({ body }, { account, email }) => {
      await countFreeWrite(account.no)
      const { name, ...terms } = body
      const made = await createKey(pool, account.id, name.trim(), { by: personOf(email), terms })
      return { body: { ...keyView(made.row), key: made.key } }
    }),
    memberRoute(
      { method: 'PATCH', path: '/keys/{id}', params: KeyParams, body: ChangedKey },
      async ({ params, body }, { account, email }) => {
        await countFreeWrite(account.no)
        const change = { ...body, name: body.name?.trim() }
        const owner = { accountId: account.id, by: personOf(email) }
        return { body: keyView(await changeKey(pool, params.id, change, owner)) }
      },
    ),
    memberRoute(
      { method: 'DELETE', path: '/keys/{id}', params: KeyParams },
      async ({ params }, { account, email }) => ({
        body: keyView(await revokeKey(pool, params.id, { accountId: account.id, by: personOf(email) })),
      }),
    ),
  ]
}
