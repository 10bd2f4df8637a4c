import type { WireAnswer } from '../wire.ts'

/** Thrown inside a wire to end the request with the vendor's error form. */
export class OhipError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, title: string) {
    super(title)
    this.name = 'OhipError'
    this.status = status
    this.code = code
  }
}

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'content-language': 'en' }

export function json(body: object): WireAnswer {
  return { status: 200, headers: HEADERS, body: JSON.stringify(body) }
}

/** PAR's way of saying that nothing was found. */
export function nothing(): WireAnswer {
  return { status: 204, headers: { 'content-language': 'en' }, body: '' }
}

export function refusal(error: OhipError): WireAnswer {
  const detail = {
    type: 'https://www.rfc-editor.org/rfc/rfc9110#section-15',
    title: error.message,
    status: error.status,
    'o:errorCode': error.code,
    'o:errorDetails': [],
  }
  return { status: error.status, headers: HEADERS, body: JSON.stringify(detail) }
}

export function unknownHotel(code: string): OhipError {
  return new OhipError(404, 'HOTEL_NOT_FOUND', `Hotel ${code.slice(0, 60)} is not available to this channel`)
}

export function badRequest(title: string): OhipError {
  return new OhipError(400, 'INVALID_REQUEST', title)
}
