import type { Rate } from '../source.ts'

/**
 * The meals in names that hotels give to their services, in the languages of most of them. The larger board first: "half
 * board with breakfast" is half board.
 */
const BOARDS: readonly [string, RegExp][] = [
  ['all_inclusive', /all[\s-]?inclusive|todo incluido|tutto incluso|tout compris/i],
  [
    'full_board',
    /full[\s-]?board|vollpension|pension compl[eè]te|pensi[oó]n completa|pensione completa|volpension/i,
  ],
  [
    'half_board',
    /half[\s-]?board|halbpension|demi[\s-]?pension|media pensi[oó]n|mezza pensione|halfpension/i,
  ],
  [
    'breakfast',
    /breakfast|fr(?:ü|ue)hst(?:ü|ue)ck|petit[\s-]?d[eé]j|desayuno|colazione|ontbijt|caf[eé] da manh[aã]|pequeno[\s-]almo[cç]o|frukost|frokost|morgenmad|aamiai|sn[ií]dan|śniadani/i,
  ],
]

/** The board that these names promise; null if they mention no meal. */
export function mealPlanOf(names: readonly string[]): Rate['mealPlan'] {
  const found = BOARDS.find(([, words]) => names.some((name) => words.test(name)))
  return found?.[0] ?? null
}
