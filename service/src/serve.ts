import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { createKey } from './accounts/keys.ts'
import { createAccount, listAccounts } from './accounts/store.ts'
import { banner, type Example, exampleOf, SANDBOX_EXAMPLE } from './banner.ts'
import { SEALED_VALUES } from './compose/sealed.ts'
import { type Config, isLocal } from './config.ts'
import { type Database, keepAlive, openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { createPool } from './db/pool.ts'
import { entryOf, JOINED, ROOT } from './joined.ts'
import { addNights, nightAt } from './kernel/dates.ts'
import { createLog } from './ops/log.ts'
import { openVault } from './secrets/open-vault.ts'
import { claimUrl, FIRST_ACCOUNT, newClaimLink } from './sessions/claim-link.ts'
import { type RoleSpec, type Supervised, supervise } from './supervisor.ts'

/** What `npm run build` does, each only if it is missing or older than its sources. */
const BUILD_PAGES = join(ROOT, 'dashboard', 'build.ts')
const JOIN_MODULES = join(ROOT, 'service', 'scripts', 'join-modules.ts')

const PARENT_CHECK_MS = 500
const LOW_PRIORITY = 10

/** Runs everything on one machine: owns the database, supervises the roles, and stops them on Ctrl-C. */
export async function serve(config: Config): Promise<void> {
  const log = createLog({ level: config.logLevel, role: 'serve' })
  const { promise: told, resolve: stop } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop())
  stopWithNpm(stop)

  /** Stopped in reverse order of start. */
  const children: Promise<Supervised>[] = []
  const start = (spec: RoleSpec): Promise<Supervised> => {
    const child = supervise(spec, log)
    // The code that waits for it, possibly later, handles the failure.
    child.catch(() => {})
    children.unshift(child)
    return child
  }
  const {
    promise: settings,
    resolve: settle,
    reject: giveUp,
  } = Promise.withResolvers<Record<string, string>>()
  // Nobody waits for them if the start fails before the first role.
  settings.catch(() => {})
  const { promise: owned, resolve: own } = Promise.withResolvers<Roles>()
  let database: Database | null = null
  let past: ChildProcess | null = null
  try {
    const wanted = await readWanted(config)
    database = await openDatabase(config, {
      share: false,
      // Beside the database: the sandbox does not need it, and the others load their modules meanwhile.
      onOwned: () => own(startRoles(config, wanted.sandbox, settings, start)),
    })
    await migrate(database.url)
    await checkSecretKey(config, database.url)
    void keepAlive(database, (error) =>
      log.error({ err: error }, 'the embedded database died; restarting it'),
    )
    const roles = await owned
    const sandbox = await roles.sandbox
    const env = {
      ...sandboxEnvironment(sandbox),
      // The roles get an address in either case: only this process knows whether the database is embedded.
      ...(isLocal(config) && config.allowPrivateWebhooks === '' && { ALLOW_PRIVATE_WEBHOOKS: 'loopback' }),
      DATABASE_URL: database.url,
    }
    settle(env)
    const [, api] = await Promise.all([roles.worker, roles.api])
    buildMissing(log)
    // Printed only after everything is up, because the key is shown only once.
    const url = String(api.ready['url'])
    const { key, claim } = await welcome(database, config, url)
    const checkin = addNights(nightAt(Date.now()), 30)
    process.stdout.write(banner({ url, key, claim, ...wanted, checkin }))
    const { sandboxHistoryDays: days } = config
    if (key !== null && sandbox !== null && days > 0) past = makePast(days, env, log)
    await told
  } finally {
    // Ends roles that still wait for their settings.
    giveUp(new Error('the start failed'))
    past?.kill()
    // The API first, so that nothing new comes in; the sandbox and the database last.
    for (const child of children) await (await child.catch(() => null))?.stop()
    await database?.close()
  }
  process.exit(0)
}

interface Roles {
  /** Null if the operator's own one is used, or none. */
  sandbox: Promise<Supervised> | null
  worker: Promise<Supervised>
  api: Promise<Supervised>
}

interface Wanted {
  /** Whether a source is in the sandbox. */
  sandbox: boolean
  example: Example | null
}

/** What the operator's list of sources asks for; without one, the bundled sources and their sandbox. */
async function readWanted({ sourcesFile }: Config): Promise<Wanted> {
  if (sourcesFile === '') return { sandbox: true, example: SANDBOX_EXAMPLE }
  const { entriesOf, readFiles } = await import('./sources/catalog/entries.ts')
  const entries = entriesOf(readFiles(sourcesFile)).map(({ entry }) => entry)
  const sandbox = entries.some(({ baseUrl }) => baseUrl.includes('{SANDBOX_URL}'))
  const hasBundled = entries.some(({ id }) => id === SANDBOX_EXAMPLE.source)
  return { sandbox, example: exampleOf(entries, process.env) ?? (hasBundled ? SANDBOX_EXAMPLE : null) }
}

