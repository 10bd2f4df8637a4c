import { type Markup, xml } from './write-xml.ts'

/** Codes of the OpenTravel tables ERR and EWT that this server uses, with the words it gives them. */
const COMPLAINTS = {
  startDate: { type: 3, code: 381, text: 'Invalid check-in date' },
  endDate: { type: 3, code: 382, text: 'Invalid check-out date' },
  outside: { type: 3, code: 458, text: 'Date outside inventory period' },
  nights: { type: 3, code: 377, text: 'Maximum number of nights exceeded' },
  rooms: { type: 3, code: 378, text: 'Maximum number of rooms exceeded' },
  adults: { type: 3, code: 397, text: 'Invalid number of adults' },
  password: { type: 4, code: 175, text: 'Password invalid' },
  authorization: { type: 4, code: 497, text: 'Authorization error' },
  missing: { type: 10, code: 321, text: 'Required field missing' },
  format: { type: 3, code: 367, text: 'Invalid format' },
  hotel: { type: 3, code: 392, text: 'Invalid hotel code' },
  nothingFound: { type: 3, code: 424, text: 'No hotels found which match this input' },
  rate: { type: 3, code: 438, text: 'Requested rate not available' },
  tooMany: { type: 3, code: 415, text: 'Too many hotels in one request' },
  unsupported: { type: 2, code: 450, text: 'This search is not supported' },
  backend: { type: 13, code: 450, text: 'Unable to process' },
} as const

export type Complaint = keyof typeof COMPLAINTS

export function errors(complaint: Complaint): Markup {
  return xml('Errors', {}, written('Error', complaint, undefined))
}

/** Warnings stand beside an answer and name the hotel that each is about. */
export function warnings(list: readonly { complaint: Complaint; hotelCode: string }[]): Markup | undefined {
  if (list.length === 0) return undefined
  return xml(
    'Warnings',
    {},
    list.map(({ complaint, hotelCode }) => written('Warning', complaint, hotelCode)),
  )
}

function written(element: string, complaint: Complaint, record: string | undefined): Markup {
  const { type, code, text } = COMPLAINTS[complaint]
  const attributes = { Type: type, Code: code, ShortText: text, RecordID: record?.slice(0, 64) }
  return xml(element, attributes, text)
}
