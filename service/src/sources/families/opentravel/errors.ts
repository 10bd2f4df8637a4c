import { type Availability, SourceFailure } from '../../source.ts'
import { all, attribute, type Element } from './xml.ts'

/** One `Error` or `Warning`: they share their attributes and their code list. */
export interface Complaint {
  type: string
  code: string
  /** The hotel it is about, where the answer covers several. */
  record: string | undefined
  text: string
}

/** The business errors inside a transport success: this protocol refuses with HTTP 200. */
export function errorsOf(root: Element): Complaint[] {
  return all(root, 'Errors', 'Error').map(complaintOf)
}

export function warningsOf(root: Element): Complaint[] {
  return all(root, 'Warnings', 'Warning').map(complaintOf)
}

function complaintOf(element: Element): Complaint {
  return {
    type: attribute(element, 'Type') ?? '',
    code: attribute(element, 'Code') ?? '',
    record: attribute(element, 'RecordID'),
    text: (attribute(element, 'ShortText') ?? element.text).slice(0, 200),
  }
}

// Codes of the OpenTravel tables ERR (errors) and EWT (their types).
const AVAILABILITY: Readonly<Record<string, Availability>> = {
  322: 'sold_out',
  427: 'sold_out',
  346: 'closed',
  69: 'restricted_los',
  410: 'restricted_los',
  411: 'restricted_los',
}
const UNKNOWN_HOTEL = new Set(['361', '392', '400', '375', '424'])
const NO_SUCH_RATE = new Set(['436', '437', '438', '441'])
const NOTHING_FOUND = '424'
/** System busy, and an error that itself asks for a retry. */
const TRY_AGAIN = new Set(['191', '366'])

export type Verdict = { status: Availability } | { failure: SourceFailure }

/**
 * What a complaint says of a hotel. One that means "nothing to sell" names neither hotel nor dates, so it is believed
 * only where the answer proves by our token that it belongs to this question.
 */
export function judge(complaint: Complaint, echoed: boolean): Verdict {
  const status = AVAILABILITY[complaint.code]
  if (status === undefined) return { failure: failureOf(complaint) }
  if (echoed) return { status }
  return { failure: new SourceFailure('broken', `${describe(complaint)}, without our echo token`) }
}

export function failureOf(complaint: Complaint): SourceFailure {
  if (UNKNOWN_HOTEL.has(complaint.code)) return new SourceFailure('not_found', describe(complaint))
  return new SourceFailure('refused', describe(complaint), { transient: TRY_AGAIN.has(complaint.code) })
}

/** Says that the hotel is there, only without the rate that was asked for. */
export function isMissingRate(complaint: Complaint): boolean {
  return NO_SUCH_RATE.has(complaint.code)
}

/** Says that a search matched nothing, which is an answer. */
export function isEmptySearch(complaint: Complaint): boolean {
  return complaint.code === NOTHING_FOUND
}

function describe(complaint: Complaint): string {
  return `OpenTravel error ${complaint.code} (type ${complaint.type}): ${complaint.text}`
}
