import { counted } from '../kernel/counted.ts'
import { LIMITS } from '../kernel/limits.ts'
import { bookingWords, type ToldBest, type ToldBooking } from './booking-words.ts'
import { money, number, percent, points, stayWords, type Words } from './figure-words.ts'
import { runWords, type ToldRun } from './run-words.ts'

/** An event, as far as people are told about it. */
export interface ToldEvent {
  id: string
  type: string
  created_at: string
  sample?: true
  watch_id?: string
  booking_id?: string
  reference?: string | null
  chain?: string
  hotel_code?: string
  name?: string | null
  night?: string
  los?: number
  kind?: 'cash' | 'award'
  attention?: string
  previous?: ToldCell | null
  current?: ToldCell
  price_lte?: { amount: number; current: number }
  rebook?: { paid: number; current: number; saving_pct: number; saving_total: number }
  undercut?: { direct: number; channel_rate: number; diff_pct: number }
  booking?: ToldBooking
  best?: ToldBest | null
  job?: { id: string; status: string; cells_done: number; cells_total: number }
  endpoint?: { id: string; kind: string; url?: string; address?: string; description: string | null }
  reason?: string
  schedule?: ToldRun
}

interface ToldCell {
  currency: string
  status: string
  lowest_bar: number | null
  lowest_bar_after_tax: number | null
  lowest_points: number | null
}

/** The bytes were written by this service. */
export function readEvent(body: Buffer): ToldEvent {
  return JSON.parse(body.toString('utf8')) as ToldEvent
}

/** The page about a watch or schedule; null for other events. */
export function pageOf({
  watch_id: watch,
  kind,
  schedule,
}: ToldEvent): { label: string; path: string } | null {
  if (watch !== undefined)
    return { label: kind === 'award' ? 'Open the alert' : 'Open the watch', path: `/watches/${watch}` }
  return schedule ? { label: 'Open the schedule', path: `/schedules/${schedule.id}` } : null
}

export function sentenceOf({ subject, what }: Words): string {
  return `${subject}: ${what}`
}

export function wordsOf(event: ToldEvent): Words {
  if (event.booking) return bookingWords(event, event.booking)
  if (event.watch_id !== undefined || event.booking_id !== undefined) return watchWords(event)
  if (event.job) return jobWords(event.job)
  if (event.endpoint) return endpointWords(event, event.endpoint)
  if (event.schedule) return runWords(event.schedule, event.created_at)
  return otherWords(event)
}

function watchWords(event: ToldEvent): Words {
  const { name, chain = '', hotel_code: code = '', night, los = 1, sample } = event
  const hotel = name ?? `${chain}:${code}`
  const nights = night === undefined ? null : stayWords(night, los, event.created_at)
  return {
    subject: nights === null ? hotel : `${hotel}, ${nights}`,
    what: sample ? `${changeWords(event)} (a test with made-up figures)` : changeWords(event),
    facts: [
      ['Hotel', `${hotel} (${chain}:${code})`],
      ...(nights === null ? [] : [['Stay', `${nights}, ${counted(los, 'night')}`] as const]),
      ...figureFacts(event),
    ],
  }
}

function changeWords(event: ToldEvent): string {
  const { rebook, undercut, price_lte: limit, current, previous, attention } = event
  const figure = figureIn(event)
  if (attention !== undefined) return ATTENTION_WORDS[attention] ?? 'the watch needs your attention'
  if (rebook) return `${figure(rebook.current)} per night, ${percent(rebook.saving_pct)} below what you paid`
  if (undercut) {
    return `${figure(undercut.channel_rate)} per night elsewhere, ${percent(undercut.diff_pct)} below the direct rate`
  }
  if (limit) return `${figure(limit.current)} per night, within your limit of ${figure(limit.amount)}`
  if (!current) return 'something changed'
  const now = cellWords(current, event)
  if (event.type === 'watch.available') return `available, ${now}`
  return previous ? `${now}, before: ${cellWords(previous, event)}` : now
}

const ATTENTION_WORDS: Readonly<Record<string, string>> = {
  hotel_closed: 'the hotel has left its source, so its prices are no longer checked',
  source_disabled: 'the operator switched its source off, so its prices are not checked',
  currency_changed: 'the hotel quotes another currency now, so its prices are no longer judged',
}

function figureFacts(event: ToldEvent): (readonly [string, string])[] {
  const { rebook, undercut, current, previous } = event
  const figure = figureIn(event)
  return [
    ...(rebook
      ? ([
          ['You paid', `${figure(rebook.paid)} per night`],
          ['Total saving', figure(rebook.saving_total)],
        ] as const)
      : []),
    ...(undercut ? ([['Direct rate', `${figure(undercut.direct)} per night`]] as const) : []),
    ...(current ? ([['Now', cellWords(current, event)]] as const) : []),
    ...(previous ? ([['Before', cellWords(previous, event)]] as const) : []),
  ]
}

/** Points for awards, else money of the hotel. */
function figureIn({ kind, current }: ToldEvent): (figure: number) => string {
  if (kind === 'award') return points
  return (figure) => money(figure, current?.currency ?? 'USD')
}

/** The figures of a night. */
export function cellWords(cell: ToldCell, { kind }: Pick<ToldEvent, 'kind'>): string {
  if (cell.status !== 'available') return cell.status.replaceAll('_', ' ')
  if (kind === 'award')
    return cell.lowest_points === null ? 'no award' : `${points(cell.lowest_points)} per night`
  const { lowest_bar_after_tax: whole, lowest_bar: shown, currency } = cell
  if (whole !== null) return `${money(whole, currency)} per night with taxes`
  return shown === null ? 'no price' : `${money(shown, currency)} per night`
}

function jobWords(job: NonNullable<ToldEvent['job']>): Words {
  return {
    subject: `Job ${job.id}`,
    what: `${job.status}, ${number(job.cells_done)} of ${number(job.cells_total)} cells`,
    facts: [['Status', job.status]],
  }
}

function endpointWords(
  { type, reason = '' }: ToldEvent,
  endpoint: NonNullable<ToldEvent['endpoint']>,
): Words {
  const { kind, url, address, description } = endpoint
  const subject = `${KIND_WORDS[kind] ?? kind} ${description ?? address ?? url ?? endpoint.id}`
  const what =
    type === 'endpoint.paused' ? `paused, because ${REASON_WORDS[reason] ?? reason}` : 'this is a test'
  return { subject, what, facts: [['Endpoint', endpoint.id]] }
}

const KIND_WORDS: Readonly<Record<string, string>> = { webhook: 'Webhook', slack: 'Slack', email: 'E-mail' }

const REASON_WORDS: Readonly<Record<string, string>> = {
  gone: 'the receiver is gone',
  failing: `every attempt failed for ${LIMITS.endpointFailingHours} hours`,
  unsubscribed: 'the recipient has unsubscribed',
}

/** Events that have no words of their own: their plain fields, one by one. */
function otherWords(event: ToldEvent): Words {
  const { id: _, type, created_at: at, ...rest } = event
  return { subject: type, what: `happened at ${at}`, facts: plainFields(rest) }
}

function plainFields(value: object): (readonly [string, string])[] {
  return Object.entries(value).flatMap(([name, field]: [string, unknown]) => {
    if (typeof field === 'object' && field !== null) return plainFields(field)
    const isPlain = typeof field === 'string' || typeof field === 'number' || typeof field === 'boolean'
    return isPlain ? [[name.replaceAll('_', ' '), String(field)] as const] : []
  })
}
