import { Type } from 'typebox'
import type { Pool } from '../db/pool.ts'
import { changePassword } from './change-password.ts'
import { memberRoute, type OwnRoute } from './own-route.ts'
import { endOtherSessions, endSession, listSessions, type SessionRow } from './own-sessions.ts'
import { HomePage, savePreferences } from './preferences.ts'
import type { Sessions } from './sessions.ts'
import { AnyPassword, NewPassword } from './shapes.ts'

const closed = { additionalProperties: false } as const

const PasswordChange = Type.Object(
  {
    password: AnyPassword,
    new_password: NewPassword,
  },
  closed,
)

const Chosen = Type.Object({ home_page: HomePage }, closed)

/** What people do about themselves, whatever their role. */
export function personRoutes(pool: Pool, sessions: Sessions): OwnRoute[] {
  return [
    memberRoute(
      { method: 'POST', path: '/password', body: PasswordChange, needs: 'viewer' },
      async ({ body }, member) => {
        sessions.requirePasswords()
        await changePassword(pool, member, body.password, body.new_password)
        return { body: {} }
      },
    ),
    memberRoute(
      { method: 'PATCH', path: '/preferences', body: Chosen, needs: 'viewer' },
      async ({ body }, { userId }) => {
        await savePreferences(pool, userId, body)
        return { body: {} }
      },
    ),
    memberRoute({ method: 'GET', path: '/sessions' }, async (_asked, { userId, sessionId }) => {
      const rows = await listSessions(pool, userId)
      return { body: { sessions: rows.map((row) => viewOf(row, sessionId)) } }
    }),
    memberRoute(
      {
        method: 'DELETE',
        path: '/sessions/{id}',
        params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
        needs: 'viewer',
      },
      async ({ params }, member) => {
        await endSession(pool, member, params.id)
        return { body: {} }
      },
    ),
    memberRoute({ method: 'DELETE', path: '/sessions', needs: 'viewer' }, async (_asked, member) => ({
      body: { ended: await endOtherSessions(pool, member) },
    })),
  ]
}

function viewOf({ id, address, agent, created_at, used_at }: SessionRow, current: string) {
  return { id, address, agent, created_at, used_at, current: id === current }
}
