import { call } from '../../service/test/support/client.ts'
import { failed, type Stage } from './stage.ts'

const KEYS = 50
const LIMIT = 5

/** Somebody clicks fifty times at once, and every click reaches another process. */
export async function createFiftyKeys({ town, chance }: Stage): Promise<{
  made: number
  problems: string[]
}> {
  const urls = town.apis.map((api) => api.url())
  const urlFor = (index: number) => urls[index % urls.length] ?? ''
  const ask = (url: string, method: 'GET' | 'POST', path: string, body?: object, cookie = '') =>
    call(url, method, `/app/api${path}`, { body, headers: { origin: url, ...(cookie && { cookie }) } })
  const email = `soak-${chance.below(1_000_000)}-${Date.now()}@example.com`
  const signedUp = await ask(urlFor(0), 'POST', '/sign-up', { email, password: 'fifty keys at once, please' })
  const cookie = (signedUp.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  const clicks = await Promise.all(
    Array.from({ length: KEYS }, (_, index) =>
      ask(urlFor(index), 'POST', '/keys', { name: `key ${index}` }, cookie),
    ),
  )
  const made = clicks.filter(({ status }) => status === 200).length
  const refused = clicks.filter(({ status }) => status === 400).length
  const { body } = await ask(urlFor(1), 'GET', '/keys', undefined, cookie)
  const { keys } = body as { keys: { revoked_at: string | null }[] }
  const active = keys.filter((key) => key.revoked_at === null).length
  return {
    made,
    problems: failed([
      [signedUp.status === 200, `signing up was answered ${signedUp.status}`],
      [made === LIMIT && made + refused === KEYS, `${made} keys made, ${refused} refused, of ${KEYS}`],
      [active === LIMIT, `${active} keys are active`],
    ]),
  }
}
