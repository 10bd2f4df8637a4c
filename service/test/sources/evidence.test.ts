import { describe, expect, it } from 'vitest'
import { SOURCES } from '../../../sandbox/src/sources.ts'
import { WIRES } from '../../../sandbox/src/wires/registry.ts'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { addNights, nightAt } from '../../src/kernel/dates.ts'
import type { Source } from '../../src/sources/catalog/catalog.ts'
import { type Evidence, evidenceOf, readAgain, rowOf } from '../../src/sources/evidence/reading.ts'
import { createScrub } from '../../src/sources/evidence/scrub.ts'
import { createWitness } from '../../src/sources/evidence/witness.ts'
import { createGateway } from '../../src/sources/gateway.ts'
import { RATE_FAMILIES } from '../../src/sources/registry.ts'
import type { Http, StayQuery } from '../../src/sources/source.ts'
import { answeringWire } from './answering-wire.ts'
import { independentSources } from './independent-sources.ts'
import { bundledSources } from './sandbox-sources.ts'
import { silentLog } from './toy-source.ts'

const NOW = Date.now()
const world = createWorld({ seed: 1, now: () => NOW })
const sources = [...bundledSources(), ...independentSources()]

const gateway = createGateway({
  catalog: { sources, searchEngines: [], families: RATE_FAMILIES, transferPartners: [] },
  families: RATE_FAMILIES,
  now: () => NOW,
  log: silentLog,
  wrapHttp: (id) => wireOf(id),
})

/** What the bodies of the vendors go through. */
let spoil: (body: string) => string = (body) => body

function wireOf(id: string): Http {
  const station = SOURCES.find((each) => each.id === id)
  const create = WIRES[station?.wire ?? '']
  if (!station || !create) throw new Error(`the sandbox has no ${id}`)
  const { http } = answeringWire(create(station, world)).call
  return async (request) => {
    const answer = await http(request)
    return request.login ? answer : { ...answer, body: spoil(answer.body) }
  }
}

function stayAt(hotelCode: string, week: number): StayQuery {
  const occupancy = { adults: 2, children: 0, rooms: 1 }
  return { hotelCode, checkin: addNights(nightAt(NOW), 40 + week * 9), los: 2, occupancy, currency: 'USD' }
}

async function witnessed(source: Source, query: StayQuery): Promise<Evidence> {
  const witness = createWitness(NOW)
  const { answer } = await gateway.shop(source.id, query, { live: true, witness })
  const evidence = evidenceOf(source, RATE_FAMILIES, query, answer, witness)
  if (!evidence) throw new Error('the call has no witness')
  return evidence
}

async function sameRow({ reading, bodies, row }: Evidence): Promise<void> {
  const family = RATE_FAMILIES.find(({ name }) => name === reading.family)
  if (!family) throw new Error(`no family ${reading.family}`)
  expect(rowOf(await readAgain(family, reading, bodies))).toBe(row)
}

/** How vendors write it, and what must be gone. */
const SPELLINGS: readonly (readonly [string, string])[] = [
  [`<Customer FirstName='Wilhelmina' Phone='+44 20 7946 0958'/>`, 'an attribute in single quotes'],
  ['<GivenName><![CDATA[Wilhelmina]]></GivenName>', 'an element with CDATA'],
  [String.raw`{"raw":"{\"firstName\":\"Wilhelmina\",\"n\":1}"}`, 'JSON as a text in JSON'],
  ['{"phone":["+44 20 7946 0958","+44 20 7946 0959"]}', 'a list'],
  [String.raw`{"key":"k\/ey+value=?"}`, 'a slash that is escaped'],
  ['{"key":"k%2fey%2bvalue%3d%3f"}', 'percent codes in lower case'],
  ['{"key":"ay9leSt2YWx1ZT0_"}', 'base64 of URLs'],
  ['{"to":"wilhelmina&#064;mail.example.com wilhelmina&commat;mail.example.com"}', 'an @ by its name'],
]