function startRoles(
  config: Config,
  withSandbox: boolean,
  settings: Promise<Record<string, string>>,
  start: (spec: RoleSpec) => Promise<Supervised>,
): Roles {
  const sandbox = process.env['SANDBOX_URL'] || !withSandbox ? null : start(sandboxRole(config))
  const worker = start({ ...role('worker', { OPS_PORT: nextPort(config.opsPort) }), settings })
  const keep = (ready: Record<string, unknown>) => ({ PORT: new URL(String(ready['url'])).port })
  const api = start({ ...role('api', {}), settings, keep })
  return { sandbox, worker, api }
}

/** Before the roles get their settings, so that a wrong key is reported once. */
async function checkSecretKey(config: Config, url: string): Promise<void> {
  const pool = createPool({ url, max: 1, name: 'vacancy serve', onIdleError: () => {} })
  try {
    await openVault(config, pool, SEALED_VALUES)
  } finally {
    await pool.end()
  }
}

/** npm runs us through a shell and sends SIGTERM only to that shell, so we watch whether it is gone. */
function stopWithNpm(stop: () => void): void {
  if (!process.env['npm_lifecycle_event']) return
  const shell = process.ppid
  setInterval(() => {
    if (process.ppid !== shell) stop()
  }, PARENT_CHECK_MS).unref()
}

/** Beside the rest: the API serves the pages when they are built, and the next start finds the modules joined. */
function buildMissing(log: ReturnType<typeof createLog>): void {
  buildBeside(BUILD_PAGES, () => log.error('the dashboard could not be built'))
  if (process.env[JOINED] === '') buildBeside(JOIN_MODULES, () => log.warn('the modules could not be joined'))
}

function buildBeside(module: string, onFailure: () => void): void {
  if (!existsSync(module)) return
  const building = fork(module, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  if (building.pid !== undefined) setPriority(building.pid, LOW_PRIORITY)
  building.on('exit', (code) => {
    if (code !== 0) onFailure()
  })
}

/** In the background, behind everything else: newcomers see how prices changed before anything was observed. */
function makePast(
  days: number,
  env: Record<string, string>,
  log: ReturnType<typeof createLog>,
): ChildProcess {
  const child = fork(entryOf('vacancy'), ['sandbox', 'history', '--days', String(days)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY)
  child.on('exit', (code) => {
    if (code === 0) log.info({ days }, 'the past of the example hotels was made')
    else if (code !== null) log.warn({ code }, 'the past of the example hotels could not be made')
  })
  return child
}

function role(name: string, env: Record<string, string>): RoleSpec {
  return { role: name, module: entryOf('vacancy'), args: [name], env }
}

function sandboxRole(config: Config): RoleSpec {
  const env = {
    SANDBOX_PORT: String(config.sandboxPort),
    SANDBOX_CONTROL_PORT: String(config.sandboxControlPort),
    SANDBOX_CONTROL_TOKEN: config.sandboxControlToken || writeControlToken(config.home),
  }
  const keep = (ready: Record<string, unknown>) => {
    const { port, controlPort } = ready['listening'] as { port: number; controlPort: number }
    return { SANDBOX_PORT: String(port), SANDBOX_CONTROL_PORT: String(controlPort) }
  }
  return { role: 'sandbox', module: entryOf('sandbox'), args: [], env, keep }
}

/** For the owner of the home: a page in their browser reaches the port, too, but no file. */
function writeControlToken(home: string): string {
  const path = join(home, 'sandbox.token')
  const token = randomBytes(24).toString('base64url')
  mkdirSync(home, { recursive: true })
  // The mode counts only for a new file.
  rmSync(path, { force: true })
  writeFileSync(path, token, { mode: 0o600, flag: 'wx' })
  return token
}

/** The sandbox announces its address and credentials. The operator's own settings take precedence. */
function sandboxEnvironment(sandbox: Supervised | null): Record<string, string> {
  const { environment = {} } = (sandbox?.ready['listening'] ?? {}) as { environment?: Record<string, string> }
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !process.env[name]))
}

function nextPort(port: number): string {
  return String(port === 0 ? 0 : port + 1)
}

/** On an empty database, creates an account for trying things out, and a link to own it. Both secrets are shown only this once. */
async function welcome(
  database: Database,
  { passwords, publicUrl }: Config,
  listening: string,
): Promise<{ key: string | null; claim: string | null }> {
  const pool = createPool({ url: database.url, max: 1, name: 'vacancy serve', onIdleError: () => {} })
  try {
    if ((await listAccounts(pool)).length > 0) return { key: null, claim: null }
    const account = await createAccount(pool, FIRST_ACCOUNT, 'pro')
    const { key } = await createKey(pool, account.id, 'first key')
    const link = passwords === 'on' ? await newClaimLink(pool) : null
    return { key, claim: link && claimUrl(publicUrl, listening, link.token) }
  } finally {
    await pool.end()
  }
}
