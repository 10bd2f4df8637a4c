import { sign } from 'node:crypto'
import { canonicalJson } from '../kernel/canonical-json.ts'
import type { KeptExchange, Reading } from '../sources/evidence/reading.ts'
import type { StayQuery } from '../sources/source.ts'
import type { SigningKey } from './keys.ts'

/** The calls that give receipts. */
export const ENDPOINTS = ['shop', 'award', 'parity'] as const
export type ReceiptEndpoint = (typeof ENDPOINTS)[number]

/** What was asked, what was answered, and what the vendors sent. */
export interface Unsigned {
  id: string
  /** Of this form. */
  version: 1
  made_at: string
  /** The address of the service that signed it; null if it has no public one. */
  issuer: string | null
  endpoint: ReceiptEndpoint
  question: object
  answer: object
  readings: ReadingView[]
}

export interface Receipt extends Unsigned {
  signature: { algorithm: 'Ed25519'; key: string; value: string }
}

/** What a receipt is about, without what was paid for. */
export function listedView({ receipt, isShared }: { receipt: Receipt; isShared: boolean }) {
  const { id, made_at, endpoint, question, answer } = receipt
  const { chain, hotel_code, checkin, los } = { los: 1, ...question } as Stay
  const hotel_name = (answer as { hotel: { name: string } | null }).hotel?.name ?? null
  return { id, made_at, endpoint, chain, hotel_code, hotel_name, checkin, los, shared: isShared }
}

interface Stay {
  chain: string
  hotel_code: string
  checkin: string
  los: number
}

/** One source's answer, as the receipt names it. */
export interface ReadingView {
  source: string
  family: string
  family_version: string
  profile: Readonly<Record<string, unknown>>
  points: boolean
  observed_at: string
  /** What the ids of the requests follow from. */
  first_id: string
  query: StayQuery
  bodies: KeptExchange[]
}

export function readingView(reading: Reading): ReadingView {
  const { source, family, version, profile, points, atMs, firstId, query, exchanges } = reading
  return {
    source,
    family,
    family_version: version,
    profile,
    points,
    observed_at: new Date(atMs).toISOString(),
    first_id: firstId,
    query,
    bodies: [...exchanges],
  }
}

export function readingOf(view: ReadingView): Reading {
  const { source, family, family_version, profile, points, observed_at, first_id, query, bodies } = view
  return {
    source,
    family,
    version: family_version,
    profile,
    points,
    atMs: Date.parse(observed_at),
    firstId: first_id,
    query,
    exchanges: bodies,
  }
}

/** The bytes that are signed: the canonical form of the receipt without its signature. */
export function signedBytes(unsigned: Unsigned): Buffer {
  return Buffer.from(canonicalJson(unsigned))
}

export function signReceipt(unsigned: Unsigned, { id, privateKey }: SigningKey): Receipt {
  const value = sign(null, signedBytes(unsigned), privateKey).toString('base64')
  return { ...unsigned, signature: { algorithm: 'Ed25519', key: id, value } }
}
