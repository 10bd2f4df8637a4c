import { Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'
import { type Call, type HttpAnswer, SourceFailure } from '../../source.ts'
import { parseJson, refusal, tryJson } from '../http-answer.ts'

/** The booking engine API: every operation is a POST with the name of the registered client in its body. */
export interface MewsClient {
  /** `hotels/get`; undefined if the vendor has no such hotel. */
  hotel(hotelId: string, call: Call): Promise<unknown>
  /** `hotels/getAvailability`. */
  availability(data: Record<string, unknown>, call: Call): Promise<unknown>
  /** `reservations/price`; undefined if the vendor does not price these reservations. */
  prices(data: Record<string, unknown>, call: Call): Promise<unknown>
}

const ErrorAnswer = shapeOf(Type.Object({ Message: Type.String({ minLength: 1 }) }))

export function createMewsClient(client: string, now: () => number): MewsClient {
  const post = (operation: string, data: Record<string, unknown>, call: Call): Promise<HttpAnswer> =>
    call.http({
      method: 'POST',
      path: `/api/distributor/v1/${operation}`,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ Client: client, ...data }),
    })

  const read = (answer: HttpAnswer, operation: string): unknown => {
    if (answer.status === 200) return parseJson(answer.body)
    const said = messageOf(answer) ?? answer.body.slice(0, 200)
    throw refusal(answer, `${operation}: HTTP ${answer.status} ${said}`, now())
  }

  return {
    async hotel(hotelId, call) {
      const answer = await post('hotels/get', { HotelId: hotelId }, call)
      // An invalid identifier is a bad request, and so is a client that is not registered.
      if (answer.status === 400 && /hotel|enterprise/i.test(messageOf(answer) ?? '')) return undefined
      return read(answer, 'hotels/get')
    },
    async availability(data, call) {
      return read(await post('hotels/getAvailability', data, call), 'hotels/getAvailability')
    },
    async prices(data, call) {
      const answer = await post('reservations/price', data, call)
      const isRefused = (answer.status === 400 || answer.status === 403) && messageOf(answer) !== null
      return isRefused ? undefined : read(answer, 'reservations/price')
    },
  }
}

/** The vendor's error format; null for a body of another one. */
function messageOf({ body }: HttpAnswer): string | null {
  const parsed = tryJson(body)
  return ErrorAnswer.Check(parsed) ? parsed.Message.slice(0, 200) : null
}

export function broken(detail: string): SourceFailure {
  return new SourceFailure('broken', detail)
}
