import { hash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type Behaviour, FAULTS, type Settings } from './behaviour.ts'
import type { MovableClock } from './clock.ts'
import type { Partner } from './world/banks.ts'
import type { ChangeableWorld } from './world/create.ts'
import type { HotelChange } from './world/inventory.ts'
import { QUIRKS, type Quirk } from './world/quirk.ts'
import { canShow } from './world/quirks.ts'

/** What the control port can reach. */
export interface Controlled {
  clock: MovableClock
  behaviours: ReadonlyMap<string, Behaviour>
  world: ChangeableWorld
  /** What the banks offer today. */
  partners: () => Partner[]
}

class Refusal extends Error {}

const MAX_BODY_BYTES = 65_536

/** A page in a browser on this machine reaches the port too, but cannot know the token. */
const TOKEN_HEADER = 'x-control-token'

/** The second port: JSON over HTTP, for tests and for people who want to see a client under stress. */
export function createControlServer(controlled: Controlled, token: string): Server {
  return createServer((incoming, outgoing) => {
    const reply = (status: number, body: unknown): void => {
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (!mayControl(incoming, token)) {
      reply(401, { error: `Send the control token in the header ${TOKEN_HEADER}. See sandbox/README.md.` })
      return
    }
    answer(controlled, incoming).then(
      (body) => reply(200, body),
      (problem: unknown) => {
        if (problem instanceof Refusal) reply(400, { error: problem.message })
        else reply(500, { error: String(problem) })
      },
    )
  })
}

function mayControl({ method, url, headers }: IncomingMessage, token: string): boolean {
  if (method === 'GET' && url === '/health') return true
  const told = headers[TOKEN_HEADER]
  return typeof told === 'string' && timingSafeEqual(digest(told), digest(token))
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

async function answer(controlled: Controlled, incoming: IncomingMessage): Promise<unknown> {
  const { pathname } = new URL(incoming.url ?? '/', 'http://sandbox')
  const route = `${incoming.method} ${pathname}`
  const { clock, behaviours, world, partners } = controlled
  switch (route) {
    case 'GET /health':
      return { ok: true }
    case 'GET /time':
      return timeOf(clock)
    case 'POST /time':
      clock.moveTo(wantedOffset(await readJson(incoming)))
      return timeOf(clock)
    case 'GET /counters':
      return { sources: mapped(behaviours, ({ counters }) => counters) }
    case 'GET /banks':
      return { transfer_partners: partners() }
    case 'GET /sources':
      return { sources: mapped(behaviours, ({ settings }) => settings) }
    case 'POST /reset':
      clock.moveTo(0)
      world.forgetSteps()
      world.forgetQuirks()
      world.forgetHotelChanges()
      for (const behaviour of behaviours.values()) behaviour.reset()
      return { ok: true }
    default: {
      const [, kind, first = '', second, part] =
        /^(?:POST|GET) \/(sources|hotels)\/([^/]+)(?:\/([^/]+)(\/content)?)?$/.exec(route) ?? []
      const changes = incoming.method === 'POST' ? await readJson(incoming) : undefined
      if (kind === 'sources' && second === undefined && changes) {
        return change(behaviours, decodeURIComponent(first), changes)
      }
      if (kind === 'hotels' && second !== undefined && part !== undefined) {
        return contentOf(world, decodeURIComponent(first), decodeURIComponent(second), changes)
      }
      if (kind === 'hotels' && second !== undefined) {
        return quirksOf(world, decodeURIComponent(first), decodeURIComponent(second), changes)
      }
      throw new Refusal(`no such control: ${route}`)
    }
  }
}

/** Sets some settings of one source, or of all (`*`). */
function change(
  behaviours: ReadonlyMap<string, Behaviour>,
  id: string,
  wanted: Record<string, unknown>,
): unknown {
  const chosen = new Map([...behaviours].filter(([known]) => id === '*' || known === id))
  if (chosen.size === 0) throw new Refusal(`no such source: ${id}`)
  const settings = checked(wanted)
  for (const behaviour of chosen.values()) Object.assign(behaviour.settings, settings)
  return { sources: mapped(chosen, (behaviour) => behaviour.settings) }
}

/** Shows the quirks of a property, after switching the wanted ones; `*` is every property of the source. */
function quirksOf(
  world: ChangeableWorld,
  source: string,
  code: string,
  wanted: Record<string, unknown> = {},
): unknown {
  const changes: Partial<Record<Quirk, boolean>> = {}
  for (const [name, value] of Object.entries(wanted)) {
    const quirk = QUIRKS.find((known) => known === name)
    if (quirk === undefined) throw new Refusal(`unknown quirk: ${name}`)
    if (typeof value !== 'boolean') throw new Refusal(`${name} must be true or false`)
    if (value && !canShow(source, quirk)) throw new Refusal(`${source} has no way to show ${name}`)
    changes[quirk] = value
  }
  const codes = code === '*' ? world.listings(source).map((listing) => listing.code) : [code]
  for (const each of codes) world.setQuirks(source, each, changes)
  if (code === '*') return { changed: codes.length }
  const quirks = world.quirks(source, code)
  if (!quirks) throw new Refusal(`${source} has no hotel ${code}`)
  return { quirks: Object.fromEntries(QUIRKS.map((quirk) => [quirk, quirks.has(quirk)])) }
}

/** Shows how a source describes a property, after the wanted changes; `like` adds a property that was not there. */
function contentOf(
  world: ChangeableWorld,
  source: string,
  code: string,
  { like, ...wanted }: Record<string, unknown> = {},
): unknown {
  const facts = hotelChange(wanted)
  if (typeof like === 'string') {
    if (!world.addHotel(source, code, like, facts)) throw new Refusal(`cannot add ${code} like ${like}`)
  } else if (Object.keys(wanted).length > 0 && !world.changeHotel(source, code, facts)) {
    throw new Refusal(`${source} has no hotel ${code}`)
  }
  const description = world.description(source, code)
  if (!description) throw new Refusal(`${source} has no hotel ${code}`)
  return { content: description }
}

function hotelChange(wanted: Record<string, unknown>): HotelChange {
  for (const [name, value] of Object.entries(wanted)) {
    const isKnown =
      (name === 'name' && typeof value === 'string') ||
      (name === 'closed' && typeof value === 'boolean') ||
      ((name === 'lat' || name === 'lng') && typeof value === 'number')
    if (!isKnown) throw new Refusal(`not a change of a hotel: ${name}`)
  }
  return wanted
}

function checked(wanted: Record<string, unknown>): Partial<Settings> {
  // A new fault resets the count: otherwise the used-up count of the last one would disable it.
  const settings: Record<string, unknown> = 'fault' in wanted ? { count: null, share: 1 } : {}
  for (const [name, value] of Object.entries(wanted)) {
    const check = CHECKS[name as keyof Settings]
    if (!check) throw new Refusal(`unknown setting: ${name}`)
    const normalized = name === 'fault' ? String(value) : value
    if (!check(normalized)) throw new Refusal(`not a value for ${name}: ${JSON.stringify(value)}`)
    settings[name] = normalized
  }
  return settings
}

const isNumberUpTo =
  (most: number) =>
  (value: unknown): boolean =>
    typeof value === 'number' && value >= 0 && value <= most

const CHECKS: Readonly<Record<keyof Settings, (value: unknown) => boolean>> = {
  latencyMs: isNumberUpTo(600_000),
  slowShare: isNumberUpTo(1),
  slowMs: isNumberUpTo(600_000),
  fault: (value) => (FAULTS as readonly unknown[]).includes(value),
  count: (value) => value === null || (Number.isInteger(value) && isNumberUpTo(1e9)(value)),
  share: isNumberUpTo(1),
  tokens: (value) => typeof value === 'boolean',
  rateLimit: isNumberUpTo(1e6),
}

function wantedOffset(wanted: Record<string, unknown>): number {
  if (typeof wanted['offsetMs'] === 'number') return wanted['offsetMs']
  const moment = typeof wanted['now'] === 'string' ? Date.parse(wanted['now']) : Number.NaN
  if (Number.isNaN(moment)) throw new Refusal('time takes offsetMs (a number) or now (an RFC 3339 text)')
  return moment - Date.now()
}

function timeOf(clock: MovableClock): { now: string; offsetMs: number } {
  return { now: new Date(clock.now()).toISOString(), offsetMs: clock.offsetMs() }
}

function mapped<T>(behaviours: ReadonlyMap<string, Behaviour>, of: (behaviour: Behaviour) => T) {
  return Object.fromEntries([...behaviours].map(([id, behaviour]) => [id, of(behaviour)]))
}

async function readJson(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8')
    if (text.length > MAX_BODY_BYTES) throw new Refusal('the body is too large')
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
  } catch {
    // Reported below, along with JSON that is not an object.
  }
  throw new Refusal('the body must be a JSON object')
}
