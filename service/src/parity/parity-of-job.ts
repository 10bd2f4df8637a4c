import { Type } from 'typebox'
import { nullable } from '../edge/schemas.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import type { Grid } from '../grids/grid.ts'
import { type JobCell, readStays, type StayCells } from '../grids/job-figures.ts'
import type { FiguresDeps } from '../grids/job-market.ts'
import type { GridJob } from '../grids/open-job.ts'
import { invalid } from '../kernel/errors.ts'
import { startSlices } from '../kernel/event-loop.ts'
import { money } from '../rates/render.ts'
import { LowestSchema, MinLosField, StatusField } from '../rates/schemas.ts'
import { type JudgedRate, judgedRate, noteOf, percent, undercutView } from './answer.ts'
import { judge } from './compare.ts'
import { CheapestField, ScoreSchema, UndercutField, VerdictField } from './schemas.ts'
import { overall, scoreOf, type Verdict } from './verdict.ts'

const { bar, bar_after_tax } = LowestSchema.properties

const CELL = {
  status: StatusField,
  min_los: MinLosField,
  currency: Type.String({ description: 'The currency of these figures, ISO 4217.' }),
  bar,
  bar_after_tax,
}

const Channel = Type.Object(
  {
    channel: Type.String({ description: 'Id of the agency.', examples: ['lodgista'] }),
    ...CELL,
    gap: nullable(
      Type.Number(),
      'Channel minus direct, per room and night after tax, in the currency of direct. Null if not compared.',
    ),
    gap_pct: nullable(Type.Number(), '`gap` in percent of the direct rate, to 2 decimals.'),
    verdict: VerdictField('this channel, from the hotel’s point of view'),
    comparison_note: nullable(
      Type.String(),
      'What was converted, or why the channel is not compared. Null if neither.',
    ),
  },
  { $id: 'NightParityChannel' },
)

const NightParity = Type.Object(
  {
    night: Type.String({ description: 'Check-in.', format: 'date' }),
    los: Type.Integer({ description: 'Nights of the stay.' }),
    direct: nullable(
      Type.Object(CELL, { description: 'The chain’s own rate.' }),
      'The chain’s own rate; null if the job has no cell of it.',
    ),
    channels: Type.Array(nullable(Channel), {
      description: 'One entry per agency, in the order of `channels`. Null if the job has no cell of it.',
    }),
    verdict: VerdictField('all channels: `lose` if any channel does, else `win` if any does, else `meet`'),
    score: ScoreSchema,
    cheapest: CheapestField,
    deepest_undercut: UndercutField,
  },
  { $id: 'NightParity' },
)

/** The fields of an answer with the parity of a job. */
export const JobParity = {
  hotel: Type.Object(
    {
      chain: Type.String({ description: 'Id of the chain.' }),
      hotel_code: Type.String({ description: 'The property’s code there.' }),
      name: nullable(Type.String(), 'As the directory names it.'),
    },
    { description: 'The hotel whose own rate is compared.' },
  ),
  channels: Type.Array(
    Type.Object({
      channel: Type.String({ description: 'Id of the agency.' }),
      hotel_code: Type.String({ description: 'The hotel’s id there.' }),
    }),
    { description: 'The agencies of the grid, in order.' },
  ),
  score: ScoreSchema,
  nights: Type.Array(NightParity, { description: 'One entry per night and length of stay, in order.' }),
}

export type ParityOfJob = Awaited<ReturnType<typeof readParity>>

/** The chain's cells beside those of the agencies, night by night. Refuses jobs about anything else. */
export async function readParity(deps: FiguresDeps, found: GridJob) {
  const sides = sidesOf(found.grid, found.job.id)
  const { source, hotelCode } = sides.direct
  const facts = await deps.hotelBook.one({ source: source.id, hotelCode })
  const slices = startSlices()
  const nights: ReturnType<typeof nightView>[] = []
  for (const stay of await readStays(deps, found)) {
    nights.push(nightView(deps.fx, stay, sides))
    await slices.pause()
  }
  return {
    hotel: { chain: source.id, hotel_code: hotelCode, name: facts?.name ?? null },
    channels: sides.channels.map(({ name, hotelCode: id }) => ({ channel: name, hotel_code: id })),
    score: scoreOf(nights.flatMap(({ channels }) => channels.map((row) => row?.verdict ?? null))),
    nights,
  }
}

