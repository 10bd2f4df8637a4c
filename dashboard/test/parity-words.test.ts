import type { ParityFigures } from '@vacancy/client'
import { expect, test } from 'vitest'
import { undercutWords } from '../src/my-hotels/parity-words.ts'

/** Ten nights that were compared, and on how many of them each agency was cheaper. */
function figures(of: Record<string, number>) {
  const nights = Array.from({ length: 10 }, () => ({ score: { compared: 1 } }))
  const undercutters = Object.entries(of).map(([channel, count]) => ({
    channel,
    nights: count,
    deepest: null,
  }))
  return { nights, undercutters } as unknown as Pick<ParityFigures, 'nights' | 'undercutters'>
}
const said = (of: Record<string, number>) => undercutWords(figures(of), (agency) => agency.toUpperCase())

test('agencies that undercut equally often are all named', () => {
  expect(said({ lodgista: 4, roamly: 4, staybird: 4, other: 1 })).toBe(
    'LODGISTA, ROAMLY and STAYBIRD undercut equally often, on 4 nights each.',
  )
  expect(said({ lodgista: 4, roamly: 3 })).toBe('LODGISTA undercuts most often, on 4 nights.')
  expect(said({ lodgista: 0 })).toBe('No agency undercuts you on any of the 10 nights compared.')
})
