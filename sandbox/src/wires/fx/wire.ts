import { publishedDays, type RateFile, ratesOf } from '../../world/reference-rates.ts'
import type { World } from '../../world/world.ts'
import type { Wire, WireAnswer, WireFactory } from '../wire.ts'

const DAY_MS = 86_400_000
/** How far back the history goes. */
const HISTORY_DAYS = 400

/** Reference rates: the European Central Bank's XML, or the JSON table with all other currencies. */
export const createFxWire: WireFactory = (source, world): Wire => {
  const file: RateFile = source.profile['file'] === 'extra' ? 'extra' : 'bank'
  return {
    codes: () => [],
    answer: ({ method, path }) => {
      const days = DAYS_AT[file][path]
      if (method !== 'GET' || days === undefined) return { status: 404, body: 'Not Found' }
      return file === 'bank' ? bankAnswer(world, days) : extraAnswer(world, days)
    },
  }
}

/** The files by path, and how many days each goes back. The bank's last working day is at most three days ago. */
const DAYS_AT: Readonly<Record<RateFile, Readonly<Record<string, number>>>> = {
  bank: {
    '/eurofxref-daily.xml': 3,
    '/eurofxref-hist-90d.xml': 90,
    '/eurofxref-hist.xml': HISTORY_DAYS,
  },
  extra: { '/today.json': 1, '/rates.json': HISTORY_DAYS },
}

function bankAnswer(world: World, days: number): WireAnswer {
  const published = publishedDays('bank', todayOf(world), days)
  const shown = days <= 3 ? published.slice(0, 1) : published
  const cubes = shown.map((day) => {
    const rates = ratesOf('bank', world.seed, day).map(
      ({ currency, rate }) => `<Cube currency='${currency}' rate='${rate}'/>`,
    )
    return `<Cube time='${dateOf(day)}'>\n${rates.join('\n')}</Cube>`
  })
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject>
<gesmes:Sender>
<gesmes:name>Sandbox Central Bank</gesmes:name>
</gesmes:Sender>
<Cube>
${cubes.join('\n')}
</Cube>
</gesmes:Envelope>`
  return { status: 200, headers: { 'content-type': 'text/xml' }, body }
}

/** One table, or a list of them, newest first. */
function extraAnswer(world: World, days: number): WireAnswer {
  const tables = publishedDays('extra', todayOf(world), days).map((day) => {
    const rates = ratesOf('extra', world.seed, day).map(
      ({ currency, rate }) => `${JSON.stringify(currency)}:${rate}`,
    )
    return `{"base":"USD","date":"${dateOf(day)}","rates":{${rates.join(',')}}}`
  })
  const body = days === 1 ? (tables[0] ?? '') : `[${tables.join(',\n')}]`
  return { status: 200, headers: { 'content-type': 'application/json' }, body }
}

function todayOf(world: World): number {
  return Math.floor(world.now() / DAY_MS)
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}
