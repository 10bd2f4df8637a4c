/**
 * Words that say how good a room is, and what kind of room. All words are folded: lower case, without accents. They are English
 * and the commonest of German, French, Spanish, Italian and Portuguese. Phrases are separated by `|`.
 */

export const CLASSES = [
  'standard',
  'superior',
  'deluxe',
  'executive',
  'suite',
  'apartment',
  'dormitory',
] as const
export type RoomClass = (typeof CLASSES)[number]

/** Hotels order their grades in their own ways; only those that nearly all order alike have a class. */
export const GRADES: Readonly<Record<string, { words: string; class: RoomClass | null }>> = {
  standard: { words: 'standard|std|estandar|standaard|normal|regular', class: 'standard' },
  classic: { words: 'classic|classique|clasica|clasico|classica|classico|klassik', class: 'standard' },
  traditional: {
    words: 'traditional|tradition|traditionnelle|traditionnel|tradicional|tradizionale',
    class: 'standard',
  },
  basic: { words: 'basic|basica|basico|basique|einfaches', class: 'standard' },
  economy: {
    words:
      'economy|economic|economica|economico|economique|budget|saver|value|eco|economie|turista|sparzimmer',
    class: 'standard',
  },
  small: {
    words:
      'small|cosy|cozy|petite|petit|klein|kleines|kleine|pequena|pequeno|piccola|piccolo|compact|tiny|mini|snug|xs',
    class: 'standard',
  },
  large: {
    words: 'large|big|spacious|xl|gross|grosses|amplia|ampla|maxi|oversized|extra large',
    class: null,
  },
  comfort: { words: 'comfort|komfort|confort|comfy|comfortable', class: 'standard' },
  superior: { words: 'superior|sup|superieure|superieur|superiore|superiora', class: 'superior' },
  deluxe: {
    words: 'deluxe|delux|dlx|de luxe|luxe|de lujo|lujo|lusso|di lusso|luxo|de luxo',
    class: 'deluxe',
  },
  luxury: { words: 'luxury|luxus|luxurious', class: 'deluxe' },
  premium: { words: 'premium', class: null },
  premier: { words: 'premier|premiere', class: null },
  prestige: { words: 'prestige|prestigio', class: null },
  privilege: { words: 'privilege|privilegio|privilegiada', class: null },
  signature: { words: 'signature', class: null },
  select: { words: 'select|selection|selezione|seleccion', class: null },
  grand: { words: 'grand|grande|gran', class: null },
  royal: { words: 'royal|regal|real|reale|konigliche|royale', class: null },
  imperial: { words: 'imperial', class: null },
  presidential: {
    words:
      'presidential|president|presidente|presidencial|presidenziale|presidentielle|prasidenten|prasidentensuite',
    class: null,
  },
  executive: {
    words: 'executive|exec|executif|executiva|executivo|ejecutiva|ejecutivo|esecutiva',
    class: 'executive',
  },
  business: { words: 'business|affaires|negocios', class: null },
  junior: { words: 'junior|jr', class: null },
  senior: { words: 'senior', class: null },
  master: { words: 'master', class: null },
  ambassador: { words: 'ambassador', class: null },
  honeymoon: { words: 'honeymoon|bridal|nupcial|lune de miel|luna de miel|hochzeits', class: null },
}

export type Kind =
  | 'dormitory'
  | 'suite'
  | 'studio'
  | 'apartment'
  | 'villa'
  | 'house'
  | 'bungalow'
  | 'penthouse'
  | 'loft'
  | 'capsule'
  | 'tent'

/** A name with several of them is of the first one here: a studio suite is a suite. */
export const KINDS: Readonly<Record<Kind, { words: string; class: RoomClass | null }>> = {
  dormitory: {
    words:
      'dormitory|dorm|schlafsaal|dortoir|camerata|dormitorio compartido|shared room|bed in dormitory|bed in dorm|mixed dorm|dormitorio',
    class: 'dormitory',
  },
  capsule: { words: 'capsule|pod|cabin bed|kapsel', class: null },
  tent: { words: 'tent|yurt|tipi|zelt|tente|tenda|glamping', class: null },
  penthouse: { words: 'penthouse|atico', class: 'suite' },
  suite: { words: 'suite|suites|suiten|ste', class: 'suite' },
  villa: { words: 'villa|villas', class: 'apartment' },
  house: {
    words:
      'house|holiday home|vacation home|ferienhaus|haus|maison|chalet|cottage|townhouse|cabin|lodge|casita|home',
    class: 'apartment',
  },
  bungalow: { words: 'bungalow|bungalows|bangalo|bungalo', class: null },
  loft: { words: 'loft', class: 'apartment' },
  studio: { words: 'studio|studios|estudio|monolocale', class: 'apartment' },
  apartment: {
    words:
      'apartment|apartments|apt|appartement|apartamento|apartamentos|appartamento|appartment|flat|wohnung|ferienwohnung|condo|condominium|bilocale|trilocale',
    class: 'apartment',
  },
}
