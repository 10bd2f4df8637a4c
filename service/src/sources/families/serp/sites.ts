/** Where a well-known agency's links have the hotel id. */
export interface Site {
  host: RegExp
  /** How the engine names it as a seller, in lower case, beside the name of its site. */
  names: readonly string[]
  /** Matched in this order against path and query of a link; the first group is the id. */
  idPatterns: readonly RegExp[]
}

const EXPEDIA_IDS = [
  /[?&](?:selected|expediaPropertyId)=(\d+)/,
  /[?&]mdpdtl=HTL\.(\d+)\./i,
  /\.h(\d+)\.Hotel-Information/,
]

/** By the name that a profile gives as `site`. */
export const SITES = {
  'booking.com': {
    host: /(?:^|\.)booking\.com$/,
    names: ['booking'],
    // The path has a name and no number. A room's number is the hotel's plus two digits.
    idPatterns: [
      /[?&;]highlighted_hotels=(\d+)/,
      /[?&;](?:utm_term=|label=[^&;]*-)hotel-(\d+)/,
      /[?&;](?:sr_)?show_room=(\d+)\d\d(?!\d)/,
    ],
  },
  expedia: {
    host: /(?:^|\.)expedia\.(?:[a-z]{2,3}\.)?[a-z]{2,3}$/,
    names: ['expedia'],
    idPatterns: EXPEDIA_IDS,
  },
  // Its links have Expedia's id, which Rapid and XAP use. The number in a path such as /ho136900 is another one.
  'hotels.com': {
    host: /(?:^|\.)(?:hotels|hoteles|hoteis)\.com$/,
    names: [],
    idPatterns: EXPEDIA_IDS,
  },
} as const satisfies Record<string, Site>

export type SiteName = keyof typeof SITES

export function isSiteName(name: string): name is SiteName {
  return Object.hasOwn(SITES, name)
}
