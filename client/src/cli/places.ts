import type { Command } from 'commander'
import type { HotelsResponse, Place } from '../generated/shapes.ts'
import { give } from './answer.ts'
import { decimalNumber, integer, type PlaceQuery, place as placeArgument } from './arguments.ts'
import { type OutputOptions, withExamples, withOutput } from './options.ts'
import type { Shell } from './shell.ts'
import { decimal, plural } from './words.ts'

export const PLACE = 'a name, coordinates such as 38.72,-9.14, or id:PLACE_ID'

/** `vacancy hotels`: the hotels around a place. */
export function add(program: Command, shell: Shell): void {
  const hotels = withOutput(
    program.command('hotels').description('list the hotels around a place, nearest first'),
  )
    .argument('<place>', PLACE, placeArgument)
    .option('--radius <miles>', 'search radius in miles (default 25)', decimalNumber)
    .option('--chains <list>', 'only these chains, separated by commas')
    .option('--limit <n>', 'number of hotels (default 50)', integer)
    .action(
      async (
        where: PlaceQuery,
        { json, ...asked }: OutputOptions & { radius?: number; chains?: string; limit?: number },
      ) => {
        const client = await shell.client()
        const answer = await client.hotels({ ...where, ...asked }, { signal: shell.signal })
        give(shell, { ...(json && { json }) }, answer, (data) => showHotels(shell, data))
        const most = asked.limit ?? 50
        if (!json && answer.data.hotels.length === most) {
          shell.say(`These are the nearest ${most}. There may be more: --limit takes up to 200.`)
        }
      },
    )
  withExamples(
    hotels,
    'hotels Lisbon',
    'hotels "Springfield, IL" --radius 50',
    'hotels 38.72,-9.14 --chains aurelia,dunmore',
  )
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
