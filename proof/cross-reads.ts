import type { ApiDocument } from './openapi-requests.ts'

export interface CrossReads {
  routes: number
  problems: string[]
}

interface Answer {
  status: number
  text: string
}

/** Objects of an account that others must not see: created through the API and read back from its list. */
const OWNED: Record<
  string,
  { make?: { path: string; body: unknown }; needsEndpoint?: true; list: string; field: string }
> = {
  jobs: {
    make: { path: '/matrix', body: { chain: 'aurelia', hotel_codes: ['NEWSF'], nights: nights(300, 302) } },
    list: '/jobs',
    field: 'jobs',
  },
  watches: {
    make: {
      path: '/watches',
      body: {
        chain: 'aurelia',
        hotel_code: 'NEWSF',
        nights: nights(300, 301),
        condition: 'any',
        webhook_url: 'https://hooks.example.com/vacancy',
      },
    },
    list: '/watches',
    field: 'watches',
  },
  bookings: {
    make: {
      path: '/bookings',
      body: {
        chain: 'aurelia',
        hotel_code: 'NEWSF',
        checkin: nights(300, 300).from,
        room_name: 'Standard Queen',
        refundable: true,
        meal_plan: 'room_only',
        paid: { amount: 300, currency: 'USD', basis: 'after_tax' },
        cancel_by: nights(298, 298).from,
      },
    },
    needsEndpoint: true,
    list: '/bookings',
    field: 'bookings',
  },
  events: { list: '/events', field: 'events' },
}

/** Two accounts, every route with an id: an object of one must look nonexistent to the other. */
export async function crossReads(
  url: string,
  document: ApiDocument,
  ownerKey: string,
  strangerKey: string,
): Promise<CrossReads> {
  const problems: string[] = []
  let routes = 0
  for (const [kind, { make, needsEndpoint, list, field }] of Object.entries(OWNED)) {
    if (!(list in document.paths)) continue
    const more = needsEndpoint ? { endpoints: [await newEndpoint(url, ownerKey)] } : {}
    if (make) await call(url, 'POST', make.path, ownerKey, Object.assign({}, make.body, more))
    if (kind === 'watches') await testFirstWatch(url, ownerKey)
    const mine = JSON.parse((await call(url, 'GET', list, ownerKey)).text) as Record<string, { id: string }[]>
    const id = mine[field]?.[0]?.id
    if (id === undefined) {
      problems.push(`there is nothing of ${kind} to look at`)
      continue
    }
    const theirs = await call(url, 'GET', list, strangerKey)
    if (theirs.text.includes(id)) problems.push(`${list} shows ${id} to a stranger`)
    for (const [path, methods] of Object.entries(document.paths)) {
      if (!path.startsWith(`/${kind}/{id}`)) continue
      for (const method of Object.keys(methods)) {
        routes += 1
        const body = method === 'patch' ? {} : undefined
        const seen = await call(url, method.toUpperCase(), path.replace('{id}', id), strangerKey, body)
        const unknown = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`
        const none = await call(url, method.toUpperCase(), path.replace('{id}', unknown), strangerKey, body)
        const same = blank(seen.text, id) === blank(none.text, unknown)
        if (seen.status !== 400 || !same)
          problems.push(`${method} ${path} tells a stranger: ${seen.status} ${seen.text.slice(0, 200)}`)
      }
    }
  }
  if (routes === 0) problems.push('no route with an id was found')
  return { routes, problems }
}

async function newEndpoint(url: string, key: string): Promise<string> {
  const body = { kind: 'webhook', url: 'https://hooks.example.com/bookings' }
  return (JSON.parse((await call(url, 'POST', '/endpoints', key, body)).text) as { id: string }).id
}

async function testFirstWatch(url: string, key: string): Promise<void> {
  const { watches } = JSON.parse((await call(url, 'GET', '/watches', key)).text) as {
    watches: { id: string }[]
  }
  if (watches[0]) await call(url, 'POST', `/watches/${watches[0].id}/test`, key)
}

/** Equal except for fields that must differ. */
function blank(text: string, id: string): string {
  return text.replaceAll(id, 'ID').replaceAll(/"request_id":"[^"]*"/g, '')
}

async function call(url: string, method: string, path: string, key: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`${url}/v1${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

function nights(from: number, to: number): { from: string; to: string } {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  return { from: inDays(from), to: inDays(to) }
}
