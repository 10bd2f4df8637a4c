import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Vault } from '../../ops/vault.ts'
import type { SourceRow } from './store.ts'

/** Says that exactly these settings were tried out and work, so that saving them does not ask the vendor again. */

const VALID_MS = 15 * 60_000

export function proofOf(vault: Vault, row: SourceRow, nowMs: number): string {
  const until = nowMs + VALID_MS
  return `${until}.${sealOf(vault, row, until)}`
}

export function isProven(vault: Vault, row: SourceRow, proof: string, nowMs: number): boolean {
  const [until = '', seal = ''] = proof.split('.')
  const expected = Buffer.from(sealOf(vault, row, Number(until)))
  const given = Buffer.from(seal)
  return Number(until) > nowMs && given.length === expected.length && timingSafeEqual(given, expected)
}

/** Without what needs no trial. */
function sealOf(vault: Vault, { id, vendor, entry, secrets }: SourceRow, until: number): string {
  const { name: _name, budget: _budget, ...tried } = entry
  const text = JSON.stringify([id, vendor, sorted(tried), sorted(secrets), until])
  return createHmac('sha256', vault.derive('source trial')).update(text).digest('hex')
}

function sorted(value: object): unknown {
  return Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
}
