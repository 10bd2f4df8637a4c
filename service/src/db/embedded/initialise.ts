import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../sync-folder.ts'
import type { Binaries } from './binaries.ts'
import { exists, giveTo, type Home, HomeError, keepPassword, makeFolderFor, readPassword } from './home.ts'
import { environmentFrom, type Runner } from './runner.ts'

/** Creates the database of a home on first start. Returns its password. */
export async function ensureInitialised(home: Home, binaries: Binaries, runner: Runner): Promise<string> {
  const known = await readPassword(home)
  if (await exists(home.data)) {
    await requireVersion(home, binaries)
    if (known !== null) return known
    throw new HomeError(
      `${home.path} has a database and no postgres.password. Restore the file from a backup.`,
    )
  }
  // A killed first start leaves only a draft. A home that had a database must not silently start empty.
  if (known !== null && !(await exists(draftOf(home)))) {
    throw new HomeError(
      `The database folder ${home.data} is gone. Restore it, or set VACANCY_HOME to an empty folder to start with nothing.`,
    )
  }
  const password = known ?? randomBytes(24).toString('base64url')
  await initialise(home, binaries, runner, password)
  return password
}

/** PostgreSQL cannot read the files of another major version, and says so only in its log. */
async function requireVersion({ data }: Home, { major }: Binaries): Promise<void> {
  const version = (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => major)).trim()
  if (version === major) return
  throw new HomeError(
    `${data} was made by PostgreSQL ${version}, and this version of Vacancy has ${major}. Run \`vacancy backup\` with the version that made it, then \`vacancy restore\` with this one and an empty VACANCY_HOME.`,
  )
}

const draftOf = (home: Home) => `${home.data}.new`

async function initialise(home: Home, binaries: Binaries, runner: Runner, password: string): Promise<void> {
  // Built as a draft and renamed at the end, so that a killed start leaves nothing that looks complete.
  const draft = draftOf(home)
  const secret = `${home.data}.secret`
  await rm(draft, { recursive: true, force: true })
  await makeFolderFor(runner, draft)
  await writeFile(secret, password, { mode: 0o600 })
  await giveTo(runner, secret)
  const options = [
    '--username=vacancy',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-instructions',
    // The first commit that needs a new WAL segment zeroes it. At the default 16 MB that takes 30 ms.
    '--wal-segsize=1',
  ]
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const paths = [`--pwfile=${home.door.data}.secret`, `--pgdata=${home.door.data}.new`]
  const door = home.door.folder === null ? null : await open(home.door.folder, 'r')
  const child = spawn(binaries.initdb, [...options, ...locale, ...paths], {
    ...runner.ids,
    env: environmentFrom(process.env),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'ignore', door?.fd ?? 'ignore'],
  })
  let complaint = ''
  child.stdio[2]?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  const [code] = (await once(child, 'close')) as [number | null]
  await door?.close()
  await rm(secret, { force: true })
  if (code !== 0) throw new Error(`The embedded PostgreSQL could not be initialised: ${complaint.trim()}`)
  await keepPassword(home, password)
  await rename(draft, home.data)
  // initdb has synced its files, not this name.
  await syncFolder(home.path)
}
