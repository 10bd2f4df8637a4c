/** One thing in which two names differ. A doubt of 1 means that they cannot be one room. */
export interface Difference {
  doubt: number
  about:
    | 'kind'
    | 'grade'
    | 'beds'
    | 'party'
    | 'bedrooms'
    | 'view'
    | 'club'
    | 'access'
    | 'smoking'
    | 'feature'
    | 'word'
    | 'area'
    | 'choice'
  /** What each side says; null where it says nothing. */
  ours: string | null
  theirs: string | null
}

/**
 * How much it speaks against two names meaning one room, from 0 to 1, if only one of them says something. Set with the labelled
 * names of real hotels; the figures are in docs/identity.md.
 */
export const DOUBT = {
  /** Standard, classic and their like: most sellers leave them out. */
  baseGrade: 0.12,
  /** Two different words for the lowest grade. */
  otherBaseGrade: 0.3,
  grade: 0.28,
  /** Junior, royal, presidential: a room of its own. */
  strongGrade: 0.5,
  /** Different grades. Never enough for a match: hotels use these words in their own order. */
  otherGrade: 0.5,
  /** A studio suite is a suite, but not every suite a studio. */
  kind: 0.3,
  beds: 0.12,
  /** One of them leaves a choice of beds. */
  bedChoice: 0.12,
  /** A double bed may be a queen, less often a king. */
  queenSize: 0.18,
  kingSize: 0.2,
  /** A twin room may have two larger beds. */
  twinBeds: 0.25,
  extraBed: 0.12,
  party: 0.35,
  bedroom: 0.1,
  bedrooms: 0.45,
  view: 0.4,
  likeView: 0.15,
  club: 0.45,
  smoking: 0.4,
  feature: 0.25,
  /** A word without a known meaning. */
  word: 0.17,
  words: 0.5,
  area: 0.4,
} as const

/** Features that weigh more or less than the others. */
export const FEATURE_DOUBT: Readonly<Record<string, number>> = {
  'private pool': 0.45,
  'swim-up': 0.45,
  'shared bathroom': 0.45,
  'no window': 0.4,
  women: 0.5,
  'hot tub': 0.35,
  'single use': 0.35,
  'high floor': 0.3,
  'low floor': 0.3,
  'ground floor': 0.3,
  tower: 0.15,
  'extra bed': 0.15,
  pets: 0.12,
  kitchen: 0.12,
  bathtub: 0.08,
  'living room': 0.08,
  bathroom: 0.03,
}

export const BASE_GRADES: ReadonlySet<string> = new Set([
  'standard',
  'classic',
  'traditional',
  'basic',
  'comfort',
])
export const STRONG_GRADES: ReadonlySet<string> = new Set([
  'junior',
  'presidential',
  'royal',
  'imperial',
  'senior',
  'master',
  'honeymoon',
  'ambassador',
])
