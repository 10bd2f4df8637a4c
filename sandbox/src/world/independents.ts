import type { Chain } from './chains.ts'

/**
 * Hotels of no chain. No agency of the sandbox lists them: only the search engine knows them, and whatever runs the hotel itself.
 * Wires read them as the listings of the source `independent`, whose prices are those of the hotel's own booking engine.
 */
export const INDEPENDENT = 'independent'

const house = (name: string, stars: number, usualCents: number) => ({ name, stars, usualCents, weight: 1 })

/** The way chains are described, so that the same builder builds them. */
export const INDEPENDENTS: Chain = {
  id: INDEPENDENT,
  name: 'Independent',
  hotels: 60,
  codeStyle: 'prefix',
  mark: 'IN',
  subBrands: [
    house('Casa Violeta', 4, 19_000),
    house('Hotel Miramar', 3, 13_500),
    house('Villa Serena', 5, 31_000),
    house('Pension Lindenhof', 2, 8_900),
    house('The Copper Kettle', 3, 12_000),
    house('Old Mill House', 4, 17_500),
    house('Hotel Belvoir', 4, 21_500),
    house('The Tanner’s Yard', 3, 14_500),
    house('Maison Clarence', 5, 36_000),
    house('Harbour Lights Guesthouse', 2, 7_800),
  ],
  home: {},
  memberDiscountBasisPoints: null,
  points: null,
  offPeakPercent: 100,
  peakPercent: 100,
  pointsAndCash: false,
}
