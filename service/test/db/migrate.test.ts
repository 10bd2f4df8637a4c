import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { createTestDatabase } from '../support/database.ts'
import { vacancy } from '../support/processes.ts'

test('eight processes that start at once apply each migration once', async () => {
  const database = await createTestDatabase({ template: 'template0' })
  try {
    const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(database.url)))
    const names = applied.flat().map(({ name }) => name)
    expect(names.length).toBeGreaterThan(0)
    expect(new Set(names).size).toBe(names.length)
    expect(await migrate(database.url)).toEqual([])
  } finally {
    await database.drop()
  }
})

test('a database that is ahead of the code stops the start with one line', async () => {
  const database = await createTestDatabase()
  try {
    await database.pool.query(
      "insert into schema_migrations (version, name) values (9000, 'from the future')",
    )
    const ended = await vacancy(['api'], { DATABASE_URL: database.url, PORT: '0' })
    expect(ended).toMatchObject({ code: 78, stdout: '' })
    expect(ended.stderr).toMatch(
      /^vacancy: The database has schema 9000, but this version of Vacancy knows only \d+\. Start a newer version\.\n$/,
    )
  } finally {
    await database.drop()
  }
})

test('`vacancy migrate` tells what it applied', async () => {
  const database = await createTestDatabase({ template: 'template0' })
  try {
    expect((await vacancy(['migrate'], { DATABASE_URL: database.url })).stdout).toContain(
      'applied 0001_baseline\n',
    )
    expect((await vacancy(['migrate'], { DATABASE_URL: database.url })).stdout).toBe(
      'The schema is up to date.\n',
    )
  } finally {
    await database.drop()
  }
})

test('a database user who may not create the extension of the search is told so in one line', async () => {
  const database = await createTestDatabase({ template: 'template0' })
  const guest = `guest_${randomBytes(6).toString('hex')}`
  try {
    await database.pool.query(`create role ${guest} login password 'guest'`)
    await database.pool.query(`grant all on schema public to ${guest}`)
    const address = new URL(database.url)
    address.username = guest
    address.password = 'guest'
    const ended = await vacancy(['migrate'], { DATABASE_URL: address.href })
    expect(ended).toMatchObject({ code: 78, stdout: '' })
    expect(ended.stderr).toBe(
      'vacancy: The database user may not create the extension pg_trgm. Let an administrator run `create extension pg_trgm` in this database.\n',
    )
    await database.pool.query('create extension pg_trgm')
    expect((await vacancy(['migrate'], { DATABASE_URL: address.href })).stdout).toContain('applied 0001')
  } finally {
    await database.drop()
  }
})
