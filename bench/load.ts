import { connect, type Socket } from 'node:net'

/**
 * A client as light as Node allows, because it shares two cores with the server: prepared request bytes over raw sockets,
 * one request in flight per connection, no HTTP parser.
 */
export interface Target {
  port: number
  /** Whole HTTP requests, sent in rotation. */
  requests: readonly Buffer[]
}

interface Line {
  send(request: Buffer): void
  close(): void
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = Buffer.from('content-length: ')

function openLine(port: number, onAnswer: () => void, onFault: (error: Error) => void): Promise<Line> {
  const { promise, resolve, reject } = Promise.withResolvers<Line>()
  let rest: Buffer | null = null
  let closed = false
  const read = (bytes: number, buffer: Uint8Array): boolean => {
    const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, bytes)
    // Nearly every answer comes in one piece; others are copied, because the buffer is reused.
    const answer: Buffer = rest === null ? chunk : Buffer.concat([rest, chunk])
    const length = answerLength(answer)
    if (length === null || answer.length < length) {
      rest = Buffer.from(answer)
      return true
    }
    rest = null
    if (answer.length > length || !isOk(answer)) {
      onFault(new Error(`not the answer that was expected:\n${answer.toString()}`))
    } else onAnswer()
    return true
  }
  const socket: Socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: { buffer: Buffer.allocUnsafeSlow(16_384), callback: read },
  })
  const fail = (error: Error) => {
    reject(error)
    if (!closed) onFault(error)
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed a connection')))
  socket.on('connect', () =>
    resolve({
      send: (request) => socket.write(request),
      close: () => {
        closed = true
        socket.destroy()
      },
    }),
  )
  return promise
}

/** Reads the status of `HTTP/1.1 200` without creating a string. */
function isOk(answer: Buffer): boolean {
  return answer[9] === 50 && answer[10] === 48 && answer[11] === 48
}

/** Null until the whole head has arrived. */
function answerLength(answer: Buffer): number | null {
  const headEnd = answer.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const at = answer.indexOf(LENGTH)
  if (at < 0 || at > headEnd) throw new Error('an answer came without a content-length')
  let length = 0
  for (let digit = at + LENGTH.length; answer[digit] !== 13; digit += 1)
    length = length * 10 + Number(answer[digit]) - 48
  return headEnd + HEAD_END.length + length
}

export interface Speed {
  answers: number
  perSecond: number
}

/** As fast as the target answers: every connection sends its next request as soon as it has the last answer. */
export async function saturate(
  { port, requests }: Target,
  { connections, forMs }: { connections: number; forMs: number },
): Promise<Speed> {
  const { promise: finished, resolve: finish, reject: fail } = Promise.withResolvers<void>()
  let sent = 0
  let answers = 0
  let running = true
  const next = () => requests[sent++ % requests.length] as Buffer
  const lines = await openLines(port, connections, fail, (line) => {
    answers += 1
    if (running) line.send(next())
    // Wait for running requests, so that answers and charges can be compared.
    else if (answers === sent) finish()
  })
  const started = performance.now()
  const timer = setTimeout(() => {
    running = false
  }, forMs)
  for (const line of lines) line.send(next())
  try {
    await finished
  } finally {
    clearTimeout(timer)
    for (const line of lines) line.close()
  }
  return { answers, perSecond: (answers / (performance.now() - started)) * 1000 }
}

/** Requests this early are not timed, because opening connections is not measured. */
const SETTLE_MS = 250

/**
 * At a fixed rate, whether or not the server keeps up. If no connection is free, the request waits, and the wait counts:
 * leaving it out would hide exactly the slow moments.
 */
export async function keepPace(
  { port, requests }: Target,
  { connections, forMs, perSecond }: { connections: number; forMs: number; perSecond: number },
): Promise<{ latenciesMs: number[]; answers: number }> {
  const { promise: finished, resolve: finish, reject: fail } = Promise.withResolvers<void>()
  const total = Math.round((perSecond * (SETTLE_MS + forMs)) / 1000)
  const latenciesMs: number[] = []
  const askedAtMs = new Map<Line, number>()
  const free: Line[] = []
  const waiting: number[] = []
  let sent = 0
  let due = 0
  let answers = 0
  let timedFromMs = 0
  const send = (line: Line, dueAtMs: number) => {
    askedAtMs.set(line, dueAtMs)
    line.send(requests[sent++ % requests.length] as Buffer)
  }
  const lines = await openLines(port, connections, fail, (line) => {
    answers += 1
    const askedMs = askedAtMs.get(line) ?? 0
    if (askedMs >= timedFromMs) latenciesMs.push(performance.now() - askedMs)
    const oldest = waiting.shift()
    if (oldest === undefined) free.push(line)
    else send(line, oldest)
    if (answers === total) finish()
  })
  free.push(...lines)
  const started = performance.now()
  timedFromMs = started + SETTLE_MS
  const timer = setInterval(() => {
    const now = performance.now()
    const wanted = Math.min(total, Math.floor(((now - started) * perSecond) / 1000))
    for (; due < wanted; due += 1) {
      const line = free.shift()
      if (line) send(line, now)
      else waiting.push(now)
    }
  }, 1)
  try {
    await finished
  } finally {
    clearInterval(timer)
    for (const line of lines) line.close()
  }
  return { latenciesMs, answers }
}

async function openLines(
  port: number,
  count: number,
  onFault: (error: Error) => void,
  onAnswer: (line: Line) => void,
): Promise<Line[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const line: Line = await openLine(port, () => onAnswer(line), onFault)
      return line
    }),
  )
}

/** Idle connections, each after one answered request, as clients keep them for their next call. */
export async function holdOpen({ port, requests }: Target, count: number): Promise<{ close(): void }> {
  const held: Line[] = []
  // In groups, because nobody connects ten thousand times in the same millisecond.
  while (held.length < count) {
    const { promise: answered, resolve, reject } = Promise.withResolvers<void>()
    let waiting = Math.min(GROUP, count - held.length)
    const lines = await openLines(port, waiting, reject, () => {
      waiting -= 1
      if (waiting === 0) resolve()
    })
    for (const line of lines) line.send(requests[held.push(line) % requests.length] as Buffer)
    await answered
  }
  return { close: () => held.forEach((line) => line.close()) }
}

const GROUP = 100

/** A paid shop, as bytes. */
export function requestBytes(key: string, body: string): Buffer {
  const head = [
    'POST /v1/shop HTTP/1.1',
    'host: 127.0.0.1',
    `x-api-key: ${key}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}
