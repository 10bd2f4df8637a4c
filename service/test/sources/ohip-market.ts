import type { WireSource } from '../../../sandbox/src/sources.ts'
import { createOhipWire } from '../../../sandbox/src/wires/ohip/wire.ts'
import type { World } from '../../../sandbox/src/world/world.ts'
import { ohip } from '../../src/sources/families/ohip/family.ts'
import type { Adapter, Call, HttpAnswer, HttpRequest } from '../../src/sources/source.ts'

/** One chain of the simulated market with the adapter bound to it; every exchange between the two is kept. */
export interface Line {
  source: WireSource
  adapter: Adapter
  call: Call
  exchanges: { request: HttpRequest; answer: HttpAnswer }[]
}

export const CREDENTIALS = {
  clientId: 'vacancy-client',
  clientSecret: 'not-a-secret',
  appKey: '0b0c4f52-6a5f-4c3e-9a3b-0d6f5f2f7a11',
  channelCode: 'VAC',
}

export const PROFILES: Readonly<Record<string, Record<string, unknown>>> = {
  aurelia: { taxIncluded: false },
  brightwater: { taxIncluded: false, memberCall: true },
  evergrand: { taxIncluded: true },
  harborline: { taxIncluded: false, memberCall: true },
  kestrel: { taxIncluded: false, channelLogin: true, par: false },
}

type Tamper = (request: HttpRequest, answer: HttpAnswer) => HttpAnswer

export function openLine(
  world: World,
  id: string,
  tamper: Tamper = (_, answer) => answer,
  contentPerSecond = 5_000,
): Line {
  const profile = PROFILES[id] ?? { taxIncluded: false }
  const source: WireSource = { id, wire: 'ohip', profile, credentials: CREDENTIALS }
  const wire = createOhipWire(source, world)
  const adapter = ohip.bind({
    sourceId: id,
    profile: { ...profile, contentPerSecond },
    credentials: CREDENTIALS,
    points: id !== 'kestrel',
    now: () => world.now(),
  })
  const exchanges: Line['exchanges'] = []
  const http = async (request: HttpRequest): Promise<HttpAnswer> => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(request.query ?? {})) {
      for (const item of [value].flat()) query.append(name, item)
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const { method, path, body = '' } = request
    const told = wire.answer({ method, path, query, headers, body })
    const answer = tamper(request, { headers: {}, ...told })
    exchanges.push({ request, answer })
    return answer
  }
  return { source, adapter, call: { http, live: false, raw: false }, exchanges }
}
