import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { SOURCES } from '../../../sandbox/src/sources.ts'
import { WIRES } from '../../../sandbox/src/wires/registry.ts'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { addNights, nightAt } from '../../src/kernel/dates.ts'
import { RATE_FAMILIES } from '../../src/sources/registry.ts'
import { answeringWire, type Exchange } from './answering-wire.ts'
import { independentSources } from './independent-sources.ts'
import { createVendorSpec, type Json, type VendorSpec } from './vendor-spec.ts'

const folder = process.env['VENDOR_SPECS']
const NOW = Date.parse('2027-03-10T12:00:00Z')

/** Apaleo's descriptions are optional: they come from a repository of its own that is some years old. */
const FILES: Readonly<Record<string, string[]>> = {
  apaleo: ['apaleo-booking.json', 'apaleo-inventory.json'],
  cloudbeds: ['cloudbeds-pms.yaml'],
}

/** Logins have no description. */
const isLogin = ({ request }: Exchange): boolean => request.path === '/connect/token'

/** Known differences between a description and the answers of the vendor, as its users report them. */
const DEFECTS: Readonly<Record<string, RegExp>> = {
  // Newer than the description.
  apaleo: /unevaluatedProperty":"(?:status|isArchived)"/,
  // A room's name is described as a number, amounts and counts may be texts, and one error has no text.
  cloudbeds:
    /roomTypeName must be|(?:Rate|rateBase|maxGuests) must be (?:number|integer)|getHotelDetails body.*"message"/,
}

function hasAll(family: string): boolean {
  return folder !== undefined && (FILES[family] ?? []).every((file) => existsSync(join(folder, file)))
}

function readSpecs(family: string): VendorSpec[] {
  return (FILES[family] ?? []).map((file) =>
    createVendorSpec(parse(readFileSync(join(folder ?? '', file), 'utf8')) as Json),
  )
}

for (const family of Object.keys(FILES)) {
  describe.skipIf(!hasAll(family))(`what passes between the ${family} family and its sandbox`, () => {
    let exchanges: Exchange[] = []
    let specs: VendorSpec[] = []
    const specOf = ({ request }: Exchange): VendorSpec | undefined =>
      specs.find((spec) => spec.knows(request))

    beforeAll(async () => {
      specs = readSpecs(family)
      exchanges = (await askEverything(family)).filter((exchange) => !isLogin(exchange))
    })

    it('is asked as the vendor describes it', () => {
      expect(exchanges.length).toBeGreaterThan(20)
      expect(exchanges.filter((exchange) => !specOf(exchange))).toEqual([])
      const problems = exchanges.flatMap(
        (exchange) => specOf(exchange)?.problemsOfRequest(exchange.request) ?? [],
      )
      expect(problems).toEqual([])
    })

    it('is answered as the vendor describes it, errors included', () => {
      const problems = exchanges.flatMap(
        (exchange) => specOf(exchange)?.problemsOfAnswer(exchange.request, exchange.answer) ?? [],
      )
      const others = problems.filter((problem) => !DEFECTS[family]?.test(problem))
      expect([...new Set(others)].slice(0, 20)).toEqual([])
    })
  })
}

/** Shops of every kind of stay, and the content. */
async function askEverything(familyName: string): Promise<Exchange[]> {
  const world = createWorld({ seed: 7, now: () => NOW })
  const source = independentSources().find(({ family }) => family === familyName)
  const station = SOURCES.find(({ id }) => id === source?.id)
  const family = RATE_FAMILIES.find(({ name }) => name === familyName)
  const wire = station && WIRES[station.wire]?.(station, world)
  if (!source || !family || !wire) throw new Error(`the sandbox has no ${familyName}`)
  const { profile, credentials, points } = source
  const { call, exchanges } = answeringWire(wire)
  const adapter = family.bind({ sourceId: source.id, profile, credentials, points, now: () => NOW })
  const ordinary = world.listings(source.id).slice(0, 3)
  const codes = [...ordinary.map(({ code }) => code), 'SOLDOUT', 'CLOSED', 'MINLOS3', 'FLAPS', 'UNKNOWN']
  for (const hotelCode of codes) {
    for (const occupancy of [
      { adults: 2, children: 0, rooms: 1 },
      { adults: 2, children: 2, rooms: 2 },
    ]) {
      const stay = { hotelCode, checkin: addNights(nightAt(NOW), 30), los: 2, occupancy, currency: 'USD' }
      await adapter.shop(stay, call).catch(() => null)
    }
  }
  const content = { ...call, download: () => Promise.reject(new Error('there are no files')) }
  await adapter.content?.list?.(null, content)
  await adapter.content?.one(ordinary[0]?.code ?? '', content)
  await adapter.content?.one('UNKNOWN', content)
  return exchanges
}
