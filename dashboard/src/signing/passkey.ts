import { call } from '../api/call.ts'
import { Fault } from '../api/fault.ts'
import type { Session } from '../api/own-shapes.ts'

/** Browsers keep passkeys for host names only, and not for addresses such as 127.0.0.1. */
export const hasHostName = !/^[\d.]+$|^\[/.test(location.hostname)

export const canUsePasskeys = hasHostName && 'PublicKeyCredential' in window

/** Asks the browser for any passkey of this site. */
export async function askPasskey(): Promise<object> {
  const { data } = await call<PublicKeyCredentialRequestOptionsJSON>('/sign-in/passkey/options', {
    method: 'POST',
  })
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(data)
  return answerOf(() => navigator.credentials.get({ publicKey }))
}

export async function signInWithPasskey(): Promise<Session> {
  const credential = await askPasskey()
  return (await call<Session>('/sign-in/passkey', { method: 'POST', body: { credential } })).data
}

/** Lets the browser make a passkey and gives it to the server. */
export async function makePasskey(name: string, proof: object): Promise<void> {
  const { data } = await call<PublicKeyCredentialCreationOptionsJSON>('/passkeys/options', {
    method: 'POST',
    body: proof,
  })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(data)
  const credential = await answerOf(() => navigator.credentials.create({ publicKey }))
  await call('/passkeys', { method: 'POST', body: { name, credential } })
}

async function answerOf(ask: () => Promise<Credential | null>): Promise<object> {
  let made: Credential | null
  try {
    made = await ask()
  } catch (error) {
    const isKnown = error instanceof DOMException && error.name === 'InvalidStateError'
    throw refusal(
      isKnown
        ? 'This device has a passkey of yours already.'
        : 'The browser gave no passkey: it was cancelled, took too long, or there is none for this site.',
    )
  }
  if (!made) throw refusal('The browser gave no passkey.')
  return (made as PublicKeyCredential).toJSON()
}

function refusal(message: string): Fault {
  return new Fault(0, { code: 'passkey', message, request_id: '' })
}
