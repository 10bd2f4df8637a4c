import { openVisitor, signUp } from '../../dashboard/test/support/visitor.ts'
import { failed, type Stage } from './stage.ts'

const KEYS = 50
const LIMIT = 5

/** Fifty simultaneous clicks, spread over all processes. */
export async function createFiftyKeys({ town }: Stage): Promise<{
  made: number
  problems: string[]
}> {
  const urls = town.apis.map((api) => api.url())
  const member = await signUp(urls[0] ?? '')
  const visitors = urls.map((url) => {
    const visitor = openVisitor(url)
    visitor.setCookie(member.cookie())
    return visitor
  })
  const clicks = await Promise.all(
    Array.from({ length: KEYS }, (_, index) =>
      (visitors[index % visitors.length] ?? member).call('POST', '/keys', { body: { name: `key ${index}` } }),
    ),
  )
  const made = clicks.filter(({ status }) => status === 200).length
  const refused = clicks.filter(({ status }) => status === 400).length
  const { body } = await member.call('GET', '/keys')
  const { keys } = body as unknown as { keys: { revoked_at: string | null }[] }
  const active = keys.filter((key) => key.revoked_at === null).length
  return {
    made,
    problems: failed([
      [made === LIMIT && made + refused === KEYS, `${made} keys made, ${refused} refused, of ${KEYS}`],
      [active === LIMIT, `${active} keys are active`],
    ]),
  }
}
