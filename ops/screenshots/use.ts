import { type Client, createClient } from '@vacancy/client'
import { until } from '../../service/test/support/until.ts'
import { type Links, makeLinks } from './links.ts'
import type { Showroom } from './showroom.ts'

/** Things to open: jobs, the watch with the most events, sets of hotels, the schedule and the link of a board, a receipt, links to other people. */
export interface Made {
  links: Links
  doneJob: string
  runningJob: string
  watch: string
  booking: string
  receipt: string
  /** With its two boards. */
  set: string
  marketJob: string
  parityJob: string
  schedule: string
  shared: string
  /** Without competitors yet. */
  newSet: string
}

const CHAINS = ['aurelia', 'harborline', 'evergrand', 'castellan'] as const
const HOTELS = {
  aurelia: ['LONAU', 'NEWAU', 'TOKAU'],
  harborline: ['LONHL', 'NEWHL', 'TOKHL'],
  evergrand: ['H1540', 'H9025', 'H8042'],
  castellan: ['LONCA', 'NEWCA', 'TOKCA'],
} as const

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const DAY = 86_400_000

/** Simulates a month of use: every kind of call, jobs in every state, watches that fire. */
export async function useService(showroom: Showroom): Promise<Made> {
  const { url, visitor } = showroom
  const clientOf = async (name: string) => {
    const { body } = await visitor.call('POST', '/keys', { body: { name } })
    return createClient({ baseUrl: url, apiKey: String(body['key']), retries: 8 })
  }
  const [production, staging] = [await clientOf('production'), await clientOf('staging')]
  await visitor.call('POST', '/keys', { body: { name: 'laptop' } })
  await revoke(showroom, 'laptop')
  const days = Math.min(13, new Date().getUTCDate() - 1)
  await introduce(staging)
  for (let day = days; day >= 0; day -= 1) {
    await showroom.daysBack(day)
    // Moves the sandbox's clock, so that prices change and watches fire.
    await showroom.control('/time', { offsetMs: -day * DAY })
    await aDay(production, day)
    if (day % 3 === 0) await aDayOfTesting(staging, day)
    for (const { ask } of OLD_JOBS.filter((job) => job.day === day)) await endedJob(production, ask)
  }
  const watch = await watches(production, showroom)
  const booking = await bookings(production, showroom)
  const boards = await fillBoards(production)
  const made = {
    ...(await jobs(production, showroom)),
    ...boards,
    watch,
    booking,
    receipt: await keepReceipt(production),
    links: await makeLinks(showroom),
  }
  await showroom.setPlan('starter')
  return made
}

async function revoke({ visitor }: Showroom, name: string): Promise<void> {
  const { body } = await visitor.call('GET', '/keys')
  const key = (body['keys'] as { id: string; name: string }[]).find((each) => each.name === name)
  await visitor.call('DELETE', `/keys/${key?.id}`)
}

/** Varies by day, but is the same in every run. */
async function aDay(client: Client, day: number): Promise<void> {
  const chain = CHAINS[day % CHAINS.length] ?? 'aurelia'
  const [london, newYork, tokyo] = HOTELS[chain]
  const stays = 3 + ((day * 7) % 5)
  for (let stay = 0; stay < stays; stay += 1) {
    const checkin = inDays(20 + ((day * 5 + stay * 3) % 40))
    await client.shop({ chain, hotel_code: london, checkin })
    if (stay % 2 === 0) await client.shop({ chain, hotel_code: london, checkin })
  }
  await client.compset({
    hotels: CHAINS.map((each) => ({ chain: each, hotel_code: HOTELS[each][1] })),
    checkin: inDays(25 + day),
    rates: 'member',
  })
  if (day % 2 === 0) {
    const nights = { from: inDays(30), to: inDays(36 + (day % 4) * 3) }
    await client.calendar({ chain, hotel_code: tokyo, nights })
  }
  if (day % 3 === 1) await client.stay({ chain, hotel_code: newYork, checkin: inDays(40 + day), los: 4 })
  if (day % 4 === 1) await client.parity({ chain, hotel_code: newYork, checkin: inDays(30 + day) })
  if (day % 5 === 2) await client.award({ chain, hotel_code: tokyo, checkin: inDays(50 + day) })
}

/** So that every hotel that the explorer suggests has a name. */
async function introduce(client: Client): Promise<void> {
  const { chains } = (await client.listChains()).data
  for (const { id, kind, examples } of chains) {
    const [, london] = examples
    if (kind === 'chain' && london) await client.shop({ chain: id, hotel_code: london, checkin: inDays(90) })
  }
}

