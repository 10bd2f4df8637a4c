import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Pool } from '../../db/pool.ts'
import { type ApiError, invalid } from '../../kernel/errors.ts'
import { keepStep, takeStep } from '../steps.ts'
import { findPasskey, insertPasskey, listPasskeys, notePasskeyUse } from './store.ts'

/** Where the page was opened: passkeys belong to a host name. */
export interface Site {
  origin: string
}

const CHALLENGE_SEC = 300

// Loaded on first use: few processes ever need it.
const load = () => import('@simplewebauthn/server')

/** What the browser needs to make a passkey for somebody who is signed in. */
export async function offerNewPasskey(
  pool: Pool,
  { userId, email }: { userId: string; email: string },
  site: Site,
): Promise<object> {
  const rpID = hostOf(site)
  const challenge = await keepStep(pool, { kind: 'new_passkey', userId, detail: {} }, CHALLENGE_SEC)
  const { generateRegistrationOptions } = await load()
  const known = await listPasskeys(pool, userId)
  return generateRegistrationOptions({
    rpName: 'Vacancy',
    rpID,
    userName: email,
    userDisplayName: email,
    userID: new Uint8Array(Buffer.from(userId)),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    // Found without an e-mail, and only after a fingerprint or PIN: then it is two factors by itself.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Keeps a passkey that the browser made. Returns its id. */
export async function addPasskey(
  pool: Pool,
  userId: string,
  { name, credential }: { name: string; credential: object },
  site: Site,
): Promise<string> {
  const response = credential as RegistrationResponseJSON
  const challenge = challengeOf(response)
  const step = await takeStep(pool, 'new_passkey', challenge)
  if (step?.userId !== userId) throw late()
  const { verifyRegistrationResponse } = await load()
  const made = await checked(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: hostOf(site),
      requireUserVerification: true,
    }),
  )
  if (!made.verified) throw untrusted()
  const { id, publicKey, counter } = made.registrationInfo.credential
  return insertPasskey(pool, userId, {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    counter,
    transports: response.response.transports ?? [],
    name,
  })
}

/** What the browser needs to sign in with a passkey. Nobody has said yet who they are. */
export async function askForPasskey(pool: Pool, site: Site): Promise<object> {
  const rpID = hostOf(site)
  const challenge = await keepStep(pool, { kind: 'passkey', userId: null, detail: {} }, CHALLENGE_SEC)
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
  })
}

/** Whose passkey answered. Each question is answered once. */
export async function findByPasskey(pool: Pool, credential: object, site: Site): Promise<string> {
  const response = credential as AuthenticationResponseJSON
  const challenge = challengeOf(response)
  if (!(await takeStep(pool, 'passkey', challenge))) throw late()
  const passkey = await findPasskey(pool, response.id)
  if (!passkey) throw invalid('This passkey does not sign in here. It may have been removed.')
  const { verifyAuthenticationResponse } = await load()
  const { credentialId, publicKey, counter, transports } = passkey
  const answered = await checked(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: hostOf(site),
      requireUserVerification: true,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(publicKey),
        counter,
        transports,
      },
    }),
  )
  if (!answered.verified) throw untrusted()
  // A counter that stands still or goes back betrays a copy; the check above sees it, this one also between two processes.
  if (!(await notePasskeyUse(pool, passkey, answered.authenticationInfo.newCounter))) throw untrusted()
  return passkey.userId
}

function hostOf({ origin }: Site): string {
  const { hostname } = new URL(origin)
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('['))
    throw invalid(
      'Passkeys need a host name, not a number. Open this page under its name, such as localhost.',
    )
  return hostname
}

/** What the browser says that it answered. Nothing of it is believed before the check. */
function challengeOf({ response }: { response: { clientDataJSON: string } }): string {
  try {
    const told = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown
    }
    return typeof told.challenge === 'string' ? told.challenge : ''
  } catch {
    throw untrusted()
  }
}

/** Whatever the library says about a wrong answer is no fault of ours. */
async function checked<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    throw untrusted(error)
  }
}

function late(): ApiError {
  return invalid('This question to your passkey has expired or was answered already. Try again.')
}

function untrusted(cause?: unknown): ApiError {
  return invalid('The answer of the passkey could not be verified. Nothing was changed.', { cause })
}
