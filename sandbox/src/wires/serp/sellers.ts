import { chance, hashText, mix } from '../../world/hash.ts'
import type { HotelEntity } from '../../world/world.ts'

/** Somebody whose price stands on a hotel's page. */
export interface PageSeller {
  /** As the engine writes it. */
  name: string
  official: boolean
  link: string
  /** Whose prices it shows. */
  source: string
  code: string
  /** Its price, in basis points of that one's. */
  markup: number
  /** The engine's number of the seller on the page: what its oddities are drawn from. */
  key: number
}

/** Sellers that only the engine knows. */
const OTHERS = [
  { name: 'Stayfarer', site: 'stayfarer.example', share: 8_500, markup: 10_250 },
  { name: 'Zimmerly.com', site: 'zimmerly.example', share: 6_500, markup: 9_700 },
  { name: 'Roomcoast', site: 'roomcoast.example', share: 4_000, markup: 10_600 },
]

/** The hotel's own site, the agencies that the engine links, and others. */
export function sellersOf(entity: HotelEntity, dates: string): PageSeller[] {
  const h = hashText(entity.propertyToken)
  const { own, partners, name } = entity
  const site = `https://www.${own.source}.example/hotel/${encodeURIComponent(own.code)}?${dates}`
  return [
    ...(chance(mix(h, 201), 9_000)
      ? [{ ...own, name, official: true, link: redirect(site), markup: 10_000, key: mix(h, 202) }]
      : []),
    ...Object.entries(partners).map(([source, code], index) => ({
      name: source[0]?.toUpperCase() + source.slice(1),
      official: false,
      link: `https://www.${source}.example/hotel/${encodeURIComponent(code)}?${dates}`,
      source,
      code,
      markup: 10_000,
      key: mix(h, 203, index),
    })),
    ...OTHERS.flatMap(({ name: seller, site: host, share, markup }, index) =>
      chance(mix(h, 204, index), share)
        ? [
            {
              ...own,
              name: seller,
              official: false,
              link: redirect(`https://${host}/h/${entity.placeId}?${dates}`),
              markup,
              key: mix(h, 205, index),
            },
          ]
        : [],
    ),
  ]
}

/** The engine counts clicks. */
function redirect(link: string): string {
  return `https://www.google.example/travel/clk?pc=AA80Osz&pcurl=${encodeURIComponent(link)}`
}
