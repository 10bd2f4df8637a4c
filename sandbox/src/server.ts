import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Behaviour } from './behaviour.ts'
import { createFaults } from './faults.ts'
import type { Wire, WireAnswer, WireRequest } from './wires/wire.ts'
import type { Misbehaviour, World } from './world/world.ts'

const MAX_BODY_BYTES = 1_000_000
const GZIP_FROM_BYTES = 1_024
const SLOW_MS = 2_000

const zip = promisify(gzip)

/** A source as the server routes to it; without a wire it answers 501. */
export interface Station {
  wire: Wire | undefined
  behaviour: Behaviour
}

/** Lets each source compute one answer per turn of the event loop: its large answers must not delay those of the others. */
function createTurns(): (station: Station) => Promise<void> {
  const last = new WeakMap<Station, Promise<void>>()
  return (station) => {
    const turn = (last.get(station) ?? Promise.resolve()).then(() => nextTurn())
    last.set(station, turn)
    return turn
  }
}

/** The data port: `/<source>/…` goes to that source's wire, after the delays and faults set on the control port. */
export function createDataServer(
  stations: ReadonlyMap<string, Station>,
  world: World,
  report: (problem: unknown) => void,
): Server {
  const showFault = createFaults()
  const turnOf = createTurns()

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://sandbox')
    const pack = (answer: WireAnswer) => packed(answer, incoming.headers['accept-encoding'] ?? '')
    const send = (answer: WireAnswer): void => {
      pack(answer).then(
        (ready) => sendPacked(outgoing, ready),
        (problem: Error) => outgoing.destroy(problem),
      )
    }
    if (url.pathname === '/health') {
      send(plain(200, 'application/json', '{"ok":true}'))
      return
    }
    const [, id = '', rest = ''] = /^\/([^/]*)(\/.*)?$/.exec(url.pathname) ?? []
    const station = stations.get(id)
    if (!station) {
      send(plain(404, 'application/json', '{"error":"unknown source"}'))
      return
    }
    const { wire, behaviour } = station
    const path = rest || '/'
    outgoing.once('close', behaviour.count(path))
    if (!behaviour.admit()) {
      send({ ...plain(429, 'text/plain', 'Too Many Requests'), headers: { 'retry-after': '1' } })
      return
    }
    const body = await readBody(incoming)
    if (body === undefined) {
      send(plain(413, 'text/plain', 'Payload Too Large'))
      return
    }
    if (!wire) {
      send(plain(501, 'application/json', '{"error":"no wire for this source"}'))
      return
    }
    const request = wireRequest(incoming, path, url, body)
    const { delayMs, fault } = behaviour.decide(path)
    // The set latency includes the time to compute and pack the answer, as at any vendor.
    const dueMs = performance.now() + delayMs
    const untilDue = async () => {
      const leftMs = dueMs - performance.now()
      if (leftMs > 0) await wait(leftMs)
    }
    if (fault !== 'none') {
      await untilDue()
      showFault(fault, { incoming, outgoing, request, truth: () => wire.answer(request), send })
      return
    }
    const misbehaviour = misbehaviourOf(wire.codes(request), world)
    await turnOf(station)
    const ready = misbehaviour === null ? await pack(wire.answer(request)) : null
    await untilDue()
    switch (misbehaviour) {
      case 'timeout':
        return
      case 'broken':
        send(garbage(body))
        return
      case 'refused':
        send(plain(503, 'text/plain', 'Service Unavailable'))
        return
      case 'slow':
        await wait(SLOW_MS)
        break
      case null:
        break
    }
    sendPacked(outgoing, ready ?? (await pack(wire.answer(request))))
  }

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((problem: unknown) => {
      report(problem)
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(500, { 'content-type': 'text/plain' }).end('the sandbox itself failed')
    })
  })
  // Longer than any client's pool keeps a connection, so that the sandbox never closes one about to be reused.
  server.keepAliveTimeout = 120_000
  return server
}

/** A request fails as a whole only if all its hotels are faulty; the wire answers a mixed batch. */
function misbehaviourOf(codes: readonly string[], world: World): Misbehaviour {
  const all = codes.map((code) => world.misbehaviour(code))
  return all.includes(null) ? null : (all[0] ?? null)
}

async function readBody(incoming: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  return size <= MAX_BODY_BYTES ? Buffer.concat(chunks).toString('utf8') : undefined
}

function wireRequest(incoming: IncomingMessage, path: string, url: URL, body: string): WireRequest {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return { method: incoming.method ?? 'GET', path, query: url.searchParams, headers, body }
}

function plain(status: number, contentType: string, body: string): WireAnswer {
  return { status, headers: { 'content-type': contentType }, body }
}

function garbage(requestBody: string): WireAnswer {
  return requestBody.trimStart().startsWith('<')
    ? plain(200, 'application/xml', '<?xml version="1.0"?><OTA_HotelAvailRS><RoomStays><RoomStay><RoomRat')
    : plain(200, 'application/json', '{"roomStays":[{"roomTypes":[{"roomType":"SQN","total":{"amountBef')
}

/** An answer as it goes over the wire. */
interface Packed {
  status: number
  headers: Record<string, string | number>
  /** Undefined where the status has no body. */
  bytes: Buffer | undefined
}

async function packed({ status, headers, body, file }: WireAnswer, accepted: string): Promise<Packed> {
  if (status === 204 || status === 304) return { status, headers: { ...headers }, bytes: undefined }
  const bytes = file ?? Buffer.from(body)
  if (file || bytes.length < GZIP_FROM_BYTES || !/\bgzip\b/.test(accepted)) {
    return { status, headers: { ...headers, 'content-length': bytes.length }, bytes }
  }
  const zipped = await zip(bytes, { level: 1 })
  const coding = { 'content-encoding': 'gzip', vary: 'accept-encoding', 'content-length': zipped.length }
  return { status, headers: { ...headers, ...coding }, bytes: zipped }
}

function sendPacked(outgoing: ServerResponse, { status, headers, bytes }: Packed): void {
  outgoing.writeHead(status, headers).end(bytes)
}
