import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { Fault } from './behaviour.ts'
import type { WireAnswer, WireRequest } from './wires/wire.ts'

const HUGE_BYTES = 50_000_000
const CHUNK_BYTES = 65_536
const BOMB_PIECES = 30
const BOMB_PIECE_BYTES = 10_000_000
const DRIP_MS = 100
const WRONG_BY_DAYS = 30

/** Shows one fault to one client. `truth` is the wire's normal answer. */
export interface Exchange {
  incoming: IncomingMessage
  outgoing: ServerResponse
  request: WireRequest
  truth: () => WireAnswer
  send: (answer: WireAnswer) => void
}

export type ShowFault = (fault: Exclude<Fault, 'none'>, exchange: Exchange) => void

export function createFaults(): ShowFault {
  let bomb: Buffer | undefined
  return (fault, { incoming, outgoing, request, truth, send }) => {
    switch (fault) {
      case 'refuse':
        incoming.socket.destroy()
        return
      case 'reset':
        incoming.socket.resetAndDestroy()
        return
      case 'hang':
        return
      case 'drip':
        drip(outgoing)
        return
      case '429':
        send({ status: 429, headers: { 'retry-after': '1' }, body: 'Too Many Requests' })
        return
      case '500':
        send({ status: 500, headers: { 'content-type': 'text/plain' }, body: 'Internal Server Error' })
        return
      case 'html':
        send({ status: 200, headers: { 'content-type': 'text/html' }, body: MAINTENANCE_PAGE })
        return
      case 'truncated':
        truncate(outgoing, truth())
        return
      case 'wrong_schema':
        send(unexpected(truth()))
        return
      case 'wrong_dates':
        send(withOtherDates(request, truth()))
        return
      case 'gzip_bomb':
        bomb ??= gzipOfZeros()
        outgoing.writeHead(200, {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          'content-length': bomb.length,
        })
        outgoing.end(bomb)
        return
      case 'huge':
        pour(outgoing)
        return
      default:
        fault satisfies never
    }
  }
}

const MAINTENANCE_PAGE =
  '<!doctype html><html><head><title>Scheduled maintenance</title></head><body><h1>Back soon</h1></body></html>'

function drip(outgoing: ServerResponse): void {
  outgoing.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => outgoing.write(' '), DRIP_MS)
  outgoing.on('close', () => clearInterval(timer))
}

/** Sends half of the body with the full content length, then nothing more. */
function truncate(outgoing: ServerResponse, { status, headers, body, file }: WireAnswer): void {
  const whole = file ?? Buffer.from(body.padEnd(2, ' '))
  outgoing.writeHead(status === 204 ? 200 : status, { ...headers, 'content-length': whole.length })
  outgoing.write(whole.subarray(0, Math.floor(whole.length / 2)), () => outgoing.socket?.destroy())
}

function unexpected({ body }: WireAnswer): WireAnswer {
  return body.trimStart().startsWith('<')
    ? { status: 200, headers: { 'content-type': 'application/xml' }, body: '<Unexpected success="true"/>' }
    : { status: 200, headers: { 'content-type': 'application/json' }, body: '{"unexpected":true}' }
}

/** Moves every date in the answer a month ahead; compact dates only if requested, because ids look like them. */
function withOtherDates(request: WireRequest, answer: WireAnswer): WireAnswer {
  let body = answer.body.replaceAll(/\b20\d\d-[01]\d-[0-3]\d(?!\d)/g, (date) => later(date))
  const asked = `${request.path} ${request.query.toString()} ${request.body}`
  for (const [date] of asked.matchAll(/\b20\d\d-[01]\d-[0-3]\d(?!\d)/g)) {
    body = body.replaceAll(date.replaceAll('-', ''), later(date).replaceAll('-', ''))
  }
  return { ...answer, body }
}

function later(date: string): string {
  const ms = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(ms) ? date : new Date(ms + WRONG_BY_DAYS * 86_400_000).toISOString().slice(0, 10)
}

/**
 * 300 MB of zeros as one valid gzip member of some 300 kB. One compressed piece is repeated: compressing all of it
 * would stall the sandbox for seconds, and clients may stop after the first of several members.
 */
function gzipOfZeros(): Buffer {
  const zeros = Buffer.alloc(BOMB_PIECE_BYTES)
  const piece = deflateRawSync(zeros, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  let checksum = 0
  for (let i = 0; i < BOMB_PIECES; i++) checksum = crc32(zeros, checksum)
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(checksum, 0)
  trailer.writeUInt32LE(BOMB_PIECES * BOMB_PIECE_BYTES, 4)
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
  const pieces = Array.from({ length: BOMB_PIECES }, () => piece)
  return Buffer.concat([header, ...pieces, deflateRawSync(Buffer.alloc(0)), trailer])
}

function pour(outgoing: ServerResponse): void {
  const chunk = Buffer.alloc(CHUNK_BYTES, 0x20)
  let left = HUGE_BYTES
  outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': HUGE_BYTES })
  const more = (): void => {
    while (left > 0 && !outgoing.destroyed) {
      const size = Math.min(left, chunk.length)
      left -= size
      if (!outgoing.write(chunk.subarray(0, size))) {
        outgoing.once('drain', more)
        return
      }
    }
    outgoing.end()
  }
  more()
}
