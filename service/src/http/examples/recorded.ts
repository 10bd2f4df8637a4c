import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json, JsonObject } from '../openapi-shape.ts'
import type { ErrorExample } from './error-requests.ts'

export const RECORDED_FOLDER = join(import.meta.dirname, 'recorded')

/** A call that was really made, and the service's answer. */
export interface Recorded {
  name: string
  summary: string
  /** Set if only part of the answer is shown. */
  description?: string
  /** The operation that answered; not set for errors. */
  operationId?: string
  /** For errors: the routes that show it. */
  on?: ErrorExample['on']
  request: { method: string; path: string; body?: JsonObject }
  /** For a file, the body is its text. */
  answer: { status: number; type: string; headers: Record<string, string>; body: Json }
}

export function readRecorded(): Recorded[] {
  const files = readdirSync(RECORDED_FOLDER).filter((file) => file.endsWith('.json'))
  return files
    .toSorted()
    .map((file) => JSON.parse(readFileSync(join(RECORDED_FOLDER, file), 'utf8')) as Recorded)
}
