import { SOURCES } from '../../../sandbox/src/sources.ts'
import { WIRES } from '../../../sandbox/src/wires/registry.ts'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { QUIRKS } from '../../../sandbox/src/world/quirk.ts'
import { canShow } from '../../../sandbox/src/world/quirks.ts'
import type { Pool } from '../../src/db/pool.ts'
import { addNights, nightAt } from '../../src/kernel/dates.ts'
import type { Source } from '../../src/sources/catalog/catalog.ts'
import { createDriftStore } from '../../src/sources/drift/store.ts'
import { createDriftWatch, type DriftWatch } from '../../src/sources/drift/watch.ts'
import { createGateway } from '../../src/sources/gateway.ts'
import { RATE_FAMILIES } from '../../src/sources/registry.ts'
import type { Http } from '../../src/sources/source.ts'
import { answeringWire } from './answering-wire.ts'
import { independentSources } from './independent-sources.ts'
import { bundledSources } from './sandbox-sources.ts'

/** Signed requests are checked against the real clock. */
export const NOW = Date.now()
const world = createWorld({ seed: 1, now: () => NOW })

export const SOURCES_OF_SANDBOX: readonly Source[] = [...bundledSources(), ...independentSources()]

/** What a vendor has changed in its answers. */
export type Spoil = (body: string, request: { method: string; path: string }) => string

export interface WatchedSandbox {
  drift: DriftWatch
  /** What was logged. */
  alarms: { source: string; request: string; path: string; change: string; before: string; after: string }[]
  troubles: object[]
  spoil: Spoil
  /** Asks, and if every call is compared, waits until this one was. Returns what was read, or the kind of failure. */
  ask(source: Source, number: number): Promise<unknown>
}

/**
 * The sandbox's answers, without its server, through the gateway and a watch. It compares every call, or chooses them as it does when it
 * serves: then an answer is given when the watch lets go of it.
 */
export function watchedSandbox(pool: Pool, chooses: 'every' | 'as_served' = 'every'): WatchedSandbox {
  const alarms: WatchedSandbox['alarms'] = []
  const troubles: object[] = []
  const log = {
    info: () => {},
    warn: (fields: object) => {
      if (Reflect.get(fields, 'event') === 'source.drift')
        alarms.push(fields as WatchedSandbox['alarms'][number])
      else if ('err' in fields) troubles.push(fields)
    },
  }
  const catalog = {
    sources: SOURCES_OF_SANDBOX,
    searchEngines: [],
    families: RATE_FAMILIES,
    transferPartners: [],
  }
  const drift = createDriftWatch({
    catalog,
    families: RATE_FAMILIES,
    store: createDriftStore(pool),
    log,
    shareEveryMs: 3_600_000,
  })
  const gateway = createGateway({
    catalog,
    families: RATE_FAMILIES,
    now: () => NOW,
    log,
    wrapHttp: (id) => wireOf(id),
    watcher: chooses === 'every' ? { saw: drift.compare } : drift,
  })
  const sandbox: WatchedSandbox = { drift, alarms, troubles, spoil: (body) => body, ask }

  const wires = new Map<string, Http>()
  function wireOf(id: string): Http {
    const known = wires.get(id)
    if (known) return known
    const station = SOURCES.find((each) => each.id === id)
    const create = WIRES[station?.wire ?? '']
    if (!station || !create) throw new Error(`the sandbox has no ${id}`)
    const { call, exchanges } = answeringWire(create(station, world))
    const http: Http = async (request) => {
      const answer = await call.http(request)
      exchanges.length = 0
      return request.login ? answer : { ...answer, body: sandbox.spoil(answer.body, request) }
    }
    wires.set(id, http)
    return http
  }

  async function ask(source: Source, number: number): Promise<unknown> {
    const question = questionOf(source, number)
    try {
      return await question(gateway)
    } catch (error) {
      return { failure: Reflect.get(Object(error), 'kind') ?? String(error) }
    } finally {
      if (chooses === 'every') await drift.settled()
    }
  }
  return sandbox
}

const TESTS = ['AWARDFLAP', 'SOLDOUT', 'CLOSED', 'MINLOS3', 'FLAPS', 'DROPS', 'UNDERCUT'] as const
const PARTIES = [
  { adults: 2, children: 0, rooms: 1 },
  { adults: 1, children: 0, rooms: 1 },
  { adults: 2, children: 1, rooms: 1 },
  { adults: 2, children: 0, rooms: 2 },
] as const

/** Every hotel of a source, by the numbers of questions; tests houses have other quirks each time. */
export function questionOf(source: Source, number: number) {
  const hotels = hotelsOf(source)
  const at = <T>(list: readonly T[], turn: number): T => list[turn % list.length] as T
  const hotelCode = at(hotels, number * 7)
  if (TESTS.some((code) => code === hotelCode)) {
    const quirks = Object.fromEntries(
      QUIRKS.filter((quirk) => canShow(source.id, quirk)).map((quirk, bit) => [
        quirk,
        ((number * 2654435761) >>> bit) % 2 === 0,
      ]),
    )
    world.setQuirks(source.id, hotelCode, quirks)
  }
  const stay = {
    checkin: addNights(nightAt(NOW), 3 + ((number * 13) % 300)),
    los: 1 + (number % 5),
    occupancy: at(PARTIES, Math.floor(number / 3)),
    currency: at(['USD', 'USD', 'EUR'], number),
  }
  return async (gateway: ReturnType<typeof createGateway>): Promise<unknown> => {
    const live = { live: true }
    if (source.batch && number % 4 === 1) {
      const hotelCodes = [...new Set([0, 1, 2, 3, 4].map((more) => at(hotels, number * 7 + more)))]
      return (await gateway.lowest(source.id, { ...stay, hotelCodes, member: number % 8 === 1 }, live)).answer
    }
    if (source.calendar && number % 4 === 2) {
      const { checkin, ...rest } = stay
      const range = { ...rest, hotelCode, from: checkin, to: addNights(checkin, 6) }
      return (await gateway.calendar(source.id, range, live)).answer
    }
    return (await gateway.shop(source.id, { ...stay, hotelCode }, live)).answer
  }
}

/** Some of all, from everywhere. */
function codesOf(id: string): string[] {
  const listings = world.listings(id)
  const step = Math.max(1, Math.floor(listings.length / 40))
  return listings
    .filter((_, index) => index % step === 0)
    .slice(0, 40)
    .map(({ code }) => code)
}

const listed = new Map<string, readonly string[]>()
function hotelsOf({ id, examples }: Source): readonly string[] {
  const known = listed.get(id)
  if (known) return known
  const found = [...examples, ...TESTS, ...codesOf(id)]
  listed.set(id, found)
  return found
}