async function aDayOfTesting(client: Client, day: number): Promise<void> {
  for (let stay = 0; stay < 4; stay += 1) {
    const checkin = inDays(60 + day + stay)
    await client.shop({ chain: 'kestrel', hotel_code: 'GB9860', checkin })
  }
}

async function watches(client: Client, { hooks, control }: Showroom): Promise<string> {
  const night = inDays(30)
  const watch = { nights: { from: night, to: inDays(33) }, currency: 'GBP', webhook_url: hooks.good }
  const hotel = { chain: 'aurelia', hotel_code: 'LONAU' }
  const { data: any } = await client.createWatch({ ...watch, ...hotel, kind: 'cash', condition: 'any' })
  const rebook = { paid: 160, min_saving_pct: 5 }
  const stay = { ...watch, chain: 'harborline', hotel_code: 'LONHL', nights: { from: night, to: night } }
  const others = [
    { ...stay, kind: 'cash' as const, condition: 'rebook' as const, rebook, webhook_url: hooks.broken },
    {
      ...watch,
      chain: 'evergrand',
      hotel_code: 'H8042',
      kind: 'award' as const,
      condition: 'points_lte' as const,
      points_lte: 20_000,
      refresh_sec: 21_600,
    },
  ]
  const made = [any.id]
  for (const other of others) made.push((await client.createWatch(other)).data.id)
  const paused = await client.createWatch({
    ...watch,
    chain: 'castellan',
    hotel_code: 'TOKCA',
    kind: 'cash',
    condition: 'available',
  })
  await client.changeWatch({ id: paused.data.id, status: 'paused' })
  for (const id of made)
    await until(async () => (await client.getWatch({ id })).data.last_refresh_at !== null)
  for (const ahead of [1, 3, 5]) {
    await control('/time', { offsetMs: ahead * DAY })
    for (const { chain, hotel_code } of [hotel, stay])
      await client.shop({ chain, hotel_code, checkin: night, currency: 'GBP', max_age: 0 })
  }
  await control('/time', { offsetMs: 0 })
  await client.testWatch({ id: any.id })
  await until(async () => {
    const { events } = (await client.listEvents({ limit: 100 })).data
    return (
      events.some(({ delivery }) => (delivery?.attempts ?? 0) > 1) &&
      events.every(({ delivery }) => !delivery || delivery.attempts > 0)
    )
  })
  return any.id
}

/** What guests of an agency have booked: most of it costs less by now; one guest has left. */
async function bookings(client: Client, { hooks }: Showroom): Promise<string> {
  const stays = [
    { chain: 'aurelia', hotel_code: 'LONAU', ahead: 24, dearer: 1.18, reference: 'Okafor, file 20417' },
    { chain: 'harborline', hotel_code: 'NEWHL', ahead: 31, dearer: 0.9, reference: 'Lindqvist, file 20431' },
    { chain: 'castellan', hotel_code: 'TOKCA', ahead: 46, dearer: 1.09, reference: 'Moreau, file 20440' },
    { chain: 'aurelia', hotel_code: 'TOKAU', ahead: 12, dearer: 1.06, reference: 'Haddad, file 20452' },
  ] as const
  const { id } = (
    await client.createEndpoint({ kind: 'webhook', url: hooks.good, description: 'Front desk' })
  ).data
  const followed: string[] = []
  for (const { chain, hotel_code, ahead, dearer, reference } of stays) {
    const checkin = inDays(ahead)
    const { rooms, currency } = (await client.shop({ chain, hotel_code, checkin })).data
    const booked = rooms
      .flatMap((room) => room.rates.map((rate) => ({ room, rate })))
      .find(
        ({ rate }) =>
          rate.refundable === true && !rate.member_only && rate.price_per_night_after_tax !== null,
      )
    if (!booked) throw new Error(`${hotel_code} has no refundable rate`)
    const made = await client.createBooking({
      chain,
      hotel_code,
      checkin,
      room_name: booked.room.name,
      refundable: true,
      meal_plan: 'room_only',
      paid: {
        amount: Math.round((booked.rate.price_per_night_after_tax ?? 0) * dearer),
        currency,
        basis: 'after_tax',
      },
      cancel_by: `${inDays(ahead - 2)}T16:00:00Z`,
      endpoints: [id],
      reference,
    })
    await until(async () => (await client.getBooking({ id: made.data.id })).data.last_refresh_at !== null)
    if (hotel_code === 'TOKAU') await client.changeBooking({ id: made.data.id, status: 'closed' })
    followed.push(made.data.id)
  }
  return followed[0] ?? ''
}

