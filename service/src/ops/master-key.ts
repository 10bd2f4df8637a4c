import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEY_BYTES = 32

/** Where the master key comes from: SECRET_KEY, else a file in the home. */
export interface KeySettings {
  secretKey: string
  home: string
}

/** A key file that cannot be used. The operator sees only the message. */
export class KeyFileError extends Error {
  override name = 'KeyFileError'
}

export function keyFileOf(home: string): string {
  return join(home, 'secret.key')
}

/** A key for one purpose. It tells nothing about the master key. */
export function deriveKey(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `vacancy ${purpose}`, KEY_BYTES))
}

/** Identifies a master key without revealing it. */
export function fingerprintOf(masterKey: Buffer): Buffer {
  return deriveKey(masterKey, 'fingerprint')
}

/** Null if there is no key yet. */
export function readMasterKey({ secretKey, home }: KeySettings): Buffer | null {
  return secretKey === '' ? readKeyFile(home) : Buffer.from(secretKey, 'hex')
}

function readKeyFile(home: string): Buffer | null {
  const path = keyFileOf(home)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
  const key = Buffer.from(text.trim(), 'hex')
  if (key.length !== KEY_BYTES) throw new KeyFileError(`${path} does not hold a key of ${KEY_BYTES} bytes.`)
  return key
}

/** Writes a new key, or the given one, into the home. A file that another process has just made stays and is returned. */
export function makeMasterKey(home: string, key: Buffer = randomBytes(KEY_BYTES)): Buffer {
  const path = keyFileOf(home)
  const draft = `${path}.${process.pid}`
  mkdirSync(home, { recursive: true })
  // Linked into place when complete: of several processes starting at once, one creates the key and none reads half of it.
  writeFileSync(draft, `${key.toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return readKeyFile(home) ?? key
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
