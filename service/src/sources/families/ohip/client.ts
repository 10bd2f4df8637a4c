import { type Call, type HttpAnswer, SourceFailure } from '../../source.ts'
import type { Tokens } from '../bearer-tokens.ts'
import { parseJson } from '../http-answer.ts'
import { failureOf } from './failures.ts'

/** Authorized requests to one OHIP gateway. */
export interface Client {
  /** The parsed body; `undefined` if the vendor answered 204, nothing found. */
  get(call: Call, request: OhipRequest): Promise<unknown>
}

export interface OhipRequest {
  path: string
  query?: Record<string, string | string[]>
  /** PAR also needs the hotel in a header, and has no channel header. */
  headers: Record<string, string>
}

export interface ClientSettings {
  appKey: string
  channelCode: string
  now: () => number
}

/** Shop and Content are called on behalf of a channel. */
export function channelHeaders(settings: ClientSettings): Record<string, string> {
  return { 'x-channelCode': settings.channelCode }
}

export function hotelHeaders(hotelCode: string): Record<string, string> {
  return { 'x-hotelid': hotelCode }
}

export function createClient(settings: ClientSettings, tokens: Tokens): Client {
  const send = (call: Call, request: OhipRequest, token: string): Promise<HttpAnswer> =>
    call.http({
      method: 'GET',
      path: request.path,
      ...(request.query === undefined ? {} : { query: request.query }),
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'x-app-key': settings.appKey,
        ...request.headers,
      },
    })

  return {
    async get(call, request) {
      const token = await tokens.take(call)
      let answer = await send(call, request, token)
      if (answer.status === 401) {
        tokens.drop(token)
        answer = await send(call, request, await tokens.take(call))
      }
      if (answer.status === 204) return undefined
      if (answer.status !== 200) throw failureOf(answer, request.path, settings.now())
      const body = parseJson(answer.body)
      if (body === null || typeof body !== 'object')
        throw new SourceFailure('broken', `${request.path}: no object`)
      return body
    },
  }
}
