import { BEDS, type BedType, NUMBERS, PARTY_WORDS } from './words/beds.ts'
import { ACCESSIBLE, CLUB, FEATURES, NON_SMOKING, SILENT, SMOKING, UNASSIGNED } from './words/features.ts'
import { GRADES, KINDS, type Kind } from './words/grades.ts'
import { FRONT_WORDS, PARTIAL_WORDS, PLACES, VIEW_WORDS } from './words/places.ts'

/** What a phrase of a room's name means. */
export type Meaning =
  | { is: 'grade' | 'place' | 'feature'; value: string }
  | { is: 'kind'; value: Kind }
  | { is: 'bed'; type: BedType; count: number }
  | { is: 'party'; sleeps: number }
  | { is: 'number'; value: number }
  | { is: 'unit'; unit: Unit }
  | { is: 'smoking'; value: boolean }
  | { is: 'view' | 'front' | 'partial' | 'unassigned' | 'club' | 'accessible' | 'silent' | 'and' | 'or' }

/** A meaning in its place, or a word that means nothing to us. */
export type Item = Meaning | { is: 'word'; word: string }

export type Unit = 'bedrooms' | 'people' | 'children' | 'm2' | 'ft2' | 'rooms'

const UNITS: Readonly<Record<Unit, string>> = {
  bedrooms:
    'bedroom|bedrooms|bed room|bed rooms|br|bdr|bdrm|bdrms|bedrm|bhk|schlafzimmer|schlafzimmern|chambres|chambre|dormitorios|dormitorio|recamaras|habitaciones|camere|camera da letto|camere da letto|quartos|quarto',
  people:
    'people|persons|person|guests|guest|pax|adults|adult|ad|adultos|adulto|adultes|adulte|adulti|erwachsene|erwachsener|personen|personnes|personne|personas|persone|pessoas|pers',
  children: 'children|child|ch|chd|kinder|kind|enfants|enfant|ninos|nino|bambini|bambino|criancas|crianca',
  m2: 'm 2|sqm|sq m|qm|square meters|square metres|square meter|m2|mq',
  rooms: 'room|rooms|zimmer|raum|pieces|ambientes',
  ft2: 'sq ft|sqft|square feet|square foot|sf',
}

interface Phrase {
  words: readonly string[]
  meaning: Meaning
}

/** By the first word; longer phrases first, because "non smoking" is not "smoking". */
const PHRASES = phrasesByFirstWord()
const UNIT_PHRASES = new Map<string, Phrase[]>()
for (const [unit, words] of Object.entries(UNITS))
  add(UNIT_PHRASES, words, { is: 'unit', unit: unit as Unit })
for (const phrases of UNIT_PHRASES.values()) phrases.sort((a, b) => b.words.length - a.words.length)

function phrasesByFirstWord(): Map<string, Phrase[]> {
  const all = new Map<string, Phrase[]>()
  // What is added first wins over the same words added later.
  for (const [value, { words }] of Object.entries(KINDS))
    add(all, words, { is: 'kind', value: value as Kind })
  for (const [value, { words }] of Object.entries(GRADES)) add(all, words, { is: 'grade', value })
  for (const { type, count, words } of BEDS) add(all, words, { is: 'bed', type, count })
  for (const { sleeps, words } of PARTY_WORDS) add(all, words, { is: 'party', sleeps })
  for (const [value, words] of Object.entries(FEATURES)) add(all, words, { is: 'feature', value })
  for (const [value, words] of Object.entries(PLACES)) add(all, words, { is: 'place', value })
  add(all, VIEW_WORDS, { is: 'view' })
  add(all, FRONT_WORDS, { is: 'front' })
  add(all, PARTIAL_WORDS, { is: 'partial' })
  add(all, UNASSIGNED, { is: 'unassigned' })
  add(all, CLUB, { is: 'club' })
  add(all, ACCESSIBLE, { is: 'accessible' })
  add(all, NON_SMOKING, { is: 'smoking', value: false })
  add(all, SMOKING, { is: 'smoking', value: true })
  add(all, 'or|oder|ou|oppure|o|/', { is: 'or' })
  add(all, 'and|und|et|y|e|&|+', { is: 'and' })
  add(all, SILENT, { is: 'silent' })
  for (const [word, value] of Object.entries(NUMBERS)) add(all, word, { is: 'number', value })
  for (const phrases of all.values()) phrases.sort((a, b) => b.words.length - a.words.length)
  return all
}

function add(to: Map<string, Phrase[]>, phrases: string, meaning: Meaning): void {
  for (const phrase of phrases.split('|')) {
    const words = phrase.split(' ')
    const first = words[0] ?? ''
    const known = to.get(first)
    if (known) known.push({ words, meaning })
    else to.set(first, [{ words, meaning }])
  }
}

export function isWord(word: string): boolean {
  return PHRASES.has(word)
}

/** The longest phrase that starts at a word. */
export function phraseAt(words: readonly string[], at: number): Phrase | undefined {
  return longest(PHRASES, words, at)
}

/** What a number before it counts. */
export function unitAt(words: readonly string[], at: number): { unit: Unit; length: number } | undefined {
  const found = longest(UNIT_PHRASES, words, at)
  return found?.meaning.is === 'unit' ? { unit: found.meaning.unit, length: found.words.length } : undefined
}

function longest(
  phrases: ReadonlyMap<string, readonly Phrase[]>,
  words: readonly string[],
  at: number,
): Phrase | undefined {
  return phrases
    .get(words[at] ?? '')
    ?.find((phrase) => phrase.words.every((word, i) => words[at + i] === word))
}
