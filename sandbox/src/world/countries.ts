/** What the market needs to know of a country: its money, how dear it is, and how it taxes a night. */

/** Collected at the property: so much a person and night, a room and night, or a share of the room price. */
export type CityTax =
  | { per: 'person' | 'room'; amount: number }
  | { per: 'price'; basisPoints: number }
  | null

export interface Country {
  currency: string
  /** Price level in per cent of the United States. */
  level: number
  /** How many hotels for its population, in per cent of Europe's. */
  density: number
  /** Value-added, sales or service taxes in basis points of the room price. */
  taxBasisPoints: number
  cityTax: CityTax
  dial: string
  /** Nights that sell as weekend nights; 0 is Sunday. */
  weekend: readonly number[]
}

type Row = readonly [
  currency: string,
  level: number,
  density: number,
  tax: number,
  city: CityTax,
  dial: string,
]

const person = (amount: number): CityTax => ({ per: 'person', amount })
const room = (amount: number): CityTax => ({ per: 'room', amount })
const price = (basisPoints: number): CityTax => ({ per: 'price', basisPoints })

/** City taxes in minor units of the country's currency. */
const ROWS: Readonly<Record<string, Row>> = {
  AE: ['AED', 95, 220, 1500, room(2000), '971'],
  AR: ['ARS', 60, 40, 2100, null, '54'],
  AT: ['EUR', 90, 120, 1000, price(320), '43'],
  AU: ['AUD', 95, 110, 1000, null, '61'],
  BE: ['EUR', 88, 100, 600, room(424), '32'],
  BG: ['BGN', 55, 80, 900, person(150), '359'],
  BH: ['BHD', 80, 80, 1000, room(3000), '973'],
  BR: ['BRL', 55, 30, 500, room(580), '55'],
  CA: ['CAD', 90, 130, 1300, price(400), '1'],
  CH: ['CHF', 130, 140, 380, person(350), '41'],
  CL: ['CLP', 65, 40, 1900, null, '56'],
  CN: ['CNY', 60, 12, 600, null, '86'],
  CO: ['COP', 50, 30, 1900, null, '57'],
  CR: ['CRC', 75, 100, 1300, null, '506'],
  CY: ['EUR', 80, 200, 900, null, '357'],
  CZ: ['CZK', 70, 110, 1200, person(5000), '420'],
  DE: ['EUR', 88, 110, 700, price(500), '49'],
  DK: ['DKK', 105, 100, 2500, null, '45'],
  DO: ['DOP', 75, 70, 2800, null, '1'],
  EE: ['EUR', 70, 100, 1300, null, '372'],
  EG: ['EGP', 50, 20, 2600, null, '20'],
  ES: ['EUR', 85, 140, 1000, person(275), '34'],
  FI: ['EUR', 95, 100, 1400, null, '358'],
  FJ: ['FJD', 85, 900, 1500, null, '679'],
  FR: ['EUR', 100, 130, 1000, person(325), '33'],
  GB: ['GBP', 110, 120, 2000, null, '44'],
  GR: ['EUR', 80, 150, 1300, room(700), '30'],
  HK: ['HKD', 100, 80, 0, price(300), '852'],
  HR: ['EUR', 80, 160, 1300, person(186), '385'],
  HU: ['HUF', 65, 100, 500, price(400), '36'],
  ID: ['IDR', 45, 20, 2100, null, '62'],
  IE: ['EUR', 110, 130, 1350, null, '353'],
  IL: ['ILS', 110, 80, 1800, null, '972'],
  IN: ['INR', 40, 10, 1800, null, '91'],
  IS: ['ISK', 130, 400, 1100, room(600), '354'],
  IT: ['EUR', 95, 140, 1000, person(450), '39'],
  JO: ['JOD', 70, 40, 1600, null, '962'],
  JP: ['JPY', 80, 70, 1000, person(200), '81'],
  KE: ['KES', 60, 15, 1800, null, '254'],
  KR: ['KRW', 75, 50, 1000, null, '82'],
  KW: ['KWD', 100, 60, 0, price(1500), '965'],
  LT: ['EUR', 65, 90, 900, person(200), '370'],
  LU: ['EUR', 100, 120, 300, null, '352'],
  LV: ['EUR', 65, 90, 1200, person(100), '371'],
  MA: ['MAD', 60, 40, 1000, person(3000), '212'],
  MT: ['EUR', 85, 300, 700, person(50), '356'],
  MU: ['MUR', 90, 300, 1500, null, '230'],
  MV: ['MVR', 150, 900, 1600, person(9200), '960'],
  MX: ['MXN', 60, 50, 1600, price(400), '52'],
  MY: ['MYR', 50, 60, 800, room(1000), '60'],
  NG: ['NGN', 60, 4, 750, null, '234'],
  NL: ['EUR', 105, 120, 900, price(1250), '31'],
  NO: ['NOK', 105, 110, 1200, null, '47'],
  NZ: ['NZD', 85, 120, 1500, null, '64'],
  OM: ['OMR', 85, 90, 900, price(400), '968'],
  PA: ['USD', 65, 90, 1000, null, '507'],
  PE: ['PEN', 55, 30, 1800, null, '51'],
  PF: ['XPF', 160, 600, 500, person(200), '689'],
  PH: ['PHP', 50, 15, 1200, null, '63'],
  PL: ['PLN', 65, 80, 800, person(250), '48'],
  PT: ['EUR', 80, 150, 600, person(400), '351'],
  QA: ['QAR', 95, 150, 0, price(700), '974'],
  RO: ['RON', 60, 50, 900, price(100), '40'],
  RS: ['RSD', 60, 70, 1000, person(16000), '381'],
  SA: ['SAR', 95, 60, 1750, null, '966'],
  SE: ['SEK', 95, 110, 1200, null, '46'],
  SG: ['SGD', 120, 150, 1900, null, '65'],
  SI: ['EUR', 75, 120, 950, person(313), '386'],
  SK: ['EUR', 65, 80, 1000, person(300), '421'],
  TH: ['THB', 50, 50, 1770, null, '66'],
  TN: ['TND', 45, 60, 700, person(3000), '216'],
  TR: ['TRY', 55, 40, 1000, price(200), '90'],
  TW: ['TWD', 70, 60, 500, null, '886'],
  US: ['USD', 100, 140, 1250, null, '1'],
  UY: ['UYU', 65, 60, 1000, null, '598'],
  VN: ['VND', 45, 25, 1300, null, '84'],
  ZA: ['ZAR', 50, 40, 1500, price(100), '27'],
}

