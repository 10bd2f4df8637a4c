import type { Pool } from '../service/src/db/pool.ts'
import { keysOf } from '../service/src/hotels/search/words.ts'

/** A made-up directory: hotels with names as people give them, in as many cities as a world of that size has. */

export interface MadeHotel {
  source: string
  isChain: boolean
  code: string
  name: string
  city: string
  brand: string | null
  country: string
}

const CHAINS = [
  'aurelia',
  'brightwater',
  'castellan',
  'dunmore',
  'evergrand',
  'foxhollow',
  'ivyrow',
  'juniper',
]
const OTAS = ['lodgista', 'mapleroom', 'nightdeal', 'ostello', 'pillowfare']
const KINDS = ['Hotel', 'Inn', 'Resort', 'Suites', 'Lodge', 'House', 'Residence', 'Palace', 'Guesthouse']
const SPOTS = [
  'Old Town',
  'Central Station',
  'Riverside',
  'Airport',
  'City Centre',
  'West End',
  'Opera',
  'University',
  'Market Square',
  'Cathedral',
  'Museum Quarter',
  'Waterfront',
  'Observatory',
  'Mill Lane',
]
const COUNTRIES = ['GB', 'US', 'FR', 'DE', 'IT', 'ES', 'JP', 'BR', 'IN', 'AU', 'PT', 'MX']
const ONSETS = [
  'b',
  'br',
  'c',
  'd',
  'f',
  'g',
  'gr',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  'st',
  't',
  'v',
  'w',
  'z',
]
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ei', 'ou']
const ENDS = ['', 'n', 'r', 's', 'l', 'm', 'nd', 'rt']

/** The same number gives the same hotel, so a small directory is the beginning of a large one. */
export function madeHotel(no: number): MadeHotel {
  const draw = (salt: number, of: number) => mix(no, salt) % of
  const isChain = draw(1, 10) < 4
  const sources = isChain ? CHAINS : OTAS
  const source = sources[draw(2, sources.length)] ?? ''
  // A few cities have many hotels, most have few.
  const place = Math.floor((draw(3, 1000) / 1000) ** 3 * 40_000)
  const city = capital(word(place + 1))
  const spot = SPOTS[draw(4, SPOTS.length)] ?? ''
  const kind = KINDS[draw(5, KINDS.length)] ?? ''
  const own = capital(word(100_000 + draw(6, 60_000)))
  return {
    source,
    isChain,
    code: `${source.slice(0, 2).toUpperCase()}${no}`,
    name: isChain ? `${capital(source)} ${city} ${spot}` : `${kind} ${own} ${city}`,
    city,
    brand: isChain ? capital(source) : null,
    country: COUNTRIES[place % COUNTRIES.length] ?? 'GB',
  }
}

const BATCH = 5000

/** Fills the tables as the workers would, but in bulk: the indexes are built at the end. */
export async function fillDirectory(pool: Pool, count: number): Promise<void> {
  await pool.query('alter table hotels disable trigger user')
  const { rows: indexes } = await pool.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes
     where tablename in ('hotel_search', 'hotel_words') and indexname not like '%_pkey'`,
  )
  for (const { name } of indexes) await pool.query(`drop index ${name}`)
  for (let first = 0; first < count; first += BATCH) {
    const hotels = Array.from({ length: Math.min(BATCH, count - first) }, (_, index) =>
      madeHotel(first + index),
    )
    await insert(pool, first, hotels)
  }
  await pool.query(
    `insert into hotel_words select term, count(*) from hotel_search, unnest(terms) as t(term)
     where term !~ '^[@#]' group by term`,
  )
  for (const { made } of indexes) await pool.query(made)
  await pool.query('alter table hotels enable trigger user')
  await pool.query('vacuum analyze hotels, hotel_search, hotel_words')
}

async function insert(pool: Pool, first: number, hotels: readonly MadeHotel[]): Promise<void> {
  const rows = hotels.map((hotel, index) => {
    const keys = keysOf(hotel)
    return {
      hotel: first + index + 1,
      source: hotel.source,
      code: hotel.code,
      name: hotel.name,
      city: hotel.city,
      brand: hotel.brand,
      country: hotel.country,
      code_key: keys.codeKey,
      name_key: keys.nameKey,
      name_words: keys.nameWords,
      place_words: keys.placeWords,
      city_key: keys.cityKey,
      closed: false,
      terms: keys.terms,
    }
  })
  await pool.query(
    `with made as (
       select * from jsonb_to_recordset($1::jsonb) as m(hotel bigint, source text, code text, name text, city text, brand text,
         country text, code_key text, name_key text, name_words text, place_words text, city_key text, closed boolean,
         terms text[])
     ), listed as (
       insert into hotels (id, source, code, name, city, brand, country, status, listed_at) overriding system value
       select hotel, source, code, name, city, brand, country, 'open', now() from made
     )
     insert into hotel_search
     select hotel, source, code_key, name_key, name_words, place_words, city_key, closed, terms from made`,
    [JSON.stringify(rows)],
  )
}

/** A pronounceable word for a number. */
function word(no: number): string {
  let left = mix(no, 77)
  const take = (list: readonly string[]) => {
    const part = list[left % list.length] ?? ''
    left = Math.floor(left / list.length)
    return part
  }
  return take(ONSETS) + take(VOWELS) + take(ONSETS) + take(VOWELS) + take(ENDS)
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function mix(no: number, salt: number): number {
  let h = Math.imul(no ^ (salt * 0x9e37_79b1), 0x85eb_ca6b) >>> 0
  h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35) >>> 0
  return (h ^ (h >>> 16)) >>> 0
}
