import type { Command } from 'commander'
import type { Client } from '../client.ts'
import { type Chain, SOURCES } from '../generated/shapes.ts'
import type { Shell } from './shell.ts'

/** Somebody waits with a finger on the tab key. */
const ASKING = { retries: 0, timeoutMs: 1500 }
const PAGE = { limit: 50 }

type Ask = (client: Client) => Promise<readonly { id: string }[]>

function sources(takes: (source: Chain) => boolean): Ask {
  return async (client) => (await client.listChains({}, ASKING)).data.chains.filter(takes)
}

/** What the server knows that a word of a command can be. */
const KINDS = {
  sources: sources(() => true),
  chains: sources(({ kind }) => kind === 'chain'),
  agencies: sources(({ kind }) => kind === 'ota'),
  engines: sources(({ kind }) => kind === 'meta'),
  /** Of hotels that have ids elsewhere. */
  mapped: sources(({ kind }) => kind !== 'meta'),
  /** Of hotels that are compared with agencies. */
  compared: sources(({ kind }) => kind !== 'ota'),
  points: sources(({ award_points: points }) => points),
  sets: async (client) => (await client.listSets(PAGE, ASKING)).data.sets,
  schedules: async (client) => (await client.listSchedules(PAGE, ASKING)).data.schedules,
  watches: async (client) => (await client.listWatches(PAGE, ASKING)).data.watches,
  jobs: async (client) => (await client.listJobs(PAGE, ASKING)).data.jobs,
  boards: async (client) => (await client.listBoards(PAGE, ASKING)).data.boards,
  bookings: async (client) => (await client.listBookings(PAGE, ASKING)).data.bookings,
  feeds: async (client) => (await client.listFeeds({}, ASKING)).data.feeds,
  endpoints: async (client) => (await client.listEndpoints({}, ASKING)).data.endpoints,
  receipts: async (client) => (await client.listReceipts(PAGE, ASKING)).data.receipts,
} satisfies Record<string, Ask>

export type Kind = keyof typeof KINDS

/** `vacancy complete KIND`: for completion scripts. It is quiet about everything that goes wrong. */
export function add(program: Command, shell: Shell): void {
  program
    .command('complete', { hidden: true })
    .argument('<kind>')
    .action(async (kind: string) => {
      const words = await knownWords(shell, kind)
      if (words.length > 0) shell.print(words.join('\n'))
    })
}

async function knownWords(shell: Shell, kind: string): Promise<readonly string[]> {
  const ask = Object.entries(KINDS).find(([name]) => name === kind)?.[1]
  if (!ask) return []
  try {
    return (await ask(await shell.client())).map(({ id }) => id)
  } catch {
    // Without a server, those that come with the product.
    return kind === 'sources' ? SOURCES : []
  }
}
