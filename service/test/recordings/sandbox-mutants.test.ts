import { describe, expect, it } from 'vitest'
import { chanceOf } from '../../../proof/soak/chance.ts'
import { SOURCES } from '../../../sandbox/src/sources.ts'
import { WIRES } from '../../../sandbox/src/wires/registry.ts'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { addNights, nightAt } from '../../src/kernel/dates.ts'
import { checkStay } from '../../src/sources/answer-check.ts'
import type { Source } from '../../src/sources/catalog/catalog.ts'
import { RATE_FAMILIES } from '../../src/sources/registry.ts'
import { type Call, SourceFailure, type StayQuery } from '../../src/sources/source.ts'
import { answeringWire } from '../sources/answering-wire.ts'
import { independentSources } from '../sources/independent-sources.ts'
import { bundledSources } from '../sources/sandbox-sources.ts'
import { type Mutant, mutantOf } from './mutate.ts'

/** The short form of the mutations, over the sandbox's answers: published ones are not part of the project. */
const MUTANTS = 60
/** Signed requests are checked against the real clock. */
const NOW = Date.now()
const world = createWorld({ seed: 1, now: () => NOW })

/** How these vendors say that nothing is left; the others say it by an empty list. */
const SOLD_OUT: Readonly<Record<string, RegExp>> = {
  ohip: /"NoAvailability"|OccupancyMatch":false/,
  xap: /"NOT_AVAILABLE"|_NOT_ACCEPTED"/,
  apaleo: /FullyBooked|"availableUnits":(?:0|-)/,
  mews: /"RoomCategoryAvailabilities":\[\]|"AvailableRoomCount":(?:0|-)/,
  cloudbeds: /"roomsAvailable":"?(?:0|-)|"propertyRooms":\[\]|"data":\[\]/,
}

function open(source: Source) {
  const family = RATE_FAMILIES.find(({ name }) => name === source.family)
  const station = SOURCES.find(({ id }) => id === source.id)
  const create = WIRES[station?.wire ?? '']
  if (!family || !station || !create) throw new Error(`the sandbox has no ${source.id}`)
  const { profile, credentials, points } = source
  const wire = answeringWire(create(station, world))
  const adapter = () => family.bind({ sourceId: source.id, profile, credentials, points, now: () => NOW })
  return { adapter, call: wire.call }
}

/** A shop whose answers pass through `change`, and how many requests it made. */
function shopper(source: Source, query: StayQuery) {
  const { adapter, call } = open(source)
  return async (change: (body: string, index: number) => string) => {
    let asked = 0
    const http: Call['http'] = async (request) => {
      const answer = await call.http(request)
      asked += 1
      return { ...answer, body: change(answer.body, asked - 1) }
    }
    const answer = checkStay(query, await adapter().shop(query, { ...call, http }))
    return { answer, asked }
  }
}

/** The first night on which the source's first example is available, and how many requests a shop of it makes. */
async function availableStay(source: Source) {
  const [hotelCode = ''] = source.examples
  const occupancy = { adults: 2, children: 0, rooms: 1 }
  for (let week = 0; week < 12; week += 1) {
    const checkin = addNights(nightAt(NOW), 40 + week * 9)
    const shop = shopper(source, { hotelCode, checkin, los: 2, occupancy, currency: 'USD' })
    const { answer, asked } = await shop((body) => body)
    if (answer.status === 'available') return { shop, asked }
  }
  throw new Error(`${hotelCode} is never available`)
}

describe('an answer of the sandbox with one thing changed', () => {
  it.each([...bundledSources(), ...independentSources()].map((source) => [source.id, source] as const))(
    'is read or refused by %s, and never becomes sold out by itself',
    async (_, source) => {
      const { shop, asked } = await availableStay(source)
      const words = SOLD_OUT[source.family]
      const chance = chanceOf(18)
      const problems: string[] = []
      for (let number = 0; number < MUTANTS; number += 1) {
        const spoiled = chance.below(asked)
        let mutant: Pick<Mutant, 'body' | 'what'> = { body: '', what: 'nothing' }
        try {
          const { answer } = await shop((body, index) => {
            if (index !== spoiled || body === '') return body
            mutant = mutantOf(body, chance)
            return mutant.body
          })
          if (answer.status === 'sold_out' && words?.test(mutant.body) === false)
            problems.push(`${mutant.what}: sold out`)
        } catch (error) {
          if (!(error instanceof SourceFailure)) problems.push(`${mutant.what}: ${String(error)}`)
        }
      }
      expect(problems).toEqual([])
    },
  )
})
