import { type HttpAnswer, SourceFailure } from '../../source.ts'
import { checkErrors, type VendorError } from './answer.ts'

/** A refusal in the vendor's own error form, kept with its codes because some of them are answers in disguise. */
export class VendorRefusal extends SourceFailure {
  readonly errors: readonly VendorError[]

  constructor(status: number, errors: readonly VendorError[]) {
    const texts = errors.map(({ Code, DetailCode, Description }) =>
      [Code, DetailCode, Description?.trim()].filter(Boolean).join(': ').slice(0, 300),
    )
    super('refused', `HTTP ${status}: ${texts.join('; ')}`.slice(0, 1000))
    this.errors = errors
  }

  /**
   * The vendor found no hotel. That does not say why: its own words for it are that the request is right and the
   * inventory not to be had, so an unknown id and a hotel that is merely left out look the same.
   */
  get nothingFound(): boolean {
    return this.errors.every(({ Code }) => NOTHING_FOUND.test(Code))
  }
}

const NOTHING_FOUND = /^(NO_RESULTS?_FOUND|NO_HOTELS?_FOUND|HOTELS?_NOT_FOUND|INVALID_(ECOM|HCOM)HOTELIDS?)$/

/** What an answer that is no 200 means. */
export function failureOf(answer: HttpAnswer, now: number): SourceFailure {
  const { status, headers } = answer
  const retryAfterMs = retryAfterOf(headers['retry-after'], now)
  if (status === 429) {
    return new SourceFailure(
      'refused',
      'HTTP 429: rate limit',
      retryAfterMs === undefined ? {} : { retryAfterMs },
    )
  }
  if (status >= 500) {
    const transient = status >= 502 && status <= 504 && retryAfterMs === undefined
    return new SourceFailure('refused', `HTTP ${status}`, {
      transient,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
  }
  const errors = errorsIn(answer.body)
  if (errors) return new VendorRefusal(status, errors)
  return new SourceFailure('refused', `HTTP ${status}: ${answer.body.slice(0, 200)}`)
}

function errorsIn(body: string): VendorError[] | null {
  try {
    const parsed: unknown = JSON.parse(body)
    return checkErrors.Check(parsed) ? parsed.Errors : null
  } catch {
    return null
  }
}

function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,7}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
