import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Encrypts what the service must be able to read back. */
export interface Vault {
  /** What is encrypted for one purpose, such as a row's id, cannot be decrypted for another. */
  seal(secret: string, purpose: string): Buffer
  open(sealed: Buffer, purpose: string): string
  /** A key for one purpose. The same in every process with the same master key. */
  derive(purpose: string): Buffer
}

export class VaultError extends Error {
  override name = 'VaultError'
}

const FORM = 1
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

export function createVault(masterKey: Buffer): Vault {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `vacancy ${purpose}`, KEY_BYTES))
  const sealingKey = derive('seal')
  return {
    derive,
    seal: (secret, purpose) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, iv).setAAD(Buffer.from(purpose))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(FORM), iv, cipher.getAuthTag(), text])
    },
    open: (sealed, purpose) => {
      const text = 1 + IV_BYTES + TAG_BYTES
      if (sealed[0] !== FORM || sealed.length < text)
        throw new VaultError('This value was not encrypted by Vacancy.')
      try {
        const decipher = createDecipheriv('aes-256-gcm', sealingKey, sealed.subarray(1, 1 + IV_BYTES))
          .setAAD(Buffer.from(purpose))
          .setAuthTag(sealed.subarray(1 + IV_BYTES, text))
        return Buffer.concat([decipher.update(sealed.subarray(text)), decipher.final()]).toString('utf8')
      } catch (cause) {
        throw new VaultError(
          'A secret cannot be decrypted. It was probably encrypted with another SECRET_KEY.',
          { cause },
        )
      }
    },
  }
}

/** SECRET_KEY, or a key created on first start and kept in the home, shared by every process of that home. */
export function findMasterKey({ secretKey, home }: { secretKey: string; home: string }): Buffer {
  return secretKey === '' ? keptKey(home) : Buffer.from(secretKey, 'hex')
}

function keptKey(home: string): Buffer {
  const path = join(home, 'secret.key')
  const draft = `${path}.${process.pid}`
  mkdirSync(home, { recursive: true })
  // Linked into place when complete: of several processes starting at once, one creates the key and none reads half of it.
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (key.length !== KEY_BYTES) throw new VaultError(`${path} does not hold a key of ${KEY_BYTES} bytes.`)
  return key
}
