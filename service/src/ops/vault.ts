import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from './master-key.ts'

/** Encrypts what the service must be able to read back. */
export interface Vault {
  /** What is encrypted for one purpose, such as a row's id, cannot be decrypted for another. */
  seal(secret: string, purpose: string): Buffer
  /** Decrypts with the current key, else with the old ones. */
  open(sealed: Buffer, purpose: string): string
  /** Whether the current key encrypted it. */
  isCurrent(sealed: Buffer, purpose: string): boolean
  /** A key for one purpose. The same in every process with the same master key. */
  derive(purpose: string): Buffer
}

export class VaultError extends Error {
  override name = 'VaultError'
}

const FORM = 1
const IV_BYTES = 12
const TAG_BYTES = 16
const TEXT_AT = 1 + IV_BYTES + TAG_BYTES

export function createVault(masterKey: Buffer, oldKeys: readonly Buffer[] = []): Vault {
  const sealingKey = deriveKey(masterKey, 'seal')
  const openingKeys = [sealingKey, ...oldKeys.map((key) => deriveKey(key, 'seal'))]
  return {
    derive: (purpose) => deriveKey(masterKey, purpose),
    seal: (secret, purpose) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, iv).setAAD(Buffer.from(purpose))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(FORM), iv, cipher.getAuthTag(), text])
    },
    open: (sealed, purpose) => {
      if (sealed[0] !== FORM || sealed.length < TEXT_AT)
        throw new VaultError('This value was not encrypted by Vacancy.')
      for (const key of openingKeys) {
        const text = openWith(key, sealed, purpose)
        if (text !== null) return text
      }
      throw new VaultError('A secret cannot be decrypted. It was probably encrypted with another SECRET_KEY.')
    },
    isCurrent: (sealed, purpose) => openWith(sealingKey, sealed, purpose) !== null,
  }
}

/** Null if another key or purpose encrypted it. */
function openWith(key: Buffer, sealed: Buffer, purpose: string): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + IV_BYTES))
      .setAAD(Buffer.from(purpose))
      .setAuthTag(sealed.subarray(1 + IV_BYTES, TEXT_AT))
    return Buffer.concat([decipher.update(sealed.subarray(TEXT_AT)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
