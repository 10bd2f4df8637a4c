import { invalid } from '../kernel/errors.ts'

let loading: Promise<ReadonlySet<string>> | undefined

/** Loaded on first use: the list has 49,000 entries, and most processes never need it. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Refuses common passwords and the e-mail itself. */
export async function refuseCommonPassword(password: string, email: string): Promise<void> {
  loading ??= load()
  const plain = password.normalize('NFKC').toLowerCase()
  const [name] = email.toLowerCase().split('@')
  if (
    (await loading).has(plain) ||
    isOneCharacter(plain) ||
    plain === email.toLowerCase() ||
    plain === name
  ) {
    throw invalid('This password is too common. Choose another one.')
  }
}

function isOneCharacter(password: string): boolean {
  return new Set(password).size === 1
}
