import { addNights } from '../../../kernel/dates.ts'
import { childAges } from '../../../kernel/occupancy.ts'
import { type Call, type HttpAnswer, type HttpRequest, SourceFailure } from '../../source.ts'
import { parseJson } from '../http-answer.ts'
import { checkErrors, checkIdentified, checkListings, type Identified, type Listings } from './answer.ts'
import { failureOf, VendorRefusal } from './failures.ts'
import type { StayAsk } from './request.ts'

export interface ListingsAnswer {
  listings: Listings
  /** The entries with a known id; their other fields are not checked yet. */
  hotels: Identified[]
  body: unknown
}

export type AskListings = (request: HttpRequest, call: Call) => Promise<ListingsAnswer>

/** One listings request, up to an answer with a valid outer form. */
export function createAskListings(headers: () => Record<string, string>, now: () => number): AskListings {
  return async (request, call) => {
    const sent = headers()
    const answer = await call.http({ ...request, headers: sent })
    if (answer.status !== 200) throw failureOf(answer, now())
    requireSameTransaction(sent, answer)
    const body = parseJson(answer.body)
    if (checkErrors.Check(body)) throw new VendorRefusal(answer.status, body.Errors)
    if (!checkListings.Check(body)) throw new SourceFailure('broken', 'the body is not a list of hotels')
    const hotels = body.Hotels.filter((entry): entry is Identified => checkIdentified.Check(entry))
    return { listings: body, hotels, body }
  }
}

/** Null if the vendor's error says that it found no hotel. */
export async function nothingAsNull(answer: Promise<ListingsAnswer>): Promise<ListingsAnswer | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof VendorRefusal && error.nothingFound) return null
    throw error
  }
}

/** The vendor repeats our transaction id: another id belongs to another request. */
function requireSameTransaction(sent: Record<string, string>, answer: HttpAnswer): void {
  const name = 'partner-transaction-id'
  const mirrored = answer.headers[name]
  if (mirrored !== undefined && mirrored !== sent[name]) {
    throw new SourceFailure('broken', 'the answer to another transaction')
  }
}

/** An answer for other dates or another party is invalid, even if it says sold out. */
export function requireEcho({ StayDates, Occupants }: Listings, ask: StayAsk): void {
  const checkOut = addNights(ask.checkin, ask.los)
  if (StayDates?.CheckInDate !== ask.checkin || StayDates.CheckOutDate !== checkOut) {
    throw new SourceFailure('broken', 'the answer is for other dates')
  }
  const { adults, rooms } = ask.occupancy
  const ages = childAges(ask.occupancy).join()
  const sameParty =
    Occupants?.length === rooms &&
    Occupants.every(
      ({ Adults, ChildAges = [] }) =>
        Adults === adults && ChildAges.toSorted((a, b) => a - b).join() === ages,
    )
  if (!sameParty) throw new SourceFailure('broken', 'the answer is for another party')
}
