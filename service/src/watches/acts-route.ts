import { Type } from 'typebox'
import type { FreeWork } from '../edge/free-work.ts'
import type { CountFreeWrite } from '../edge/free-writes.ts'
import { ApiError } from '../kernel/errors.ts'
import { memberRoute, type OwnRoute } from '../sessions/own-route.ts'
import { changeTo } from './making/change.ts'
import type { WatchDeps } from './making/create.ts'
import { endWatch } from './making/end.ts'

const MOST = 100

export interface WatchActsDeps extends WatchDeps {
  freeWork: FreeWork
  countFreeWrite: CountFreeWrite
}

const Acts = Type.Object(
  {
    ids: Type.Array(Type.String({ pattern: '^wat_', maxLength: 64 }), {
      minItems: 1,
      maxItems: MOST,
      uniqueItems: true,
    }),
    act: Type.Enum(['pause', 'resume', 'delete']),
  },
  { additionalProperties: false },
)

/**
 * Pauses, resumes or deletes many watches for the dashboard. As calls of the API, a thousand would take minutes of the account's
 * requests per second. They count as so many changes of the day, and an account has one such call in flight. Each is done by itself: one
 * that cannot be changed leaves the others alone.
 */
export function watchActsRoute(deps: WatchActsDeps): OwnRoute {
  return memberRoute(
    { method: 'POST', path: '/watches/acts', body: Acts },
    async ({ body: { ids, act } }, { account }) =>
      deps.freeWork.alone(account.no, async () => {
        // As over the API: deleting is not counted.
        if (act !== 'delete') await deps.countFreeWrite(account.no, ids.length)
        const refused: { id: string; message: string }[] = []
        for (const id of ids) {
          try {
            if (act === 'delete') await endWatch(deps, account.no, id)
            else await changeTo(deps, account.no, id, { status: act === 'pause' ? 'paused' : 'active' })
          } catch (error) {
            if (!(error instanceof ApiError)) throw error
            refused.push({ id, message: error.message })
          }
        }
        return { body: { done: ids.length - refused.length, refused } }
      }),
  )
}
