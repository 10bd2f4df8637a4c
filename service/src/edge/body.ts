import type { Readable } from 'node:stream'

/** What an answer says: a value for callers in this process, such as tools, and bytes for the wire. */
export interface Body {
  value(): unknown
  /** A stream can be read once; anything else is encoded once, however often it is asked for. */
  bytes(): string | Buffer | Readable
}

/** Verbs answer with values. Only here they become JSON, when they are sent or stored. */
export function jsonBody(value: unknown): Body {
  let text: string | undefined
  return {
    value: () => value,
    bytes: () => {
      text ??= JSON.stringify(value)
      return text
    },
  }
}

/** An answer that was stored for repeats. */
export function storedBody(stored: string | Buffer): Body {
  return { value: () => JSON.parse(stored.toString()) as unknown, bytes: () => stored }
}

/** Too large for memory, so it is written as it is sent. */
export function streamBody(open: () => Readable, value: () => unknown): Body {
  return { value, bytes: open }
}

/** A file: written as it is sent, and nothing that a tool could read. */
export function fileBody(open: () => Readable): Body {
  return streamBody(open, () => {
    throw new Error('a file is no value')
  })
}
