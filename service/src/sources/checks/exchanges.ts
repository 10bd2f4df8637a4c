import { type Http, SourceFailure } from '../source.ts'

/** A format without a place search reads a chain's hotels one by one; a check need not read them all. */
const MOST_REQUESTS = 20

/** One request of a check and what came back, without bodies. */
export interface Exchange {
  method: string
  /** Without the query, where some vendors put the key. */
  path: string
  /** Null if no answer came. */
  status: number | null
  headers: Readonly<Record<string, string>>
}

/** Records the requests and answers of each source while it is checked. */
export interface Exchanges {
  wrapHttp(sourceId: string, http: Http): Http
  /** Returns the source's exchanges since the last call. */
  take(sourceId: string): Exchange[]
}

/** Not the source's failure: the check has enough answers. */
export class EnoughRequests extends SourceFailure {
  constructor() {
    super('refused', `stopped after ${MOST_REQUESTS} requests`)
    this.name = 'EnoughRequests'
  }
}

export function createExchanges(): Exchanges {
  const bySource = new Map<string, Exchange[]>()
  return {
    wrapHttp: (sourceId, http) => async (request) => {
      const { method, path } = request
      if ((bySource.get(sourceId)?.length ?? 0) >= MOST_REQUESTS) throw new EnoughRequests()
      const exchange: Exchange = { method, path, status: null, headers: {} }
      bySource.set(sourceId, [...(bySource.get(sourceId) ?? []), exchange])
      const answer = await http(request)
      exchange.status = answer.status
      exchange.headers = answer.headers
      return answer
    },
    take(sourceId) {
      const taken = bySource.get(sourceId) ?? []
      bySource.delete(sourceId)
      return taken
    },
  }
}
