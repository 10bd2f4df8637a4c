import type { Vault } from '../ops/vault.ts'
import { openSecrets, type SealedSecrets } from './hooks.ts'

/** How many receivers' secrets are kept decrypted. */
const MOST_KEPT = 1000

/**
 * Decrypts secrets once for the many events of a receiver: that took a tenth of a worker's time. What is kept counts only for
 * the same encrypted bytes, so a rotated secret or a replaced key is seen at once.
 */
export function createSecretOpener(vault: Vault): (sealed: SealedSecrets) => readonly string[] {
  const kept = new Map<number, { sealed: SealedSecrets; secrets: readonly string[] }>()
  return (sealed) => {
    const known = kept.get(sealed.hook)
    if (known && isSame(known.sealed, sealed)) return known.secrets
    const secrets = openSecrets(vault, sealed)
    kept.delete(sealed.hook)
    for (const oldest of kept.keys()) {
      if (kept.size < MOST_KEPT) break
      kept.delete(oldest)
    }
    const { hook, secret, oldSecret } = sealed
    kept.set(hook, { sealed: { hook, secret, oldSecret }, secrets })
    return secrets
  }
}

function isSame(a: SealedSecrets, b: SealedSecrets): boolean {
  if (!a.secret.equals(b.secret)) return false
  return a.oldSecret && b.oldSecret ? a.oldSecret.equals(b.oldSecret) : a.oldSecret === b.oldSecret
}