async function keepReceipt(client: Client): Promise<string> {
  const stay = { chain: 'aurelia', hotel_code: 'LONAU', checkin: inDays(75) }
  return (await client.shop({ ...stay, receipt: true })).data.receipt?.id ?? ''
}

type MadeBoards = Pick<Made, 'set' | 'marketJob' | 'parityJob' | 'schedule' | 'shared' | 'newSet'>

/** A hotel of London with its competitors: its market and its parity for the nights to come. */
async function fillBoards(client: Client): Promise<MadeBoards> {
  const subject = { chain: 'aurelia', hotel_code: 'LONAU' }
  const { chains } = (await client.listChains()).data
  const london = chains
    .filter(({ kind, examples }) => kind === 'chain' && examples.length > 1)
    .map(({ id, examples }) => ({ chain: id, hotel_code: examples[1] ?? '' }))
  const others = london.filter(({ chain }) => chain !== subject.chain).slice(0, 6)
  const set = { name: 'Aurelia London Observatory', hotels: [subject, ...others], subject }
  const { id } = (await client.createSet(set)).data
  await client.hotelIds({ chain: subject.chain, code: subject.hotel_code })
  const fetched = async (kind: 'market' | 'parity', nights: number) => {
    const ask = { set: id, kind, nights: { from: '+0d', to: `+${nights - 1}d` }, currency: 'GBP' }
    const { board, job } = (await client.makeBoard(ask)).data
    await client.waitForJob(job.id)
    return { board: board.id, job: job.id }
  }
  const [market, parity] = [await fetched('market', 90), await fetched('parity', 30)]
  const schedule = await client.createSchedule({
    name: `Market of ${set.name}`,
    ask: 'matrix',
    body: { set: id, currency: 'GBP', nights: { from: '+0d', to: '+89d' } },
    every: 'day',
    at: '07:00',
    timezone: 'Europe/London',
    max_credits: 250,
  })
  const link = (await client.shareBoard({ id: market.board })).data
  const hotel = { chain: 'harborline', hotel_code: 'LONHL' }
  const alone = await client.createSet({ name: 'Harborline London', hotels: [hotel], subject: hotel })
  return {
    set: id,
    marketJob: market.job,
    parityJob: parity.job,
    schedule: schedule.data.id,
    shared: new URL(link.url ?? '', 'http://vacancy').pathname,
    newSet: alone.data.id,
  }
}

const OLD_JOBS: readonly { day: number; ask: Parameters<Client['matrix']>[0] }[] = [
  { day: 11, ask: { chain: 'aurelia', hotel_codes: ['NEWAU', 'TOKAU'], nights: from(30, 60), kind: 'cash' } },
  { day: 8, ask: { chain: 'harborline', hotel_codes: ['NEWHL'], nights: from(60, 25), kind: 'award' } },
  { day: 4, ask: { chain: 'aurelia', hotel_codes: ['REFUSED'], nights: from(40, 3), kind: 'award' } },
  { day: 2, ask: { chain: 'evergrand', hotel_codes: ['H1540'], nights: from(30, 30), kind: 'award' } },
]

async function endedJob(client: Client, ask: Parameters<Client['matrix']>[0]): Promise<string> {
  const answer = await client.matrix(ask)
  if (answer.status !== 202) throw new Error('All cells are cached already.')
  await client.waitForJob(answer.data.job.id)
  return answer.data.job.id
}

async function jobs(client: Client, { control }: Showroom): Promise<Pick<Made, 'doneJob' | 'runningJob'>> {
  const hotels = CHAINS.map((chain) => ({ chain, hotel_code: HOTELS[chain][0] }))
  const doneJob = await endedJob(client, { hotels, nights: from(45, 14), kind: 'cash' })
  // Slow enough to be still running in the last picture.
  await control('/sources/juniper', { latencyMs: 3500 })
  const slow = await client.matrix({
    chain: 'juniper',
    hotel_codes: ['lp27d4a882', 'lp210b3a60', 'lp24cc44aa'],
    nights: from(90, 366),
  })
  if (slow.status !== 202) throw new Error('All cells are cached already.')
  const { id } = slow.data.job
  await until(async () => (await client.getJob({ id })).data.cells_done > 150)
  return { doneJob, runningJob: id }
}

function from(first: number, nights: number): { from: string; to: string } {
  return { from: inDays(first), to: inDays(first + nights - 1) }
}
