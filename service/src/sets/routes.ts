import { Type } from 'typebox'
import { inTransaction, type Pool } from '../db/pool.ts'
import { pageFields, readPage } from '../edge/paging.ts'
import { freeRoute, type Route } from '../edge/route.ts'
import { IdField, NextCursor } from '../edge/schemas.ts'
import { served } from '../edge/served.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { readHotels, unknownSet } from '../rates/request.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { type HotelSet, type SetChange, SetSchema, setBody, setChange, setView } from './set.ts'
import {
  countSets,
  deleteSet,
  findSet,
  insertSet,
  listSets,
  lockSet,
  type SetContent,
  updateSet,
} from './store.ts'

const Params = Type.Object({
  id: IdField('set', 'The set.'),
})
const NoQuery = Type.Object({}, { additionalProperties: false })
const ListQuery = Type.Object({ ...pageFields('Sets per page.') }, { additionalProperties: false })

export interface SetDeps {
  pool: Pool
  catalog: Catalog
}

export function setRoutes({ pool, catalog }: SetDeps): Route[] {
  const one = { params: Params, query: NoQuery }
  const viewOf = (set: HotelSet) => setView(catalog, set)

  /** Refuses hotels that are listed twice, and a subject that is not one of them. */
  const checked = (content: SetContent): SetContent => {
    readHotels(catalog, { hotels: [...content.hotels] })
    const { subject } = content
    const isListed = content.hotels.some(
      ({ chain, hotel_code }) => chain === subject?.chain && hotel_code === subject.hotel_code,
    )
    if (subject && !isListed) throw invalid('`subject` must be one of `hotels`.')
    return content
  }

  return [
    freeRoute(
      {
        method: 'POST',
        path: '/sets',
        operationId: 'createSet',
        tag: 'Sets',
        summary: 'Save a list of hotels',
        description: `Up to ${LIMITS.setHotels} hotels under one id, which other calls take as \`set\`. Belongs to the account, which can have ${LIMITS.sets} sets. Free.`,
        query: NoQuery,
        body: setBody(catalog),
        answers: { 201: { description: 'The set.', schema: SetSchema } },
      },
      async ({ body }, { holder }, keepWith) => {
        const content = checked({ ...body, subject: body.subject ?? null })
        const account = holder.account.no
        return inTransaction(pool, async (client) => {
          if ((await countSets(client, account)) >= LIMITS.sets)
            throw invalid(
              `An account can have at most ${LIMITS.sets} sets, and those deleted within a day count. Change one instead.`,
            )
          const answer = served(viewOf(await insertSet(client, account, content)), 201)
          await keepWith(client, answer)
          return answer
        })
      },
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/sets',
        operationId: 'listSets',
        tag: 'Sets',
        summary: 'The sets of the account, newest first',
        description: 'Free.',
        query: ListQuery,
        answers: {
          200: {
            description: 'A page of sets.',
            schema: Type.Object({
              sets: Type.Array(SetSchema, { description: 'Newest first.' }),
              next_cursor: NextCursor,
            }),
          },
        },
      },
      async ({ query }, { holder }) => {
        const account = holder.account.no
        const before = await readCursor(pool, account, query.cursor)
        const { page, nextCursor } = await readPage(
          query.limit,
          (limit) => listSets(pool, account, before, limit),
          viewOf,
        )
        return served({ sets: page, next_cursor: nextCursor })
      },
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/sets/{id}',
        operationId: 'getSet',
        tag: 'Sets',
        summary: 'Get a set',
        description: 'Free.',
        ...one,
        answers: { 200: { description: 'The set.', schema: SetSchema } },
      },
      async ({ params }, { holder }) =>
        served(viewOf(known(await findSet(pool, holder.account.no, params.id), params.id))),
    ),
    freeRoute(
      {
        method: 'PATCH',
        path: '/sets/{id}',
        operationId: 'changeSet',
        tag: 'Sets',
        summary: 'Change a set',
        description:
          'Omitted fields stay unchanged; `hotels` replaces the whole list. A `subject` that is not in the new list must be changed with it. Calls and runs that have begun keep the old list. Free.',
        ...one,
        body: setChange(catalog),
        answers: { 200: { description: 'The changed set.', schema: SetSchema } },
      },
      async ({ params, body }, { holder }) => {
        const account = holder.account.no
        const changed = await inTransaction(pool, async (client) => {
          const set = known(await lockSet(client, account, params.id), params.id)
          await updateSet(client, set.no, checked(merged(set, body)))
          return findSet(client, account, params.id)
        })
        return served(viewOf(known(changed, params.id)))
      },
    ),
    freeRoute(
      {
        method: 'DELETE',
        path: '/sets/{id}',
        operationId: 'deleteSet',
        tag: 'Sets',
        summary: 'Delete a set',
        description: 'Runs of schedules that name it are refused from then on. Free.',
        ...one,
        answers: { 200: { description: 'The deleted set.', schema: SetSchema } },
      },
      async ({ params }, { holder }) =>
        served(viewOf(known(await deleteSet(pool, holder.account.no, params.id), params.id))),
    ),
  ]
}

function merged(set: HotelSet, { name, hotels, subject }: SetChange): SetContent {
  return {
    name: name ?? set.name,
    hotels: hotels ?? set.hotels,
    subject: subject === undefined ? set.subject : subject,
  }
}

/** Another account's set gets the same answer as one that does not exist. */
function known(set: HotelSet | undefined, id: string): HotelSet {
  if (!set) throw unknownSet(id)
  return set
}

/** A cursor is the id of the last set on the page before. */
async function readCursor(pool: Pool, account: number, cursor: string | undefined): Promise<number | null> {
  if (cursor === undefined) return null
  const set = await findSet(pool, account, cursor)
  if (!set) throw invalid('`cursor` must be the `next_cursor` of an earlier page.')
  return set.no
}
