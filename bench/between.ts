import { type AddressInfo, connect, createServer } from 'node:net'

/** A proxy between the service and the sandbox. */
export interface Between {
  /** The address that the service uses instead of the sandbox's port. */
  towards(sandboxPort: number): string
  /** Forgets the requests so far. */
  begin(): void
  /** How long at least one request was running: from its last byte to the last byte of its answer. */
  busyMs(): number
  close(): void
}

interface Span {
  fromMs: number
  toMs: number
}

/** Forwards bytes and times them. It need not parse HTTP, because a connection has one request at a time: a proxy that did added a millisecond. */
export async function standBetween(): Promise<Between> {
  let sandbox = 0
  let spans: Span[] = []
  const server = createServer((near) => {
    const far = connect(sandbox, '127.0.0.1')
    let span: Span = { fromMs: 0, toMs: 1 }
    for (const socket of [near, far]) socket.setNoDelay(true).on('error', () => {})
    near.on('data', (bytes) => {
      const isAnswered = span.toMs > span.fromMs
      if (isAnswered) {
        span = { fromMs: 0, toMs: 0 }
        spans.push(span)
      }
      span.fromMs = performance.now()
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      span.toMs = performance.now()
      near.write(bytes)
    })
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    towards: (sandboxPort) => {
      sandbox = sandboxPort
      return `http://127.0.0.1:${port}`
    },
    begin: () => {
      spans = []
    },
    busyMs: () => coveredMs(spans),
    close: () => {
      server.close()
    },
  }
}

/** The length of all spans together, where those at the same time count once. */
function coveredMs(spans: readonly Span[]): number {
  let sum = 0
  let endMs = 0
  for (const { fromMs, toMs } of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    sum += Math.max(0, toMs - Math.max(fromMs, endMs))
    endMs = Math.max(endMs, toMs)
  }
  return sum
}