describe('what is kept of a body', () => {
  it.each(SPELLINGS)('has no secret in %s: %s', (body) => {
    const kept = createScrub({ key: 'k/ey+value=?' })(body)
    const planted = ['Wilhelmina', 'wilhelmina', '7946', String.raw`k\/ey`, 'k%2fey', 'ay9leSt2']
    expect(planted.filter((secret) => kept.includes(secret))).toEqual([])
  })

  it.each([
    ['an element that does not end', `<Email>${'a'.repeat(60_000)}<br/>`],
    ['data that does not end', '<Email><![CDATA['.repeat(20_000)],
    ['a text that does not end', `{"email":"${'a'.repeat(60_000)}`],
  ])('takes no longer than its length: %s', (_, body) => {
    const scrub = createScrub({})
    const startedMs = performance.now()
    scrub(body)
    expect(performance.now() - startedMs).toBeLessThan(5000)
  })
})

describe('the kept bodies of a call', () => {
  it.each(sources.map((source) => [source.id, source] as const))(
    'of %s, read again, give the same row',
    async (_, source) => {
      const [hotelCode = ''] = source.examples
      const statuses = new Set<string>()
      for (let week = 0; week < 12; week += 1) {
        const evidence = await witnessed(source, stayAt(hotelCode, week))
        statuses.add((JSON.parse(evidence.row) as { status: string }).status)
        await sameRow(evidence)
        if (statuses.has('available')) break
      }
      expect(statuses).toContain('available')
      if (source.kind !== 'meta') await sameRow(await witnessed(source, stayAt('SOLDOUT', 0)))
    },
  )

  it.each(sources.map((source) => [source.id, source] as const))(
    'of %s have no credential and no personal data in them',
    async (_, source) => {
      const [hotelCode = ''] = source.examples
      const secrets = plantedIn(source)
      const planted = secrets.join(' ')
      const fields = `"access_token":"${TOKEN}","guest":{"firstName":"Wilhelmina","phone":"+44 20 7946 0958"}`
      const elements = `<access_token>${TOKEN}</access_token><GivenName>Wilhelmina</GivenName><Telephone PhoneNumber="+44 20 7946 0958"/>`
      spoil = (body) =>
        body.startsWith('<')
          ? `${body}<!-- ${planted} ${elements} -->`
          : body.replace(/^\{/, `{"debug":${JSON.stringify(planted)},${fields},`)
      try {
        const evidence = await witnessed(source, stayAt(hotelCode, 3))
        const kept = [...evidence.bodies.values(), JSON.stringify(evidence.reading)].join('\n')
        const found = [...secrets, TOKEN, 'Wilhelmina', '7946'].filter((secret) => kept.includes(secret))
        expect(found).toEqual([])
        expect(kept).toContain('[e-mail]')
        await sameRow(evidence)
      } finally {
        spoil = (body) => body
      }
    },
  )

  it('of a call that another caller made are not there', async () => {
    const [source] = sources
    if (!source) throw new Error('there is no source')
    const query = stayAt(source.examples[0] ?? '', 1)
    const witness = createWitness(NOW)
    const [, joined] = await Promise.all([
      gateway.shop(source.id, query),
      gateway.shop(source.id, query, { witness }),
    ])
    expect(joined.joined).toBe(true)
    expect(evidenceOf(source, RATE_FAMILIES, query, joined.answer, witness)).toBeNull()
  })
})

const TOKEN = 'planted-token-7f3a9c'

/** The source's credentials in the encodings in which vendors quote them, and other people's secrets. */
function plantedIn({ credentials }: Source): string[] {
  const values = Object.values(credentials)
  const [first = '', second = first] = values
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ3aWxoZWxtaW5hIn0.c2lnbmF0dXJl'
  return [
    ...values,
    ...values.map(encodeURIComponent),
    ...values.map((value) => Buffer.from(value).toString('base64')),
    Buffer.from(`${first}:${second}`).toString('base64'),
    jwt,
    'wilhelmina.roe+stay@mail.example.com',
    'wilhelmina%40example.org',
    'wilhelmina&#64;example.net',
  ]
}
