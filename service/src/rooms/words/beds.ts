/** Words for beds and for how many people a room is for, folded. */

export const BED_TYPES = [
  'king',
  'queen',
  'double',
  'single',
  'sofa',
  'bunk',
  'futon',
  'wall',
  'bed',
] as const
export type BedType = (typeof BED_TYPES)[number]

export interface Bed {
  type: BedType
  count: number
}

/**
 * `count` is for a word without a number before it: a twin room has two single beds. `bed` alone says nothing without one.
 */
export const BEDS: readonly { type: BedType; count: number; words: string }[] = [
  {
    type: 'king',
    count: 1,
    words:
      'king|king size|king sized|kingsize|kingsizebett|king bett|kingbett|super king|kng|kings|california king|cama extragrande|camas extragrandes|cama de matrimonio extragrande|cama doble extragrande',
  },
  {
    type: 'queen',
    count: 1,
    words: 'queen|olympic queen|queen size|queen sized|queensize|queensizebett|queenbett|queens',
  },
  {
    type: 'double',
    count: 1,
    words:
      'double|doubles|dbl|doppel|doppelbett|doppelbetten|lit double|lits doubles|cama doble|camas dobles|cama doble grande|camas dobles grandes|cama de matrimonio grande|camas de matrimonio grandes|cama grande|doble|dobles|doppio|doppia|doppi|letto matrimoniale|letti matrimoniali|matrimoniale|matrimonial|matrimonio|cama de matrimonio|cama de casal|camas de casal|casal|duplo|dupla|franzosisches bett|full bed|full beds|full size|grand lit|large bed|big bed|doppelzimmer',
  },
  {
    type: 'single',
    count: 2,
    words:
      'twin|twins|twn|twin beds|single beds|zweibett|einzelbetten|lits jumeaux|lits simples|lits separes|jumeaux|camas gemelas|camas separadas|letti singoli|letti separati|getrennte betten|camas individuales|camas de solteiro|twin size beds',
  },
  {
    type: 'single',
    count: 1,
    words:
      'single bed|twin bed|einzelbett|lit simple|lit une place|cama individual|cama de solteiro|letto singolo|one person bed',
  },
  {
    type: 'sofa',
    count: 1,
    words:
      'sofa bed|sofa beds|single sofa bed|double sofa bed|twin sofa bed|single sofabed|double sofabed|sofabed|sofabeds|sofa|sleeper sofa|sofa sleeper|pull out sofa|pullout|schlafsofa|schlafcouch|canape lit|canape convertible|sofa cama|divano letto|sleeper|sofasleeper|daybed|day bed',
  },
  {
    type: 'bunk',
    count: 1,
    words:
      'bunk|bunks|bunk bed|bunk beds|etagenbett|etagenbetten|hochbett|lits superposes|lit superpose|litera|literas|letto a castello|letti a castello|beliche|beliches',
  },
  { type: 'futon', count: 1, words: 'futon|futon bed|futons|tatami' },
  { type: 'wall', count: 1, words: 'murphy bed|wall bed|murphy' },
  { type: 'bed', count: 0, words: 'bed|beds|bett|betten|lit|lits|cama|camas|letto|letti' },
]

/** A room for so many, whatever its beds. */
export const PARTY_WORDS: readonly { sleeps: number; words: string }[] = [
  { sleeps: 1, words: 'single|sgl|einzel|einzelzimmer|individual|individuelle|singola|singolo|solteiro' },
  {
    sleeps: 3,
    words:
      'triple|tpl|trpl|dreibett|dreibettzimmer|tripla|triplo|three person|three bedded|drei personen|pour trois',
  },
  {
    sleeps: 4,
    words: 'quadruple|quad|vierbett|vierbettzimmer|cuadruple|quadrupla|quadruplo|four bedded|four person',
  },
  { sleeps: 5, words: 'quintuple|funfbett|quintupla' },
]

export const NUMBERS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  ein: 1,
  eine: 1,
  einem: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  un: 1,
  une: 1,
  deux: 2,
  trois: 3,
  quatre: 4,
  una: 1,
  dos: 2,
  tres: 3,
  cuatro: 4,
  uno: 1,
  due: 2,
  tre: 3,
  quattro: 4,
  um: 1,
  uma: 1,
  dois: 2,
  duas: 2,
  quatro: 4,
}
