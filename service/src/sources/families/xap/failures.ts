import { type HttpAnswer, SourceFailure } from '../../source.ts'
import { isLocked, quoted, refusal, tryJson } from '../http-answer.ts'
import { checkErrors, type VendorError } from './answer.ts'

/** A refusal in the vendor's error format, with its codes, because some of them are really answers. */
export class VendorRefusal extends SourceFailure {
  readonly errors: readonly VendorError[]

  constructor(status: number, errors: readonly VendorError[]) {
    const texts = errors.map(({ Code, DetailCode, Description }) =>
      [Code, DetailCode, Description?.trim()].filter(Boolean).join(': ').slice(0, 300),
    )
    super('refused', `HTTP ${status}: ${texts.join('; ')}`.slice(0, 1000), { locked: isLocked(status) })
    this.errors = errors
  }

  /**
   * The vendor found no hotel, without saying why: an unknown id and a hotel without availability look the same.
   */
  get nothingFound(): boolean {
    return this.errors.every(({ Code }) => NOTHING_FOUND.test(Code))
  }
}

const NOTHING_FOUND = /^(NO_RESULTS?_FOUND|NO_HOTELS?_FOUND|HOTELS?_NOT_FOUND|INVALID_(ECOM|HCOM)HOTELIDS?)$/

/** What an answer other than 200 means. */
export function failureOf(answer: HttpAnswer, nowMs: number): SourceFailure {
  const { status, body } = answer
  if (status === 429 || status >= 500) return refusal(answer, `HTTP ${status}`, nowMs)
  const parsed = tryJson(body)
  if (checkErrors.Check(parsed)) return new VendorRefusal(status, parsed.Errors)
  return refusal(answer, `HTTP ${status}: ${quoted(body)}`, nowMs)
}
