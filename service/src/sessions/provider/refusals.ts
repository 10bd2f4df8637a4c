import { ApiError, invalid } from '../../kernel/errors.ts'

/** Why somebody was not signed in, in words for them. The page gets only the name: no link can put words on it. */
const WORDS = {
  unavailable: (name: string) =>
    `${name} cannot be reached at the moment. Try again in a minute, or sign in another way.`,
  cancelled: (name: string) => `${name} did not sign you in. You can try again.`,
  expired: () =>
    'This sign-in has expired, was finished already, or was begun in another browser. Begin it again.',
  untrusted: (name: string) =>
    `The answer of ${name} could not be verified, so nobody was signed in. If it happens again, tell the operator of this server.`,
  no_email: (name: string) =>
    `${name} does not say what your e-mail address is, so you cannot sign in with it.`,
  unverified_email: (name: string) =>
    `${name} has not verified your e-mail address. Verify it there, then sign in again.`,
  not_allowed: (name: string) =>
    `Your address at ${name} has no account on this server. Ask a member to invite you, or its operator for an account.`,
  full: () =>
    'The account that you would join has as many members as it can have. Ask one of its owners to make room.',
  invited: () => 'You are invited to an account of this server. Open the link of the invitation to join it.',
  other_address: (name: string) =>
    `The invitation is for another address than yours at ${name}. Ask for an invitation to that one.`,
  has_password: (name: string) =>
    `Somebody signs in here with your e-mail address and a password. If it is you, sign in with the password, then connect ${name} under Account.`,
  unproved: () =>
    'Somebody signed up here with your e-mail address and a password, and never proved that it is theirs. If it was you, ask the operator of this server to confirm it.',
  other_person: (name: string) =>
    `Another person of ${name} signs in here with your e-mail address. Ask the operator of this server.`,
  connected: (name: string) =>
    `You sign in here with ${name} already, as somebody else. Disconnect it there first.`,
} as const

export type RefusalName = keyof typeof WORDS

/** A sign-in that the provider or our rules do not allow. */
export class Refused extends Error {
  readonly refusal: RefusalName
  /** The verified address that it was about. */
  readonly email: string | null

  constructor(
    refusal: RefusalName,
    { email = null, cause }: { email?: string | null; cause?: unknown } = {},
  ) {
    super(`a sign-in was refused: ${refusal}`, { cause })
    this.refusal = refusal
    this.email = email
  }
}

/** Null: nothing is called so. */
export function wordsFor(refusal: string, name: string): string | null {
  return Object.hasOwn(WORDS, refusal) ? WORDS[refusal as RefusalName](name) : null
}

/** The same refusal for somebody who calls without a browser. */
export function errorOf({ refusal, cause }: Refused, name: string): ApiError {
  const words = WORDS[refusal](name)
  if (refusal === 'unavailable') return new ApiError('source_unavailable', words, { cause })
  if (refusal === 'expired') return invalid(words, { cause })
  return new ApiError('auth_failed', words, { cause })
}
