import { openVisitor } from '../dashboard/test/support/visitor.ts'

export interface Secret {
  what: string
  text: string
  /** Where it must be stored, and is useless by itself. */
  kept?: string
}

export interface Planted {
  secrets: Secret[]
  /** Every answer that must not contain a secret. */
  answers: string[]
}

const EMAIL = 'planted-member@example.com'
const PASSWORD = 'planted-password-Q7zr4Tn'
const MISTYPED = 'planted-passwort-Q7zr4Tn'

/** Signs up, signs in with right and wrong passwords, and does everything on the page that involves secrets. */
export async function plantAtDashboard(url: string, hook: string, nights: object): Promise<Planted> {
  const visitor = openVisitor(url)
  const secrets: Secret[] = [
    { what: 'a password', text: PASSWORD },
    { what: 'a mistyped password', text: MISTYPED },
  ]
  const answers: string[] = []
  const use = async (...asked: Parameters<typeof visitor.call>) => {
    answers.push(JSON.stringify((await visitor.call(...asked)).body))
  }
  /** Only its own answer may contain the secret. */
  const plant = async (what: string, field: string, path: string, ask: object) => {
    const { status, body } = await visitor.call('POST', path, ask)
    const text = body[field]
    if (typeof text !== 'string') throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
    secrets.push({ what, text })
    return String(body['id'])
  }
  const rememberCookie = (what: string) => {
    const value = visitor.cookie().split('=').slice(1).join('=')
    const plain = decodeURIComponent(value)
    const [token = '', signature = ''] = plain.split('.')
    if (signature === '') throw new Error(`${what} is not what it was: ${value}`)
    secrets.push({ what, text: value }, { what: `${what}, plain`, text: plain })
    secrets.push({ what: `the signature of ${what}`, text: signature })
    secrets.push({ what: `the token of ${what}`, text: token, kept: 'the table user_sessions' })
  }

  await use('POST', '/sign-up', { body: { email: EMAIL, password: PASSWORD } })
  rememberCookie('the cookie of a session')
  const keyId = await plant('a key made at the page', 'key', '/keys', { body: { name: 'page' } })
  const headers = { 'x-key-id': keyId }
  await plant('the secret of a watch made at the page', 'secret', '/v1/watches', {
    headers,
    body: { chain: 'aurelia', hotel_code: 'DROPS', nights, condition: 'any', webhook_url: hook },
  })
  for (const path of ['/session', '/keys', '/v1/usage', '/v1/watches', '/v1/events'])
    await use('GET', path, { headers })
  await use('GET', `/session?cookie=${encodeURIComponent(visitor.cookie())}`)
  await use('POST', '/keys', { body: { name: 'x', password: PASSWORD } })
  await use('DELETE', `/keys/${keyId}`)
  const ended = visitor.cookie()
  await use('POST', '/sign-out', { body: {} })
  await use('GET', '/session', { headers: { cookie: ended } })
  await use('POST', '/sign-in', { body: { email: EMAIL, password: MISTYPED } })
  await use('POST', '/sign-in', { body: { email: PASSWORD, password: EMAIL } })
  await use('POST', '/sign-in', { body: { email: EMAIL, password: PASSWORD, more: PASSWORD } })
  await use('POST', '/sign-in', { body: `{"email":"${EMAIL}","password":"${PASSWORD}` })
  await use('POST', `/sign-in?password=${PASSWORD}`, { body: { email: EMAIL, password: PASSWORD } })
  await use('POST', '/sign-in', {
    body: { email: EMAIL, password: PASSWORD },
    headers: { origin: 'https://elsewhere.example' },
  })
  await use('POST', '/sign-in', { body: { email: EMAIL, password: PASSWORD } })
  rememberCookie('the cookie of a second session')
  await use('GET', '/session')
  return { secrets, answers }
}
