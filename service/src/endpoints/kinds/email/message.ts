import { LIMITS } from '../../../kernel/limits.ts'
import type { Attachment, Message } from '../../../mail/mailer.ts'
import { htmlOf, textOf } from '../../../mail/parts.ts'
import type { UnaskedMail } from '../../../mail/unasked.ts'
import { awardParts, bestOf, isAwardNews } from '../../award-words.ts'
import type { FindBookingLink } from '../../booking-link.ts'
import type { Words } from '../../figure-words.ts'
import { pageOf, readEvent, sentenceOf, type ToldEvent, wordsOf } from '../../words.ts'
import { consentLink, consentToken } from './links.ts'

/** Whom a mail goes to. */
export interface Recipient {
  address: string
  /** The public id of the endpoint. */
  endpoint: string
  secret: string
  publicUrl: string
}

const SUBJECT_LENGTH = 150

/** The file of a run; null if the mail leads to it instead. */
export type AttachedFile = Attachment | 'too_large' | null

/** Asks the owner of an address to agree. The link leads to a page that asks again: mail scanners follow links, too. */
export function consentMessage(
  recipient: Recipient,
  eventId: string,
  unasked: Pick<UnaskedMail, 'messageOf'>,
): Message {
  const { address, endpoint, publicUrl, secret } = recipient
  const link = consentLink(publicUrl, 'verify', endpoint, consentToken(secret, 'verify', address))
  const parts = {
    title: 'Do you want these mails?',
    paragraphs: [
      `Somebody wants Vacancy to send alerts about hotel rates to ${address}.`,
      'Follow the link to agree. If you did not expect this mail, ignore it: no alerts are sent.',
    ],
    link: { label: 'Choose whether you want alerts', url: link },
  }
  const message = unasked.messageOf(address, 'Confirm your e-mail address for alerts', parts)
  return {
    ...message,
    messageId: messageIdOf(eventId, publicUrl),
    headers: { ...message.headers, 'X-Event-Id': eventId },
  }
}

/** One event, or several of one watch as a digest. The first is the one that the mail was due for. */
export function eventMessage(
  recipient: Recipient,
  bodies: readonly [Buffer, ...Buffer[]],
  { file = null, bookingLink }: { file?: AttachedFile; bookingLink: FindBookingLink },
): Message {
  const events = bodies.map(readEvent).toSorted((a, b) => a.created_at.localeCompare(b.created_at))
  const [due] = bodies
  const first = readEvent(due)
  const { id, watch_id: watchId, booking_id: bookingId } = first
  const page = pageOf(first)
  const told = events.map((event) => ({ event, words: wordsOf(event) }))
  const news = page !== null && isAwardNews(events) ? events : null
  const own = page && { label: page.label, url: `${recipient.publicUrl}${page.path}` }
  const booking = news && bookingLink(bestOf(news) ?? first)
  const { address, endpoint, publicUrl, secret } = recipient
  const unsubscribe = consentLink(
    publicUrl,
    'unsubscribe',
    endpoint,
    consentToken(secret, 'unsubscribe', address),
  )
  const parts = {
    ...(news
      ? awardParts(news, hotelOf(news))
      : told.length === 1 && told[0]
        ? singleParts(told[0].words, file)
        : digestParts(told)),
    ...(booking ? { link: booking, ...(own && { also: own }) } : own && { link: own }),
    footer: {
      text: 'You get this mail because you agreed to alerts from Vacancy.',
      label: 'Unsubscribe',
      url: unsubscribe,
    },
  }
  return {
    to: address,
    subject: cut(subjectOf(events)),
    text: textOf(parts),
    html: htmlOf(parts),
    messageId: messageIdOf(id, publicUrl),
    headers: {
      'X-Event-Id': events.map((event) => event.id).join(' '),
      ...(watchId !== undefined && { 'X-Watch-Id': watchId }),
      ...(bookingId !== undefined && { 'X-Booking-Id': bookingId }),
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    ...(typeof file === 'object' && file && { attachment: file }),
  }
}

function singleParts(words: Words, file: AttachedFile) {
  const note =
    file === 'too_large'
      ? [
          `The file has more than ${LIMITS.attachmentBytes / 1_000_000} MB, so it is not attached. Download it from the schedule.`,
        ]
      : []
  return { title: words.subject, paragraphs: [words.what, ...note], facts: words.facts }
}

/** Without words that the account chose, which would look like ours. */
function subjectOf(events: readonly ToldEvent[]): string {
  const [event] = events
  if (!event) return 'Alerts'
  if (event.watch_id !== undefined && isAwardNews(events)) return awardParts(events, hotelOf(events)).title
  const { name, endpoint, schedule } = event
  const hotel = name ?? (event.booking_id === undefined ? 'Your watch' : 'Your booking')
  if (events.length > 1) return `${hotel}: ${events.length} changes`
  return sentenceOf(
    wordsOf({
      ...event,
      name: hotel,
      ...(event.reference !== undefined && { reference: null }),
      ...(endpoint && { endpoint: { id: endpoint.id, kind: endpoint.kind, description: null } }),
      ...(schedule && { schedule: { ...schedule, name: schedule.figures?.hotel.name ?? 'Your schedule' } }),
    }),
  )
}

/** The source's name for it, never words that the account chose. */
const hotelOf = ([event]: readonly ToldEvent[]) => event?.name ?? 'Your alert'

/** One line per event, oldest first. */
function digestParts(told: readonly { event: ToldEvent; words: Words }[]) {
  const hotel = told[0]?.event.name ?? told[0]?.event.hotel_code ?? 'Your watch'
  const title = `${hotel}: ${told.length} changes`
  return {
    title,
    paragraphs: ['What happened since the last mail, oldest first:'],
    facts: told.map(({ event, words }) => [momentOf(event), sentenceOf(words)] as const),
  }
}

function momentOf({ created_at: at }: ToldEvent): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
}

/** A header must stay on one line. */
function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > SUBJECT_LENGTH ? `${line.slice(0, SUBJECT_LENGTH - 1)}…` : line
}

function messageIdOf(eventId: string, publicUrl: string): string {
  return `<${eventId}@${new URL(publicUrl).hostname}>`
}
