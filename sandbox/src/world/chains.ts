/** The eleven invented chains: what they are called, where they are at home, and how they reward. */

export interface SubBrand {
  name: string
  stars: number
  /** A usual night in the United States, in US cents, before tax. */
  usualCents: number
  /** How many of the chain's hotels carry it, by weight. */
  weight: number
}

export type CodeStyle = 'city5' | 'city7' | 'h4' | 'prefix' | 'lp' | 'country' | 'uuid' | 'number'

export interface Chain {
  id: string
  /** As it stands in hotel names. */
  name: string
  hotels: number
  codeStyle: CodeStyle
  /** Two letters used inside codes. */
  mark: string
  subBrands: readonly SubBrand[]
  /** Countries with twice, and more, the usual share. */
  home: Readonly<Record<string, number>>
  memberDiscountBasisPoints: number | null
  /** Standard award of each category at the regular season; null without points. */
  points: readonly number[] | null
  /** Points of the off-peak and peak season, in per cent of the regular ones. */
  offPeakPercent: number
  peakPercent: number
  pointsAndCash: boolean
}

/** A sub-brand, or a kind of independent house. */
export const brand = (name: string, stars: number, usualCents: number, weight: number): SubBrand => ({
  name,
  stars,
  usualCents,
  weight,
})

