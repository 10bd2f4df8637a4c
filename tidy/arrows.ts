import type { Import } from './imports.ts'
import type { Finding } from './tree.ts'

/** The rooms of the service, lowest level first. A room imports only rooms on lower levels, never on its own. */
export const LEVELS: readonly (readonly string[])[] = [
  ['kernel'],
  ['db', 'ops', 'rooms'],
  ['accounts', 'billing', 'leases', 'secrets'],
  ['edge', 'backup', 'mail'],
  ['webhooks', 'sources', 'jobs', 'usage', 'audit', 'fx'],
  ['hotels', 'sessions', 'endpoints', 'receipts'],
  ['observations', 'requests', 'members', 'operator', 'grants', 'doctor'],
  ['rates', 'identity'],
  ['cells'],
  ['grids', 'charges'],
  ['history', 'access', 'wallets'],
  ['areas', 'value', 'parity', 'outlook', 'watches', 'sets'],
  ['trip', 'schedules', 'insight', 'bookings'],
  ['boards'],
  ['feeds', 'http', 'mcp', 'workers'],
]

/** The top level, which may import every room and each other. */
export const TOP: readonly string[] = [
  'compose',
  'role.ts',
  'serve.ts',
  'banner.ts',
  'supervisor.ts',
  'node-options.ts',
  'config.ts',
  'joined.ts',
  'admin',
  'main.ts',
  'program.ts',
]

/** Folders of the service that hold no code. */
export const WITHOUT_CODE: readonly string[] = ['migrations', 'schema']

/** The files directly in `sources/` that families may import. Files directly in `families/` are shared too. */
export const SHARED_WITH_FAMILIES: readonly string[] = ['source.ts', 'content.ts', 'search-engine.ts']

const SERVICE = 'service/src/'
const FAMILIES = `${SERVICE}sources/families/`

/** The first part of a path below `service/src`: a room or a top-level file; null for other paths. */
export function roomOf(path: string): string | null {
  return path.startsWith(SERVICE) ? (path.slice(SERVICE.length).split('/')[0] ?? null) : null
}

/** Everything in `service/src` that is missing from the levels. */
export function withoutPlace(paths: readonly string[]): Finding[] {
  const places = new Set([...LEVELS.flat(), ...TOP, ...WITHOUT_CODE])
  const rooms = new Set(paths.map(roomOf).filter((room) => room !== null))
  return [...rooms]
    .filter((room) => !places.has(room))
    .map((room) => ({
      file: SERVICE + room,
      line: 0,
      problem: 'has no level: give it one in tidy/arrows.ts',
    }))
}

const ROOMS_ROW = /^\|\s*(\d+) \|([^|]*)\|/gm

/** The levels as the table of rooms in a page shows them. */
export function levelsInPage(page: string): string[][] {
  const levels: string[][] = []
  for (const [, level, rooms = ''] of page.matchAll(ROOMS_ROW)) {
    const names = [...rooms.matchAll(/`([^`]+)\/`/g)].map(([, name = '']) => name)
    levels[Number(level) - 1] = [...(levels[Number(level) - 1] ?? []), ...names]
  }
  return levels
}

export interface Judged {
  /** How many imports the rule applied to. A rule that applied to none proves nothing. */
  judged: number
  findings: Finding[]
}

/** Undefined if the rule does not apply to an import; otherwise a problem, or null. */
type Rule = (arrow: Import) => string | null | undefined

function judge(imports: readonly Import[], rule: Rule): Judged {
  const findings: Finding[] = []
  let judged = 0
  for (const arrow of imports) {
    const problem = rule(arrow)
    if (problem !== undefined) judged += 1
    if (problem) findings.push({ file: arrow.file, line: arrow.line, problem })
  }
  return { judged, findings }
}

/** Imports between rooms only go downwards. */
export function betweenRooms(imports: readonly Import[]): Judged {
  return judge(imports, ({ file, specifier, target }) => {
    const from = roomOf(file)
    if (from === null) return undefined
    if (specifier === null) return 'imports something computed, which no rule can follow'
    const to = target === null ? null : roomOf(target)
    if (to === null || to === from) return undefined
    if (TOP.includes(from)) return null
    if (levelOf(to) < levelOf(from)) return null
    return levelOf(to) === levelOf(from)
      ? `imports ${target}: ${from} and ${to} are on one level, what both need moves down`
      : `imports ${target}: ${to} lies above ${from}`
  })
}

/** Settings are read before anything else exists. */
export function ofTheConfig(imports: readonly Import[]): Judged {
  return judge(imports, ({ file, specifier, target }) => {
    if (roomOf(file) !== 'config.ts') return undefined
    const allowed = specifier?.startsWith('node:') || (target !== null && roomOf(target) === 'kernel')
    return allowed ? null : `imports ${target ?? specifier}: config.ts knows only node and kernel`
  })
}

/**
 * Sources import only the sources beside them, and what another package exports under its name; so the service and the
 * sandbox share nothing, not even for tests.
 */
export function betweenWorkspaces(imports: readonly Import[]): Judged {
  return judge(imports, ({ file, target, isExported }) => {
    const [from] = file.split('/')
    if (target === null) return undefined
    if (/^[^/]+\/src\//.test(file)) {
      if (isExported && from !== 'sandbox') return null
      return target.startsWith(`${from}/src/`) ? null : `imports ${target}, which is not among its sources`
    }
    if (from !== 'sandbox') return undefined
    return target.startsWith('sandbox/') ? null : `imports ${target}: the sandbox is a world of its own`
  })
}

/** Only the service's tests import the sandbox: to start it, or to test an adapter against a wire and its world. */
export function fromServiceToSandbox(imports: readonly Import[]): Judged {
  return judge(imports, ({ file, target }) => {
    if (!file.startsWith('service/') || !target?.startsWith('sandbox/')) return undefined
    return file.startsWith('service/test/')
      ? null
      : `imports ${target}: the service does not know the sandbox`
  })
}

/** A family imports only the source port, the kernel and itself. */
export function betweenFamilies(imports: readonly Import[]): Judged {
  return judge(imports, ({ file, target }) => {
    if (!file.startsWith(FAMILIES) || target === null) return undefined
    if (roomOf(target) === 'kernel') return null
    if (target.startsWith(FAMILIES)) {
      const to = familyOf(target)
      return to === null || to === familyOf(file) ? null : `imports ${target}: a family knows no other family`
    }
    const shared = SHARED_WITH_FAMILIES.some((name) => target === `${SERVICE}sources/${name}`)
    return shared
      ? null
      : `imports ${target}: families see of sources/ only ${SHARED_WITH_FAMILIES.join(', ')}`
  })
}

/** Top-level files, and anything missing from the levels, are above every room. */
function levelOf(room: string): number {
  const level = LEVELS.findIndex((rooms) => rooms.includes(room))
  return level === -1 ? LEVELS.length : level
}

/** Null for a file directly in `families/`, which is shared. */
function familyOf(path: string): string | null {
  const [family, ...rest] = path.slice(FAMILIES.length).split('/')
  return rest.length === 0 ? null : (family ?? null)
}
