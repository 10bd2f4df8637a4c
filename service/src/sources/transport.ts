import { promisify } from 'node:util'
import {
  brotliDecompress,
  brotliDecompressSync,
  gunzip,
  gunzipSync,
  inflate,
  inflateSync,
  type ZlibOptions,
} from 'node:zlib'
import { Agent, type buildConnector, type Dispatcher, errors, request as openFile, Pool } from 'undici'
import { createTurnstile, passTurns } from '../kernel/event-loop.ts'
import type { SourceLimits } from './catalog/catalog.ts'
import type { Download } from './content.ts'
import { type Http, type HttpAnswer, type HttpRequest, SourceFailure } from './source.ts'

/** Opens a connection, or refuses to. */
export type Connect = buildConnector.connector

/** The connections to one source. Each call gets an `Http` that lives as long as its signal. */
export interface Transport {
  /** `onArrived` is called once the answer to a call's last request has arrived whole, before it is unpacked and read. */
  http(signal: AbortSignal, onArrived?: () => void): Http
  /** The signal limits the opening; the stream then lives on its own. */
  download(signal: AbortSignal): Download
  close(): Promise<void>
}

/**
 * A call may need several requests at a time (cash and points), so the pool is larger than the limit on calls, which the
 * bulkhead enforces.
 */
const CONNECTIONS_PER_CALL = 3

const unzip = { atOnce: gunzipSync, aside: promisify(gunzip) }
const decoders = {
  gzip: unzip,
  'x-gzip': unzip,
  deflate: { atOnce: inflateSync, aside: promisify(inflate) },
  br: { atOnce: brotliDecompressSync, aside: promisify(brotliDecompress) },
} as const

/** Unpacking this much stops the event loop for two milliseconds; an answer of usual size takes a tenth of one. */
const AT_ONCE = { packedBytes: 64 * 1024, unpackedBytes: 1024 * 1024 }
/** zlib works in pieces, and a thread is asked for each. With the default of 16 kB, a large answer waited forty times. */
const PIECE_BYTES = 128 * 1024

export function createTransport(
  baseUrl: string,
  limits: SourceLimits,
  readingTurn: () => Promise<void> = createTurnstile(),
  connect?: Connect,
): Transport {
  const base = new URL(baseUrl)
  const hosts = createHosts(limits, connect)
  const files = new Agent({
    headersTimeout: limits.deadlineMs,
    bodyTimeout: FILE_STALLED_MS,
    ...(connect && { connect }),
  })
  return {
    http: (signal, onArrived) => async (request) => {
      const host = hosts.at(request.baseUrl ?? baseUrl)
      const answer = await receive(host, limits.maxBodyBytes, request, signal)
      // Anything else may be retried at once, so it keeps its place.
      if (onArrived && request.last && answer.status === 200) {
        onArrived()
        await passTurns(TURNS)
      }
      if (answer.packed.length > LARGE_BYTES) await readingTurn()
      return read(answer, limits.maxBodyBytes, signal)
    },
    download: (signal) => (url, domains) => download(files, base, url, domains, signal),
    async close() {
      await Promise.all([hosts.close(), files.destroy()])
    },
  }
}

/** One of the vendor's addresses: its connections, and the path in front of every request. */
interface Host {
  pool: Pool
  prefix: string
}

/** Most vendors have one address; some log in at another. */
function createHosts(
  limits: SourceLimits,
  guarded?: Connect,
): { at(address: string): Host; close(): Promise<void> } {
  const hosts = new Map<string, Host>()
  const connect = (address: string): Host => {
    const { origin, pathname } = new URL(address)
    const pool = new Pool(origin, {
      connections: limits.concurrency * CONNECTIONS_PER_CALL,
      // Only the call's own deadline applies: undici's timeouts are coarse and would fire independently.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: guarded ?? { timeout: limits.deadlineMs },
      keepAliveTimeout: 15_000,
    })
    return { pool, prefix: pathname.replace(/\/+$/, '') }
  }
  return {
    at(address) {
      const host = hosts.get(address) ?? connect(address)
      hosts.set(address, host)
      return host
    },
    async close() {
      await Promise.all([...hosts.values()].map(({ pool }) => pool.destroy()))
    },
  }
}

/** Reading this much takes milliseconds, even if it is not packed. */
const LARGE_BYTES = 32 * 1024

/** In this many turns of the event loop, the call that follows is sent. undici waits for one before it uses a connection again. */
const TURNS = 2

/** A file that stops flowing is given up. */
const FILE_STALLED_MS = 30_000