interface Sides {
  direct: Grid['hotels'][number] & { index: number }
  channels: { name: string; hotelCode: string; index: number }[]
}

/** Which hotel of a grid is compared with which listings. */
function sidesOf({ hotels }: Grid, job: string): Sides {
  const placed = hotels.map((hotel, index) => ({ ...hotel, index }))
  const [direct, ...others] = placed.filter(({ source }) => source.kind === 'chain')
  const agencies = placed.filter(({ source }) => source.kind === 'ota')
  const isOneEach = new Set(agencies.map(({ source }) => source)).size === agencies.length
  if (!direct || others.length > 0 || agencies.length === 0 || !isOneEach)
    throw invalid(
      `The job ${job} must have one hotel of a chain, and at least one agency with one listing each.`,
    )
  const channels = agencies.map(({ source, hotelCode, index }) => ({ name: source.id, hotelCode, index }))
  return { direct, channels }
}

function nightView(fx: ReferenceRates, { night, los, cells }: StayCells, { direct, channels }: Sides) {
  const own = cells.get(direct.index)
  const rows = channels.map(({ name, index }) => {
    const cell = cells.get(index)
    if (!cell) return null
    return { name, cell, rate: own ? judgedRate(fx, own.figures, name, cell) : null }
  })
  const rates = rows.flatMap((row) => row?.rate ?? [])
  const { cheapest, deepestUndercut } = judge(rates)
  const verdicts = rows.map((row): Verdict | null => row?.rate?.verdict ?? null)
  const score = scoreOf(verdicts)
  const currency = own?.figures.currency ?? ''
  return {
    night,
    los,
    direct: own ? cellView(own) : null,
    channels: rows.map((row) => row && channelView(row, own)),
    verdict: overall(score),
    score,
    cheapest,
    deepest_undercut: undercutView(deepestUndercut, currency),
  }
}

function cellView({ figures: { status, minLos, currency, bar: shown, barAfterTax } }: JobCell) {
  return {
    status,
    min_los: minLos,
    currency,
    bar: money(shown, currency),
    bar_after_tax: money(barAfterTax, currency),
  }
}

function channelView(
  { name, cell, rate }: { name: string; cell: JobCell; rate: JudgedRate | null },
  own: JobCell | undefined,
) {
  const at = { channel: name, ...cellView(cell) }
  if (!own || !rate) {
    const note = 'Not compared: the rate of the chain itself is not known.'
    return { ...at, gap: null, gap_pct: null, verdict: null, comparison_note: note }
  }
  const { comparison, compared, verdict } = rate
  return {
    ...at,
    gap: money(comparison.gap, own.figures.currency),
    gap_pct: percent(comparison.gapPct),
    verdict,
    comparison_note:
      comparison.gap === null
        ? (untaxedNote(name, cell, own) ?? comparison.note)
        : noteOf(comparison.note, compared.comparable?.conversion ?? null),
  }
}

/** Cells do not say whether their price includes tax, so only prices after tax are compared. */
function untaxedNote(name: string, { figures: channel }: JobCell, { figures: direct }: JobCell) {
  const sides = [
    { who: 'direct', ...direct },
    { who: name, ...channel },
  ]
  if (sides.some(({ bar: shown, barAfterTax }) => (shown ?? barAfterTax) === null)) return null
  const silent = sides.filter(({ barAfterTax }) => barAfterTax === null).map(({ who }) => who)
  return silent.length === 0 ? null : `Not compared: no after-tax price from ${silent.join(' and ')}.`
}
