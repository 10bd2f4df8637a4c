import { createHash, randomBytes } from 'node:crypto'
import { at, childrenOf, type Node, readXml } from '../src/wires/opentravel/read-xml.ts'
import { createOpenTravelWire } from '../src/wires/opentravel/wire.ts'
import type { Wire, WireAnswer } from '../src/wires/wire.ts'
import { createWorld } from '../src/world/create.ts'
import type { World } from '../src/world/world.ts'

export const NOW_MS = Date.parse('2027-02-01T10:00:00Z')
const LOGIN = { requestorId: 'vacancy', password: 'a-password' }
const PROFILES: Readonly<Record<string, Record<string, unknown>>> = {
  castellan: { envelope: 'plain', taxIncluded: false },
  dunmore: { envelope: 'soap', taxIncluded: true, batch: true, memberCall: true },
  foxhollow: { envelope: 'plain', taxIncluded: false, geo: false },
  ivyrow: { envelope: 'plain', taxIncluded: false, batch: true },
}

/** The market on a morning of February 2027. Building it takes a while, so that a file does it once. */
export function openMarket() {
  let nowMs = NOW_MS
  const world = createWorld({ seed: 1, now: () => nowMs })
  return {
    world,
    wireOf: (id: string, seen: World = world) =>
      createOpenTravelWire({ id, wire: 'opentravel', profile: PROFILES[id] ?? {}, credentials: LOGIN }, seen),
    wait(ms: number) {
      nowMs += ms
    },
    /** As it was in the beginning. */
    restore() {
      nowMs = NOW_MS
      world.forgetSteps()
    },
  }
}

export interface Ask {
  hotels: string[]
  start?: string
  end?: string
  attributes?: string
  candidates?: string
  rooms?: number
  guests?: string
  requestor?: string
}

/** Two adults for the nights of 4 and 5 March 2027, unless told otherwise. */
export function availRQ(ask: Ask): string {
  const { start = '2027-03-04', end = '2027-03-06', rooms = 1, candidates = '' } = ask
  const guests = ask.guests ?? '<GuestCount AgeQualifyingCode="10" Count="2"/>'
  const requestor = ask.requestor ?? 'ID="vacancy" MessagePassword="a-password"'
  return (
    `<OTA_HotelAvailRQ xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="t&#49;" Version="5.000" ${ask.attributes ?? ''}>` +
    `<POS><Source><RequestorID Type="13" ${requestor}/></Source></POS>` +
    '<AvailRequestSegments><AvailRequestSegment><HotelSearchCriteria><Criterion>' +
    ask.hotels.map((code) => `<HotelRef HotelCode="${code}"/>`).join('') +
    `</Criterion></HotelSearchCriteria><StayDateRange Start="${start}" End="${end}"/>${candidates}` +
    `<RoomStayCandidates><RoomStayCandidate Quantity="${rooms}"><GuestCounts IsPerRoom="true">${guests}</GuestCounts>` +
    '</RoomStayCandidate></RoomStayCandidates></AvailRequestSegment></AvailRequestSegments></OTA_HotelAvailRQ>'
  )
}

export interface Token {
  username?: string
  password?: string
  created?: string
  nonce?: Buffer
  type?: string
}

const WSS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss'

export function sealed(message: string, token: Token = {}): string {
  const { username = 'vacancy', password = 'a-password', nonce = randomBytes(16) } = token
  const created = token.created ?? new Date(NOW_MS).toISOString()
  const digest = createHash('sha1').update(nonce).update(created).update(password).digest('base64')
  const type = token.type ?? `${WSS}-username-token-profile-1.0#PasswordDigest`
  return (
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>' +
    `<w:Security xmlns:w="${WSS}-wssecurity-secext-1.0.xsd" xmlns:u="${WSS}-wssecurity-utility-1.0.xsd"><w:UsernameToken>` +
    `<w:Username>${username}</w:Username><w:Password Type="${type}">${digest}</w:Password>` +
    `<w:Nonce>${nonce.toString('base64')}</w:Nonce><u:Created>${created}</u:Created>` +
    `</w:UsernameToken></w:Security></s:Header><s:Body>${message}</s:Body></s:Envelope>`
  )
}

export function posted(wire: Wire, body: string): WireAnswer {
  return wire.answer({ method: 'POST', path: '/', query: new URLSearchParams(), headers: {}, body })
}

/** The message of an answer, out of its envelope where it has one. */
export function messageOf(answer: WireAnswer): Node {
  const root = readXml(answer.body)
  const message = root?.name === 'Envelope' ? at(root, 'Body')?.children[0] : root
  if (!message) throw new Error(`no message in ${answer.body.slice(0, 200)}`)
  return message
}

export function said(wire: Wire, ask: Ask): Node {
  return messageOf(posted(wire, availRQ(ask)))
}

export function roomStaysOf(message: Node): Node[] {
  return childrenOf(at(message, 'RoomStays'), 'RoomStay')
}

export function roomRatesOf(roomStay: Node | undefined): Node[] {
  return childrenOf(at(roomStay, 'RoomRates'), 'RoomRate')
}

/** The code of the only error or fault. */
export function complaintOf(message: Node): string | undefined {
  return at(message, 'Errors', 'Error')?.attributes['Code'] ?? at(message, 'faultcode')?.text
}