export const CHAINS: readonly Chain[] = [
  {
    id: 'aurelia',
    name: 'Aurelia',
    hotels: 720,
    codeStyle: 'city5',
    mark: 'AU',
    subBrands: [
      brand('Aurelia Grand', 5, 34_000, 2),
      brand('Aurelia', 4, 21_000, 4),
      brand('Solenne by Aurelia', 4, 18_500, 2),
      brand('Aurelia Garden Suites', 3, 15_500, 3),
    ],
    home: { US: 3, CA: 2, AE: 2, CN: 2 },
    memberDiscountBasisPoints: 500,
    points: [8_000, 12_500, 20_000, 30_000, 40_000, 50_000, 65_000, 85_000],
    offPeakPercent: 85,
    peakPercent: 120,
    pointsAndCash: true,
  },
  {
    id: 'brightwater',
    name: 'Brightwater',
    hotels: 640,
    codeStyle: 'city7',
    mark: 'BW',
    subBrands: [
      brand('Brightwater', 4, 18_500, 4),
      brand('Brightwater Quay', 5, 27_500, 1),
      brand('Tidewell by Brightwater', 4, 16_500, 2),
      brand('Brightwater Swift', 3, 12_500, 4),
    ],
    home: { US: 2, GB: 3, CN: 3, AU: 2 },
    memberDiscountBasisPoints: 700,
    points: [10_000, 17_500, 25_000, 32_500, 40_000, 55_000, 70_000, 100_000],
    offPeakPercent: 80,
    peakPercent: 130,
    pointsAndCash: true,
  },
  {
    id: 'castellan',
    name: 'Castellan',
    hotels: 420,
    codeStyle: 'city5',
    mark: 'CA',
    subBrands: [
      brand('Castellan Palace', 5, 36_000, 1),
      brand('Castellan', 4, 20_500, 4),
      brand('The Keep by Castellan', 4, 17_500, 2),
      brand('Castellan Gatehouse', 3, 13_500, 3),
    ],
    home: { US: 3, DE: 2, JP: 2 },
    memberDiscountBasisPoints: 600,
    points: [15_000, 25_000, 35_000, 50_000, 70_000, 95_000, 120_000],
    offPeakPercent: 90,
    peakPercent: 115,
    pointsAndCash: false,
  },
  {
    id: 'dunmore',
    name: 'Dunmore',
    hotels: 420,
    codeStyle: 'city5',
    mark: 'DM',
    subBrands: [
      brand('Dunmore Heights', 5, 33_000, 1),
      brand('Dunmore House', 4, 21_500, 3),
      brand('Dunmore Yard', 3, 15_000, 3),
    ],
    home: { US: 3, IN: 4, JP: 2 },
    memberDiscountBasisPoints: 1_000,
    points: [5_000, 8_000, 12_000, 15_000, 20_000, 25_000, 30_000, 40_000],
    offPeakPercent: 80,
    peakPercent: 115,
    pointsAndCash: false,
  },
  {
    id: 'evergrand',
    name: 'Evergrand',
    hotels: 560,
    codeStyle: 'h4',
    mark: 'EG',
    subBrands: [
      brand('Evergrand', 5, 25_500, 2),
      brand('Lumen Evergrand', 4, 17_500, 3),
      brand('Evergrand Studio', 3, 12_000, 3),
      brand('Pomme by Evergrand', 2, 8_500, 3),
    ],
    home: { FR: 5, DE: 2, BR: 3, AU: 2, ID: 2 },
    memberDiscountBasisPoints: 500,
    points: [2_000, 4_000, 6_000, 8_000, 12_000, 16_000, 24_000],
    offPeakPercent: 85,
    peakPercent: 125,
    pointsAndCash: false,
  },
  {
    id: 'foxhollow',
    name: 'Foxhollow',
    hotels: 280,
    codeStyle: 'prefix',
    mark: 'FH',
    subBrands: [
      brand('Foxhollow Lodge', 4, 19_000, 2),
      brand('Foxhollow Inn & Suites', 3, 13_000, 4),
      brand('The Russet by Foxhollow', 4, 21_000, 1),
    ],
    home: { US: 6, CA: 4 },
    memberDiscountBasisPoints: 800,
    points: [7_500, 15_000, 22_500, 30_000, 45_000],
    offPeakPercent: 100,
    peakPercent: 100,
    pointsAndCash: false,
  },
  {
    id: 'glasshouse',
    name: 'Glasshouse',
    hotels: 320,
    codeStyle: 'lp',
    mark: '1',
    subBrands: [
      brand('Glasshouse', 4, 18_000, 3),
      brand('Glasshouse Atrium', 5, 29_000, 1),
      brand('Glasshouse Pods', 2, 7_500, 2),
    ],
    home: { JP: 3, SG: 3, KR: 3, TH: 3, VN: 3, HK: 3 },
    memberDiscountBasisPoints: 900,
    points: null,
    offPeakPercent: 100,
    peakPercent: 100,
    pointsAndCash: false,
  },
  {
    id: 'harborline',
    name: 'Harborline',
    hotels: 360,
    codeStyle: 'city5',
    mark: 'HL',
    subBrands: [
      brand('Harborline Resort', 5, 31_000, 2),
      brand('Harborline', 4, 19_500, 3),
      brand('Harborline Dockside', 3, 14_000, 2),
    ],
    home: { US: 2, MX: 3, ES: 3, GR: 3, FJ: 3, AU: 2 },
    memberDiscountBasisPoints: 700,
    points: [6_000, 12_000, 18_000, 24_000, 36_000, 48_000],
    offPeakPercent: 75,
    peakPercent: 140,
    pointsAndCash: false,
  },
  {
    id: 'ivyrow',
    name: 'Ivyrow',
    hotels: 260,
    codeStyle: 'city7',
    mark: 'IR',
    subBrands: [
      brand('Ivyrow Townhouse', 4, 24_000, 2),
      brand('Ivyrow', 4, 19_000, 3),
      brand('The Mews by Ivyrow', 3, 15_500, 2),
    ],
    home: { GB: 6, IE: 4, NL: 3, DK: 3 },
    memberDiscountBasisPoints: 500,
    points: null,
    offPeakPercent: 100,
    peakPercent: 100,
    pointsAndCash: false,
  },
  {
    id: 'juniper',
    name: 'Juniper',
    hotels: 300,
    codeStyle: 'lp',
    mark: '2',
    subBrands: [
      brand('Juniper', 3, 12_500, 3),
      brand('Juniper Lane', 4, 16_500, 2),
      brand('Juniper Basecamp', 2, 8_000, 2),
    ],
    home: { SE: 4, NO: 4, FI: 4, DE: 3, PL: 3, CZ: 3 },
    memberDiscountBasisPoints: 600,
    points: null,
    offPeakPercent: 100,
    peakPercent: 100,
    pointsAndCash: false,
  },
  {
    id: 'kestrel',
    name: 'Kestrel',
    hotels: 360,
    codeStyle: 'country',
    mark: 'KS',
    subBrands: [
      brand('Kestrel Motor Inn', 2, 8_500, 4),
      brand('Kestrel Roost', 3, 11_500, 3),
      brand('Kestrel Ridge', 4, 16_500, 1),
    ],
    home: { US: 6, CA: 4, AU: 3 },
    memberDiscountBasisPoints: null,
    points: null,
    offPeakPercent: 100,
    peakPercent: 100,
    pointsAndCash: false,
  },
]
