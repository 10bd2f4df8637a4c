import { request } from 'undici'

export interface Said {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Record<string, unknown>
}

export interface Ask {
  body?: unknown
  headers?: Record<string, string | undefined>
}

/** Like a browser without a page: keeps cookies and sends the headers of the dashboard. */
export interface Visitor {
  cookie(): string
  setCookie(cookie: string): void
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, ask?: Ask): Promise<Said>
}

export function openVisitor(url: string): Visitor {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (lines: string[]) => {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=', 2)
      if (value === '' || attributes.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, value)
    }
  }
  return {
    cookie,
    setCookie: (text) => keep([text]),
    call: async (method, path, { body, headers = {} } = {}) => {
      const sent = {
        origin: url,
        'sec-fetch-site': 'same-origin',
        ...(jar.size > 0 && { cookie: cookie() }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      }
      const answer = await request(`${url}/app/api${path}`, {
        method,
        headers: Object.fromEntries(
          Object.entries(sent).filter((pair): pair is [string, string] => pair[1] !== undefined),
        ),
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      keep([answer.headers['set-cookie'] ?? []].flat())
      const text = await answer.body.text()
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      }
    },
  }
}

export const PASSWORD = 'correct horse battery'

let signedUp = 0

/** A new user, signed in. */
export async function signUp(url: string): Promise<Visitor & { email: string }> {
  signedUp += 1
  const email = `person-${signedUp}-${process.pid}@example.com`
  const visitor = openVisitor(url)
  const { status, body } = await visitor.call('POST', '/sign-up', { body: { email, password: PASSWORD } })
  if (status !== 200) throw new Error(`the sign-up was refused: ${JSON.stringify(body)}`)
  return { ...visitor, email }
}

export function codeOf(said: Said): string {
  return (said.body['error'] as { code: string } | undefined)?.code ?? ''
}
