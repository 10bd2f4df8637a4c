import type { Pool } from '../../../db/pool.ts'
import { createTurns } from '../../../kernel/turns.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import type { UnaskedMail } from '../../../mail/unasked.ts'
import type { Letter, Send, Sent } from '../../../webhooks/receiver.ts'
import type { FindBookingLink } from '../../booking-link.ts'
import { readEvent } from '../../words.ts'
import { type AttachedFile, consentMessage, eventMessage } from './message.ts'
import { takeTurn } from './turn.ts'

export interface MailSender {
  pool: Pool
  /** Null if this server sends no mail. */
  mailer: Mailer | null
  publicUrl: string
  unasked: Pick<UnaskedMail, 'isStopped' | 'messageOf'>
  bookingLink: FindBookingLink
  /** The file at the path that an event names, as long as it can be read. */
  fileAt(path: string): Promise<AttachedFile>
  now(): number
}

/** How long to wait for a free connection, and for a mail server that cannot be used. */
const BUSY_MS = 1000
const UNAVAILABLE_MS = 30_000
/** Files are in memory while they are sent. */
const FILES_AT_ONCE = 2
/** After this, an event that no mail server takes uses up its attempts. */
const PATIENCE_MS = 86_400_000

/**
 * One mail: of an event, or of all events of its watch that wait for a mail. An endpoint gets one at a time, so that a server that is
 * slow for one recipient leaves connections for the others.
 */
export function createMailSender(sender: MailSender): Send {
  /** The last mail to each endpoint that is being sent. */
  const last = new Map<number, Promise<unknown>>()
  const files = createTurns<number>(FILES_AT_ONCE)
  return async (letter, stop) => {
    const before = last.get(letter.hook)
    const send = () => sendMail(sender, letter, stop)
    const path = filePathOf(letter)
    const sending = Promise.resolve(before).then(() =>
      path === null ? send() : files.take(letter.hook, send),
    )
    const ended = sending.catch(() => {})
    last.set(letter.hook, ended)
    try {
      return await sending
    } finally {
      if (last.get(letter.hook) === ended) last.delete(letter.hook)
    }
  }
}

async function sendMail(sender: MailSender, letter: Letter, stop: AbortSignal): ReturnType<Send> {
  const { pool, mailer, unasked, now } = sender
  if (!mailer) return { later: { afterMs: UNAVAILABLE_MS } }
  if (mailer.isBusy()) return { later: { afterMs: BUSY_MS } }
  const turn = hasTurns(letter) ? await takeTurn(pool, letter) : { others: [] }
  if ('nextAt' in turn) return { later: { at: turn.nextAt } }
  if (stop.aborted) return null
  const { others } = turn
  const isUnasked = letter.type === 'endpoint.verify'
  if (isUnasked && (await unasked.isStopped(letter.address))) return STOPPED
  const path = filePathOf(letter)
  const file = path === null ? null : await sender.fileAt(path)
  const { verdict, ...sent } = await mailer.send(messageOf(sender, letter, others, file))
  if (verdict !== 'unavailable') {
    const included = verdict === 'delivered' ? others.map(({ id }) => id) : []
    return { ...sent, verdict, retryAfter: null, answer: null, included }
  }
  const isOld = now() - Date.parse(readEvent(letter.body).created_at) > PATIENCE_MS
  return isOld
    ? { ...sent, verdict: 'retry', retryAfter: null, answer: null }
    : { later: { afterMs: UNAVAILABLE_MS } }
}

/** Events of a watch share a mail per hour. A test is sent at once. */
function hasTurns(letter: Letter): letter is Letter & { watchId: string } {
  return letter.watchId !== null && !letter.once
}

/** The owner of the address has stopped such mails since this one was queued. */
const STOPPED: Sent = {
  verdict: 'dropped',
  status: null,
  error: 'the owner of the address wants no such mails',
  retryAfter: null,
  durationMs: 0,
  answer: null,
}

/** The path of the file that the mail has; null for most mails. */
function filePathOf({ type, body }: Letter): string | null {
  if (type !== 'schedule.done') return null
  const { schedule } = readEvent(body)
  return schedule?.deliver === 'attachment' && schedule.status === 'done' ? (schedule.file ?? null) : null
}

function messageOf(
  { publicUrl, unasked, bookingLink }: MailSender,
  letter: Letter,
  others: readonly { body: Buffer }[],
  file: AttachedFile,
) {
  const { address, endpoint, secrets, type, eventId, body } = letter
  const [secret = ''] = secrets
  const recipient = { address, endpoint: endpoint ?? '', secret, publicUrl }
  if (type === 'endpoint.verify') return consentMessage(recipient, eventId, unasked)
  return eventMessage(recipient, [body, ...others.map((other) => other.body)], {
    file,
    bookingLink,
  })
}
