import { afterAll, afterEach, beforeAll } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../service/test/support/database.ts'
import { type ApiProcess, startApi } from '../../../service/test/support/processes.ts'
import { signUp, type Visitor } from './visitor.ts'

export interface Person extends Visitor {
  email: string
  key: { id: string; key: string }
}

/** An API process and people who use its dashboard, without a browser. */
export interface People {
  database: TestDatabase
  api: ApiProcess
  /** Somebody with an account, a key and a pace that does not matter. */
  newPerson(rps?: number): Promise<Person>
}

/** Started before the tests of a file and stopped after them. */
export function usePeople(env: Record<string, string>): People {
  const people: Partial<People> = {}
  beforeAll(async () => {
    const database = await createTestDatabase()
    const api = await startApi(database.url, env)
    const newPerson = async (rps = 1000) => {
      const visitor = await signUp(api.url)
      const key = (await visitor.call('POST', '/keys', { body: { name: 'own' } })).body as Person['key']
      await database.pool.query(
        `update meters set emit_us = $2, burst = $3 where account = (select account from users where email = $1)`,
        [visitor.email, 1_000_000 / rps, rps],
      )
      return { ...visitor, key }
    }
    Object.assign(people, { database, api, newPerson })
  })
  // Everybody signs up from one address.
  afterEach(async () => {
    await people.database?.pool.query('truncate throttles')
  })
  afterAll(async () => {
    await people.api?.stop('SIGKILL')
    await people.database?.drop()
  })
  return people as People
}

/** A call with the key that somebody chose. */
export const as = ({ key }: Person, body?: unknown) => ({
  headers: { 'x-key-id': key.id },
  ...(body !== undefined && { body }),
})
