import { join } from 'node:path'
import { joinInto } from '../../scripts/join-modules.ts'
import { JOINED, PROGRAMS } from '../../src/joined.ts'

/** An API process that also has the counter. */
const COUNTER_API = join(import.meta.dirname, 'counter-api.ts')

/** Joins what tests start as processes of their own, hundreds of times. */
export async function joinPrograms(folder: string): Promise<void> {
  await joinInto(folder, { ...PROGRAMS, 'counter-api': COUNTER_API })
}

export function counterApi(): string {
  const folder = process.env[JOINED]
  return folder ? join(folder, 'counter-api.mjs') : COUNTER_API
}
