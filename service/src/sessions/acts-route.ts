import { Type } from 'typebox'
import type { FreeWork } from '../edge/free-work.ts'
import type { CountFreeWrite } from '../edge/free-writes.ts'
import { ApiError } from '../kernel/errors.ts'
import { memberRoute, type OwnRoute } from './own-route.ts'

const MOST = 100

export interface ActsDeps {
  freeWork: FreeWork
  countFreeWrite: CountFreeWrite
}

/** Throws an `ApiError` if the row cannot be changed. */
type Act = (account: number, id: string) => Promise<unknown>

interface Acts {
  /** Begins the address. */
  rows: string
  /** Begins the ids. */
  prefix: string
  /** Counted as changes of the day, as over the API. */
  changes?: Readonly<Record<string, Act>>
  /** What the API does with DELETE, which is not counted. */
  ends?: Readonly<Record<string, Act>>
}

/**
 * Changes many rows of a list for the dashboard. As calls of the API, a thousand would take minutes of the account's requests per
 * second. An account has one such call in flight. Each row is changed by itself: one that cannot be changed leaves the others alone.
 */
export function actsRoute(
  { freeWork, countFreeWrite }: ActsDeps,
  { rows, prefix, changes = {}, ends = {} }: Acts,
): OwnRoute {
  const acts = new Map(Object.entries({ ...changes, ...ends }))
  const body = Type.Object(
    {
      ids: Type.Array(Type.String({ pattern: `^${prefix}_`, maxLength: 64 }), {
        minItems: 1,
        maxItems: MOST,
        uniqueItems: true,
      }),
      act: Type.Enum([...acts.keys()]),
    },
    { additionalProperties: false },
  )
  return memberRoute(
    { method: 'POST', path: `/${rows}/acts`, body },
    async ({ body: { ids, act: name } }, { account }) =>
      freeWork.alone(account.no, async () => {
        const act = acts.get(name)
        if (!act) throw new Error(`${rows} have no act ${name}`)
        if (name in changes) await countFreeWrite(account.no, ids.length)
        const refused: { id: string; message: string }[] = []
        for (const id of ids) {
          try {
            await act(account.no, id)
          } catch (error) {
            if (!(error instanceof ApiError)) throw error
            refused.push({ id, message: error.message })
          }
        }
        return { body: { done: ids.length - refused.length, refused } }
      }),
  )
}
