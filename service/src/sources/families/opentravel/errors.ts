import { type Availability, SourceFailure } from '../../source.ts'
import type { Element } from '../read-xml.ts'
import { firstOf } from './status.ts'
import { all, attribute } from './xml.ts'

/** One `Error` or `Warning`: they share their attributes and their code list. */
export interface Complaint {
  type: string
  code: string
  /** The hotel it is about, if the answer covers several. */
  record: string | undefined
  text: string
}

/** Business errors inside an HTTP 200, which is how this protocol refuses. */
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

// Codes of the OpenTravel tables ERR (errors) and EWT (their types), each with its text. Only unambiguous codes are listed; any
// other is a failure.
const AVAILABILITY: Readonly<Record<string, Availability>> = {
  104: 'sold_out', // accommodation: no availability
  322: 'sold_out', // no availability
  376: 'sold_out', // hotel full
  427: 'sold_out', // no rooms available for requested dates
  110: 'closed', // accommodation closed at this time
  346: 'closed', // closed to arrivals
  563: 'closed', // closed to departure
  575: 'closed', // closed restriction
  69: 'restricted_los', // minimum stay criteria not fulfilled
  70: 'restricted_los', // maximum stay criteria not fulfilled
  377: 'restricted_los', // maximum number of nights exceeded
  409: 'restricted_los', // maximum length of stay restriction
  410: 'restricted_los', // minimum length of stay error
  411: 'restricted_los', // minimum length of stay restriction
  727: 'restricted_los', // maximum length of stay error
}
const UNKNOWN_HOTEL = new Set([
  '361', // invalid hotel
  '375', // hotel not active
  '392', // invalid hotel code
  '400', // invalid property code
  '424', // no hotels found which match this input
])
const NO_SUCH_RATE = new Set([
  '436', // rate does not exist
  '437', // rate unavailable
  '438', // requested rate not available
  '441', // requested rate not available for entire stay
  '443', // requested rate not offered at this location
])
const NOTHING_FOUND = new Set([
  '424', // no hotels found which match this input
  '775', // nothing found for requested criteria
  '790', // no properties found for reference point and distance
])
/** Types of errors: authentication and authorization. */
const NO_ENTRY = new Set(['4', '6'])
/** System busy, and an error that itself asks for a retry. */
const TRY_AGAIN = new Set(['191', '366'])

/**
 * What errors say about a hotel. "Nothing to sell" names neither hotel nor dates, so it is trusted only if the answer repeats
 * our token and no other error reports a failure.
 */
export function judgeAll(complaints: readonly Complaint[], echoed: boolean): Availability {
  const statuses = complaints.map((complaint) => {
    const status = AVAILABILITY[complaint.code]
    if (status === undefined) throw failureOf(complaint)
    if (!echoed) throw new SourceFailure('broken', `${describe(complaint)}, without our echo token`)
    return status
  })
  return firstOf(statuses)
}

export function failureOf(complaint: Complaint): SourceFailure {
  if (UNKNOWN_HOTEL.has(complaint.code)) return new SourceFailure('not_found', describe(complaint))
  return new SourceFailure('refused', describe(complaint), {
    transient: TRY_AGAIN.has(complaint.code),
    locked: NO_ENTRY.has(complaint.type),
  })
}

/** The hotel exists, but not the requested rate. */
export function isMissingRate(complaint: Complaint): boolean {
  return NO_SUCH_RATE.has(complaint.code)
}

/** A search found nothing, which is a valid answer. */
export function isEmptySearch(complaint: Complaint): boolean {
  return NOTHING_FOUND.has(complaint.code)
}

function describe(complaint: Complaint): string {
  return `OpenTravel error ${complaint.code} (type ${complaint.type}): ${complaint.text}`
}
