import { type Command, Option } from 'commander'
import type { HotelsResponse, Place, SearchHotelsResponse } from '../generated/shapes.ts'
import { give } from './answer.ts'
import { decimalNumber, integer, type PlaceQuery, place as placeArgument } from './arguments.ts'
import { UsageError } from './exit.ts'
import { type OutputOptions, withExamples, withOutput } from './options.ts'
import type { Shell } from './shell.ts'
import { decimal, plural } from './words.ts'

export const PLACE = 'a name, coordinates such as 38.72,-9.14, or id:PLACE_ID'

interface HotelsOptions extends OutputOptions {
  near?: PlaceQuery
  radius?: number
  chains?: string
  country?: string
  kind?: 'chain' | 'ota' | 'meta'
  live?: string
  limit?: number
  names?: boolean
}

/** `vacancy hotels`: finds hotels by their name, or around a place. */
export function add(program: Command, shell: Shell): void {
  const hotels = withOutput(
    program
      .command('hotels')
      .description('find hotels by name, code or city (free); with --near, list those around a place'),
  )
    .argument('[name...]', 'code, name, brand or city, in any order, as far as you know it')
    .option('--chains <list>', 'only these chains or agencies, separated by commas')
    .option('--country <code>', 'only in this country, such as GB')
    .addOption(
      new Option('--kind <kind>', 'only chains, agencies or metasearch engines').choices([
        'chain',
        'ota',
        'meta',
      ]),
    )
    .option('--live <engine>', 'ask a metasearch engine, such as google_hotels, by name (1 credit)')
    .option('--limit <n>', 'number of hotels (default 10, around a place 50)', integer)
    .option('--near <place>', `list the hotels around a place instead: ${PLACE}`, placeArgument)
    .option('--radius <miles>', 'around a place: search radius in miles (default 25)', decimalNumber)
    .addOption(new Option('--names', 'print only the names, for completion').hideHelp())
    .action(async (words: string[], options: HotelsOptions) => {
      if (options.near) {
        if (words.length > 0) throw new UsageError('Give either a name, or a place with --near.')
        return listAround(shell, options.near, options)
      }
      // Coordinates and place ids cannot be names.
      const where = placeArgument(words.join(' '))
      if (!('q' in where)) return listAround(shell, where, options)
      if (options.radius !== undefined) throw new UsageError('--radius works only with --near.')
      if (words.length === 0)
        throw new UsageError('Give a name, or a place with --near.', 'For example: `vacancy hotels london`.')
      await findByName(shell, words.join(' '), options)
    })
  withExamples(
    hotels,
    'hotels aurelia london obs',
    'hotels lisbon --kind chain --limit 20',
    ['hotels "Villa Serena London" --live google_hotels', 1],
    ['hotels --near Lisbon', 12],
    ['hotels --near "Springfield, IL" --radius 50', 12],
    ['hotels --near 38.72,-9.14 --chains aurelia,dunmore', 2],
  )
}

async function findByName(shell: Shell, q: string, options: HotelsOptions): Promise<void> {
  const { chains, country, kind, limit, names, live } = options
  const client = await shell.client()
  const answer = await client.searchHotels(
    { q, chains, country, kind, limit, live },
    { signal: shell.signal },
  )
  if (names) {
    const lines = new Set(answer.data.hotels.map(({ name }) => name))
    if (lines.size > 0) shell.print([...lines].join('\n'))
    return
  }
  give(shell, options, answer, (data) => showFound(shell, data))
}

function showFound(shell: Shell, { hotels }: SearchHotelsResponse): string {
  if (hotels.length === 0) return 'No hotel matches. Try fewer words, or the city.\n'
  return shell.table(
    [
      { title: 'Hotel', value: ({ chain, hotel_code }) => `${chain}:${hotel_code}` },
      { title: 'Name', flexible: true, value: ({ name }) => name },
      { title: 'City', flexible: true, value: ({ city }) => city ?? '' },
      { title: '', value: ({ country }) => country ?? '' },
      { title: 'stars', align: 'right', value: ({ stars }) => (stars === null ? '' : String(stars)) },
      {
        title: 'Note',
        value: ({ status }) => (status === 'closed' ? { text: 'closed', style: 'red' } : ''),
      },
    ],
    hotels,
  )
}

async function listAround(shell: Shell, where: PlaceQuery, options: HotelsOptions): Promise<void> {
  const { radius, chains, limit, json } = options
  const client = await shell.client()
  const answer = await client.hotels({ ...where, radius, chains, limit }, { signal: shell.signal })
  give(shell, options, answer, (data) => showHotels(shell, data))
  const most = limit ?? 50
  if (!json && answer.data.hotels.length === most) {
    shell.say(`These are the nearest ${most}. There may be more: --limit takes up to 200.`)
  }
}

export function placeLine({ paint }: Shell, where: Place | null): string {
  if (where === null)
    return 'This place is unknown. Try another spelling, or coordinates such as 38.72,-9.14.\n'
  const at = `${decimal(where.lat, 4)},${decimal(where.lng, 4)}`
  return `${paint('bold', where.name ?? at)}  ${paint('dim', [where.country, where.name === null ? null : at].filter(Boolean).join(' '))}\n`
}

function showHotels(shell: Shell, { place, alternatives, hotels }: HotelsResponse): string {
  const others = alternatives
    .slice(0, 3)
    .map(({ name, country, lat, lng }) => `${name} ${country ?? ''} at ${decimal(lat)},${decimal(lng)}`)
  const also = others.length === 0 ? '' : shell.paint('dim', `Did you mean ${others.join(', ')}?\n`)
  if (place === null || hotels.length === 0) {
    return `${placeLine(shell, place)}${place === null ? '' : 'No hotels found. Try a larger --radius.\n'}${also}`
  }
  const rows = shell.table(
    [
      { title: 'miles', align: 'right', value: ({ distance_mi }) => decimal(distance_mi, 1) },
      { title: 'Hotel', value: ({ chain, hotel_code }) => `${chain}:${hotel_code}` },
      { title: 'Name', flexible: true, value: ({ name }) => name },
      { title: 'City', flexible: true, value: ({ city }) => city ?? '' },
    ],
    hotels,
  )
  return `${placeLine(shell, place)}${also}${plural(hotels.length, 'hotel')}\n\n${rows}`
}
