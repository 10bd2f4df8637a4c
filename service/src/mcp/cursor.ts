import { randomUUID } from 'node:crypto'
import { invalid } from '../kernel/errors.ts'

/** Where to read on: in the answer that is stored under this key. Nothing else is kept between calls. */
export interface Cursor {
  key: string
  offset: number
}

export function freshCursor(): Cursor {
  return { key: `mcp-${randomUUID()}`, offset: 0 }
}

export function cursorText({ key, offset }: Cursor): string {
  return Buffer.from(`${offset}:${key}`).toString('base64url')
}

export function readCursor(text: string): Cursor {
  const found = /^(\d{1,7}):([\x21-\x7e]{1,255})$/.exec(Buffer.from(text, 'base64url').toString())
  if (!found?.[2]) throw invalid('`cursor` must be the `next_cursor` of an earlier answer.')
  return { offset: Number(found[1]), key: found[2] }
}