async function download(
  files: Agent,
  base: URL,
  url: string,
  domains: readonly string[],
  signal: AbortSignal,
): ReturnType<Download> {
  if (signal.aborted) throw deadlinePassed({ unsent: true })
  const address = fileAddress(base, url, domains)
  const opening = new AbortController()
  const giveUp = () => opening.abort()
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    const { statusCode, body } = await openFile(address, { dispatcher: files, signal: opening.signal })
    return { status: statusCode, body }
  } catch (error) {
    throw transportFailure(error, signal, 'before any file')
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

/** The vendor names the address in an answer, so it must not lead us into the operator's own network. */
function fileAddress(base: URL, url: string, domains: readonly string[]): URL {
  const address = URL.parse(url)
  const isOwn = address?.origin === base.origin
  const isKnown = domains.some((domain) => address?.hostname.endsWith(`.${domain}`))
  if (address && (isOwn || (address.protocol === 'https:' && address.port === '' && isKnown))) return address
  throw new SourceFailure(
    'refused',
    `a file at an address that is not the vendor's: ${address?.hostname ?? ''}`,
    { unsent: true },
  )
}

interface Received {
  status: number
  headers: Record<string, string>
  packed: Buffer
}

async function receive(
  host: Host,
  maxBytes: number,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<Received> {
  const answer = await open(host, request, signal)
  const headers = plainHeaders(answer.headers)
  const packed = await collect(answer, headers, maxBytes, signal)
  return { status: answer.statusCode, headers, packed }
}

async function read(
  { status, headers, packed }: Received,
  maxBytes: number,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const unpacked = await decode(packed, headers['content-encoding'], maxBytes)
  if (signal.aborted) throw deadlinePassed()
  return { status, headers, body: toText(unpacked, headers['content-type']) }
}

/** Redirects are not followed: undici's `request` never does. */
async function open({ pool, prefix }: Host, request: HttpRequest, signal: AbortSignal) {
  if (signal.aborted) throw deadlinePassed({ unsent: true })
  try {
    return await pool.request({
      method: request.method,
      path: `${prefix}${request.path}${queryString(request.query)}`,
      headers: { 'accept-encoding': 'gzip', ...request.headers },
      body: request.body ?? null,
      signal,
    })
  } catch (error) {
    throw transportFailure(error, signal, 'before any answer')
  }
}

async function collect(
  answer: Dispatcher.ResponseData,
  headers: Record<string, string>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const { body } = answer
  if (Number(headers['content-length'] ?? 0) > maxBytes) {
    // Destroying an unread body emits an error that would otherwise be unhandled.
    body.on('error', () => {}).destroy()
    throw tooLarge(maxBytes)
  }
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof SourceFailure) throw error
    if (signal.aborted) throw deadlinePassed()
    throw new SourceFailure('broken', `the body ended early: ${textOf(error)}`, {
      transient: true,
      cause: error,
    })
  }
  return Buffer.concat(chunks, bytes)
}

/**
 * undici limits the compressed bytes, but a few kilobytes of gzip can be gigabytes. zlib stops at the limit. Small answers are
 * unpacked at once: handing one to a thread took half a millisecond more, and many while the threads unpacked larger ones.
 */
async function decode(packed: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? ''
  if (name === '' || name === 'identity' || packed.length === 0) return packed
  if (!isKnownEncoding(name))
    throw new SourceFailure('broken', `unknown content encoding ${name.slice(0, 40)}`)
  const { atOnce, aside } = decoders[name]
  try {
    const small = packed.length <= AT_ONCE.packedBytes ? unpackSmall(atOnce, packed, maxBytes) : null
    return small ?? (await aside(packed, { maxOutputLength: maxBytes, chunkSize: PIECE_BYTES }))
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes)
    throw new SourceFailure('broken', `the ${name} body cannot be unpacked: ${textOf(error)}`, {
      cause: error,
    })
  }
}

/** Null if it is larger than it looked. */
function unpackSmall(
  atOnce: (packed: Buffer, options: ZlibOptions) => Buffer,
  packed: Buffer,
  maxBytes: number,
): Buffer | null {
  try {
    return atOnce(packed, {
      chunkSize: PIECE_BYTES,
      maxOutputLength: Math.min(maxBytes, AT_ONCE.unpackedBytes),
    })
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE' && maxBytes > AT_ONCE.unpackedBytes) return null
    throw error
  }
}

function isKnownEncoding(name: string): name is keyof typeof decoders {
  return Object.hasOwn(decoders, name)
}

/** XML vendors still send Latin-1; a wrong charset would silently garble names. */
function toText(bytes: Buffer, contentType: string | undefined): string {
  const label = /charset="?([^\s;"]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch (error) {
    throw new SourceFailure('broken', `the body is not ${label.slice(0, 40)}`, { cause: error })
  }
}

/** Without a connection nothing was sent. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])
const NOT_REACHED = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

function transportFailure(error: unknown, signal: AbortSignal, when: string): SourceFailure {
  if (signal.aborted) return deadlinePassed()
  const code = codeOf(error)
  const detail = `${code || 'failed'} ${when}: ${textOf(error)}`
  // The connect timeout equals the source's deadline.
  const unsent = NOT_CONNECTED.has(code)
  if (code === 'UND_ERR_CONNECT_TIMEOUT')
    return new SourceFailure('timed_out', detail, { unsent, cause: error })
  if (error instanceof errors.HTTPParserError) return new SourceFailure('broken', detail, { cause: error })
  return new SourceFailure('refused', detail, { transient: NOT_REACHED.has(code), unsent, cause: error })
}

function deadlinePassed(options: { unsent?: boolean } = {}): SourceFailure {
  return new SourceFailure('timed_out', 'no complete answer before the deadline', options)
}

function tooLarge(maxBytes: number): SourceFailure {
  return new SourceFailure('broken', `the body is larger than ${maxBytes} bytes`)
}

function queryString(query: HttpRequest['query']): string {
  if (!query) return ''
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) pairs.append(name, item)
  }
  return pairs.size === 0 ? '' : `?${pairs.toString()}`
}

function plainHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return plain
}

function codeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : ''
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown fault'
}
