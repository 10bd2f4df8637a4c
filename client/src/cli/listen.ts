import { createHmac } from 'node:crypto'
import type { Command } from 'commander'
import { VacancyError } from '../errors.ts'
import type { Event as EventRow } from '../generated/shapes.ts'
import { reasonOf } from '../read-error.ts'
import { isAway, pause } from '../retry.ts'
import { integer } from './arguments.ts'
import { chooseCredentials } from './credentials.ts'
import { eventLine } from './events.ts'
import { UsageError } from './exit.ts'
import { type OutputOptions, withExamples, withOutput } from './options.ts'
import type { Shell } from './shell.ts'

interface ListenOptions extends OutputOptions {
  forward?: URL
  type?: string
  watch?: string
  after?: string
  limit?: number
}

/** Somebody watches the terminal. */
const POLL_MS = 1000
/** As long as the service waits for a receiver. */
const ANSWER_MS = 15_000
/** Characters of what a receiver says when it refuses an event. */
const MOST_TOLD = 200

/** `vacancy listen`: events as they happen, also sent to a program on this machine. */
export function add(program: Command, shell: Shell): void {
  const listen = withOutput(
    program
      .command('listen')
      .description('print events as they happen, and forward them to a program that you develop'),
  )
    .option('--forward <url>', 'send each event to this address, as a webhook would be', forwardAddress)
    .option('--type <type>', 'only events of this type, for example watch.available')
    .option('--watch <watch>', 'only events of wat_…')
    .option('--after <event>', 'begin after evt_… instead of with what happens from now on')
    .option('--limit <n>', 'end after so many events', atLeastOne)
    .action((options: ListenOptions) => listenTo(shell, options))
  withExamples(
    listen,
    'listen --forward http://127.0.0.1:3000/hooks',
    'listen --type watch.changed --json',
    'listen --forward http://127.0.0.1:3000/hooks --after evt_… --limit 1',
  )
}

async function listenTo(shell: Shell, options: ListenOptions): Promise<void> {
  const { forward, type, watch: watch_id, after, json, limit = Number.POSITIVE_INFINITY } = options
  const client = await shell.client()
  const { key } = await chooseCredentials(shell.env)
  const secret = secretOf(key)
  const { signal } = shell
  // The events of a watch that there is not would never come.
  if (watch_id !== undefined) await client.getWatch({ id: watch_id }, { signal })
  const newest = async () =>
    (await client.listEvents({ order: 'desc', limit: 1 }, { signal })).data.events[0]?.id
  const begin = after ?? (await newest())
  if (forward)
    shell.say(`Events go to ${forward.href}, signed with ${secret}, which belongs to your API key.`)
  shell.say('Waiting for events. Ctrl-C ends it.')
  let [seen, last] = [0, begin]
  while (seen < limit) {
    try {
      const events = client.events({ after: last, type, watch_id, follow: true, pollMs: POLL_MS, signal })
      for await (const event of events) {
        last = event.id
        shell.print(json ? JSON.stringify(event) : eventLine(event))
        if (forward) shell.say(`  ${await sent(forward, event, secret, signal)}`)
        seen += 1
        if (seen >= limit) return
      }
    } catch (error) {
      // A service that is restarted comes back, and has kept its events.
      if (!(error instanceof VacancyError && isAway(error))) throw error
      shell.say('The service cannot be reached. Trying again.')
      await pause(POLL_MS, signal)
    }
  }
}

function atLeastOne(text: string): number {
  const count = integer(text)
  if (count < 1) throw new UsageError(`--limit must be at least 1. ${text} is not.`)
  return count
}

function forwardAddress(text: string): URL {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new UsageError(`${text} is not a URL. Use a form such as http://127.0.0.1:3000/hooks.`)
  return new URL(text)
}

/** The same at every start, so that a program under development can keep it. The secrets of real receivers are not shown twice. */
function secretOf(key: string): string {
  return `whsec_${createHmac('sha256', key).update('vacancy listen').digest('hex').slice(0, 32)}`
}

/** One attempt, and how it ended. */
async function sent(url: URL, event: EventRow, secret: string, leaving: AbortSignal): Promise<string> {
  const { delivery: _own, deliveries: _others, ...shown } = event
  const body = JSON.stringify(shown)
  const startedMs = performance.now()
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: headersOf(event, body, secret),
      body,
      redirect: 'manual',
      signal: AbortSignal.any([leaving, AbortSignal.timeout(ANSWER_MS)]),
    })
    const told = beginning(await response.text())
    const why = response.ok || told === '' ? '' : `: ${told}`
    return `answered ${response.status} after ${Math.round(performance.now() - startedMs)} ms${why}`
  } catch (error) {
    leaving.throwIfAborted()
    return `not delivered: ${reasonOf(error)}`
  }
}

/** What a program says of itself, on one line. */
function beginning(answer: string): string {
  return answer
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MOST_TOLD)
}

/** The headers that the service sends, with a signature of our own. */
function headersOf(event: EventRow, body: string, secret: string): Record<string, string> {
  const { id, type, watch_id: watch, booking_id: booking, schedule } = event
  const job = event.job_id ?? schedule?.job_id
  const atSec = Math.floor(Date.now() / 1000)
  const hex = createHmac('sha256', secret).update(`${atSec}.${body}`).digest('hex')
  const standardKey = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const standard = createHmac('sha256', standardKey).update(`${id}.${atSec}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'Vacancy-Webhooks/1.0',
    'x-event-id': id,
    'x-event-type': type,
    ...(watch && { 'x-watch-id': watch }),
    ...(booking && { 'x-booking-id': booking }),
    ...(job && { 'x-job-id': job }),
    'x-service-signature': `t=${atSec},v1=${hex}`,
    'webhook-id': id,
    'webhook-timestamp': String(atSec),
    'webhook-signature': `v1,${standard}`,
  }
}
