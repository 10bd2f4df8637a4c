import { LRUCache } from 'lru-cache'
import { atMost } from '../kernel/at-most.ts'
import type { Vault } from '../ops/vault.ts'
import { openSecrets, type SealedSecrets } from './hooks.ts'

/** How many receivers' secrets are kept decrypted. */
const MOST_KEPT = 1000

/**
 * Decrypts secrets once for the many events of a receiver: that took a tenth of a worker's time. What is kept counts only for
 * the same encrypted bytes, so a rotated secret or a replaced key is seen at once.
 */
export function createSecretOpener(vault: Vault): (sealed: SealedSecrets) => readonly string[] {
  const kept = new LRUCache<number, { sealed: SealedSecrets; secrets: readonly string[] }>(atMost(MOST_KEPT))
  return ({ hook, secret, oldSecret }) => {
    const sealed = { hook, secret, oldSecret }
    const known = kept.get(hook)
    if (known && isSame(known.sealed, sealed)) return known.secrets
    const secrets = openSecrets(vault, sealed)
    kept.set(hook, { sealed, secrets })
    return secrets
  }
}

function isSame(a: SealedSecrets, b: SealedSecrets): boolean {
  if (!a.secret.equals(b.secret)) return false
  return a.oldSecret && b.oldSecret ? a.oldSecret.equals(b.oldSecret) : a.oldSecret === b.oldSecret
}