/** Countries without a row of their own: which money they use. */
const OTHER_CURRENCIES: Readonly<Record<string, string>> = {
  ALL: 'AL',
  AMD: 'AM',
  AOA: 'AO',
  AUD: 'KI NR TV CC CX NF',
  AWG: 'AW',
  AZN: 'AZ',
  BAM: 'BA',
  BBD: 'BB',
  BDT: 'BD',
  BMD: 'BM',
  BND: 'BN',
  BOB: 'BO',
  BSD: 'BS',
  BTN: 'BT',
  BWP: 'BW',
  BYN: 'BY',
  BZD: 'BZ',
  CDF: 'CD',
  CHF: 'LI',
  CVE: 'CV',
  DJF: 'DJ',
  DKK: 'FO GL',
  DZD: 'DZ',
  ETB: 'ET',
  EUR: 'AD AX BL GF GP MC ME MF MQ PM RE SM VA XK YT',
  GBP: 'GG IM JE',
  GEL: 'GE',
  GHS: 'GH',
  GIP: 'GI',
  GTQ: 'GT',
  GYD: 'GY',
  HNL: 'HN',
  IQD: 'IQ',
  JMD: 'JM',
  KGS: 'KG',
  KHR: 'KH',
  KMF: 'KM',
  KYD: 'KY',
  KZT: 'KZ',
  LAK: 'LA',
  LKR: 'LK',
  LSL: 'LS',
  MDL: 'MD',
  MGA: 'MG',
  MKD: 'MK',
  MNT: 'MN',
  MOP: 'MO',
  MWK: 'MW',
  MZN: 'MZ',
  NAD: 'NA',
  NIO: 'NI',
  NPR: 'NP',
  NZD: 'CK NU TK',
  PGK: 'PG',
  PKR: 'PK',
  PYG: 'PY',
  RWF: 'RW',
  SBD: 'SB',
  SCR: 'SC',
  SRD: 'SR',
  SZL: 'SZ',
  TJS: 'TJ',
  TOP: 'TO',
  TTD: 'TT',
  TZS: 'TZ',
  UAH: 'UA',
  UGX: 'UG',
  UZS: 'UZ',
  VUV: 'VU',
  WST: 'WS',
  XAF: 'CF CG CM GA GQ TD',
  XCD: 'AG AI DM GD KN LC MS VC',
  XOF: 'BF BJ CI GW ML NE SN TG',
  XPF: 'NC WF',
  ZMW: 'ZM',
}

/** Fridays and Saturdays, but Thursdays and Fridays where the working week begins on Sunday. */
const SUNDAY_WORKS = new Set(['AE', 'BH', 'DZ', 'EG', 'IL', 'IQ', 'JO', 'KW', 'OM', 'QA', 'SA'])

export function createCountries(): (code: string) => Country {
  const currencies = new Map<string, string>()
  for (const [currency, codes] of Object.entries(OTHER_CURRENCIES)) {
    for (const code of codes.split(' ')) currencies.set(code, currency)
  }
  const known = new Map<string, Country>()
  return (code) => {
    let country = known.get(code)
    if (!country) {
      country = describe(code, ROWS[code] ?? [currencies.get(code) ?? 'USD', 55, 15, 1200, null, '800'])
      known.set(code, country)
    }
    return country
  }
}

function describe(code: string, row: Row): Country {
  const [currency, level, density, taxBasisPoints, cityTax, dial] = row
  const weekend = SUNDAY_WORKS.has(code) ? [4, 5] : [5, 6]
  return { currency, level, density, taxBasisPoints, cityTax, dial, weekend }
}
