import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type Behaviour, FAULTS, type Settings } from './behaviour.ts'
import type { MovableClock } from './clock.ts'

/** What the control port can reach. */
export interface Controlled {
  clock: MovableClock
  behaviours: ReadonlyMap<string, Behaviour>
  forgetSteps: () => void
}

class Refusal extends Error {}

const MAX_BODY_BYTES = 65_536

/** The second port: JSON over HTTP, for tests and for people who want to see a client under stress. */
export function createControlServer(controlled: Controlled): Server {
  return createServer((incoming, outgoing) => {
    const reply = (status: number, body: unknown): void => {
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
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

async function answer(controlled: Controlled, incoming: IncomingMessage): Promise<unknown> {
  const { pathname } = new URL(incoming.url ?? '/', 'http://sandbox')
  const route = `${incoming.method} ${pathname}`
  const { clock, behaviours } = controlled
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
    case 'GET /sources':
      return { sources: mapped(behaviours, ({ settings }) => settings) }
    case 'POST /reset':
      clock.moveTo(0)
      controlled.forgetSteps()
      for (const behaviour of behaviours.values()) behaviour.reset()
      return { ok: true }
    default: {
      const [, id] = /^POST \/sources\/([^/]+)$/.exec(route) ?? []
      if (id === undefined) throw new Refusal(`no such control: ${route}`)
      return change(behaviours, decodeURIComponent(id), await readJson(incoming))
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

function checked(wanted: Record<string, unknown>): Partial<Settings> {
  // A new fault starts afresh: an exhausted count of the last one would make it silent.
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
    // Said below, along with JSON that is not an object.
  }
  throw new Refusal('the body must be a JSON object')
}
