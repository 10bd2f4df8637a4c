import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { readAgain, sha256Of } from '../sources/evidence/reading.ts'
import { asFailure } from '../sources/failures.ts'
import type { Family, StayAnswer } from '../sources/source.ts'
import { type Receipt, readingOf, signedBytes } from './receipt.ts'
import { BodiesSchema, KeysSchema, ReceiptSchema } from './schemas.ts'

/** Checks a receipt and its bodies, without any network or database. */

export interface ReceiptFile {
  receipt: Receipt
  bodies: { sha256: string; base64: string }[]
}

/** What one source's bodies say when they are read again. */
export interface ReadSource {
  source: string
  answer: StayAnswer
}

/** Says how the answer of a receipt differs from what its bodies say; null if it does not. */
export type CompareAnswer = (receipt: Receipt, read: readonly ReadSource[]) => string | null

export interface VerifySettings {
  /** Public keys by their ids. */
  keys: ReadonlyMap<string, KeyObject>
  families: readonly Family[]
  compare: CompareAnswer
}

export interface Check {
  check: 'signature' | 'bodies' | 'answer'
  holds: boolean
  /** Null if it holds. */
  why: string | null
}

class Mismatch extends Error {}

const FileSchema = Type.Object(
  { receipt: ReceiptSchema, bodies: BodiesSchema.properties.bodies },
  { additionalProperties: false },
)

/** Throws an Error with one line if it is no such file. */
export function readReceiptFile(text: string): ReceiptFile {
  return checked(FileSchema, text, 'a receipt and its bodies') as unknown as ReceiptFile
}

/** Reads what `/.well-known/vacancy-receipts.json` has. */
export function readKeys(text: string): Map<string, KeyObject> {
  const { keys } = checked(KeysSchema, text, 'public keys of receipts')
  return new Map(keys.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]))
}

function checked<Schema extends TSchema>(schema: Schema, text: string, what: string): Static<Schema> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error(`This is not JSON, so not ${what}.`)
  }
  if (Value.Check(schema, value)) return value
  const [first] = Value.Errors(schema, value)
  throw new Error(`This is not ${what}: ${first?.instancePath ?? ''} ${first?.message ?? 'is wrong'}.`)
}

/** All checks, in this order. Those after one that fails are left out, because they would prove nothing. */
export async function verifyReceipt(
  { receipt, bodies }: ReceiptFile,
  { keys, families, compare }: VerifySettings,
): Promise<Check[]> {
  const steps: [Check['check'], () => Promise<void> | void][] = [
    ['signature', () => checkSignature(receipt, keys)],
    ['bodies', () => checkBodies(receipt, bodies)],
    ['answer', () => checkAnswer(receipt, bodies, families, compare)],
  ]
  const checks: Check[] = []
  for (const [check, step] of steps) {
    try {
      await step()
      checks.push({ check, holds: true, why: null })
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error
      return [...checks, { check, holds: false, why: error.message }]
    }
  }
  return checks
}

function checkSignature({ signature, ...unsigned }: Receipt, keys: VerifySettings['keys']): void {
  const key = keys.get(signature.key)
  if (!key) throw new Mismatch(`there is no public key ${signature.key.slice(0, 64)}`)
  const value = bytesOf(signature.value)
  if (!value || !verify(null, signedBytes(unsigned), key, value))
    throw new Mismatch('it was not signed with this key, or was changed afterwards')
}

/** Only the canonical form: another would hide a changed letter. */
function bytesOf(base64: string): Buffer | null {
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? bytes : null
}

function checkBodies({ readings }: Receipt, bodies: ReceiptFile['bodies']): void {
  const named = new Set(readings.flatMap((reading) => reading.bodies.flatMap(({ sha256 }) => sha256 ?? [])))
  for (const { sha256, base64 } of bodies) {
    const bytes = bytesOf(base64)
    if (!named.delete(sha256)) throw new Mismatch(`the receipt names no body ${sha256.slice(0, 16)}…`)
    if (!bytes || sha256Of(bytes) !== sha256)
      throw new Mismatch(`the body ${sha256.slice(0, 16)}… was changed`)
  }
  const [missing] = named
  if (missing !== undefined) throw new Mismatch(`the body ${missing.slice(0, 16)}… is missing`)
}

async function checkAnswer(
  receipt: Receipt,
  bodies: ReceiptFile['bodies'],
  families: readonly Family[],
  compare: CompareAnswer,
): Promise<void> {
  const texts = new Map(
    bodies.map(({ sha256, base64 }) => [sha256, Buffer.from(base64, 'base64').toString()]),
  )
  const read: ReadSource[] = []
  for (const view of receipt.readings) {
    const family = families.find(({ name }) => name === view.family)
    if (!family) throw new Mismatch(`this installation has no family ${view.family}`)
    const answer = await readAgain(family, readingOf(view), texts).catch((error: unknown) => {
      throw new Mismatch(`the bodies of ${view.source} cannot be read: ${asFailure(error).message}`)
    })
    read.push({ source: view.source, answer })
  }
  const difference = compare(receipt, read)
  if (difference !== null) throw new Mismatch(difference)
}
