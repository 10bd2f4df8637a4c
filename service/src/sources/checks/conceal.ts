/** Signatures and tokens derive from credentials, and some vendors quote them in refusals. */
const OPAQUE = /[A-Za-z0-9_\-.+/=]{40,}/g
/** A quoted body may be cut off inside a credential. */
const SHORTEST_PART = 4

export type Conceal = (text: string) => string

/** Removes credentials in any encoding, and terminal control characters, from a text that may quote the vendor. */
export function createConceal(credentials: Readonly<Record<string, string>>): Conceal {
  const secrets = secretForms(Object.values(credentials)).toSorted((a, b) => b.length - a.length)
  return (text) => {
    const plain = text.replaceAll(/\p{Cc}+/gu, ' ')
    const whole = secrets.reduce((left, secret) => left.replaceAll(secret, '[credential]'), plain)
    return withoutCutOff(whole, secrets).replaceAll(OPAQUE, '[…]')
  }
}

/** A credential in the encodings in which it is sent or quoted. */
export function secretForms(values: readonly string[]): string[] {
  const set = values.filter((value) => value !== '')
  const pairs = set.flatMap((user) => set.map((password) => `${user}:${password}`))
  const forms = [
    ...set,
    ...set.map(encodeURIComponent),
    ...[...set, ...pairs].map((text) => Buffer.from(text).toString('base64')),
  ]
  return [...new Set(forms)]
}

function withoutCutOff(text: string, secrets: readonly string[]): string {
  for (const secret of secrets) {
    for (let length = secret.length - 1; length >= SHORTEST_PART; length -= 1) {
      const part = secret.slice(0, length)
      if (text.endsWith(part)) return `${text.slice(0, -length)}[credential]`
    }
  }
  return text
}
