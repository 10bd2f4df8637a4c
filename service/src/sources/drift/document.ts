import { findRead } from '../families/last-read.ts'
import { parseXml } from '../families/read-xml.ts'
import { readMarkup, writeMarkup } from './markup.ts'

/** A body as a tree of plain values, whatever it is written in. An element of XML is an object with lists of its children. */
export interface Document {
  form: 'json' | 'xml'
  root: unknown
}

/** Null if it is neither JSON nor XML. */
export function readDocument(body: string): Document | null {
  try {
    if (isMarkup(body)) return { form: 'xml', root: readMarkup(body) }
    return { form: 'json', root: JSON.parse(body) as unknown }
  } catch {
    return null
  }
}

/** An answer as its family has parsed it: an element of XML, or a value of JSON. Undefined if it is neither. */
export async function rootOf(body: string): Promise<unknown> {
  const known = findRead(body)
  if (known) return known
  try {
    return isMarkup(body) ? await parseXml(body) : (JSON.parse(body) as unknown)
  } catch {
    return undefined
  }
}

export function isMarkup(body: string): boolean {
  return /^\s*</.test(body)
}

export function writeDocument({ form, root }: Document): string {
  return form === 'xml' ? writeMarkup(root) : JSON.stringify(root)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
