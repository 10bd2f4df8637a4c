import type { WireAnswer } from '../wire.ts'

/** One thing wrong with a request, in the vendor's words for it: `checkin.invalid_date_format`. */
export interface Fault {
  type: string
  message: string
  field: string
  value?: string
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): WireAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

export function invalidInput(
  faults: readonly Fault[],
  place: 'querystring' | 'body' = 'querystring',
): WireAnswer {
  return json(400, {
    type: 'invalid_input',
    message: 'The request is not valid; the nested errors say why.',
    errors: faults.map(({ type, message, field, value }) => ({
      type,
      message,
      fields: [{ name: field, type: place, ...(value === undefined ? {} : { value }) }],
    })),
  })
}
