/** How a case of the price list is written down. */

export interface Call {
  path: string
  body: Record<string, unknown>
}

export interface Case {
  /** Asked before, on the first process. */
  before?: Call[]
  /** How old, in seconds, each night has become since. */
  ages?: Record<string, number>
  /** Questions of the sources that are refused while the call is served, by what their text contains. */
  refuse?: string
  call: Call
  status?: number
  /** `units` are those of the usage line: live, cached, free. No line is written where nothing is charged. */
  credits: number
  units?: [live: number, cached: number, free: number]
}

/** Each case has nights of its own: `night(0)` to `night(3)`. */
export type NightOf = (index: number) => string

export type Build = (night: NightOf) => Case

export const shop = (chain: string, hotel_code: string, checkin: string, more: object = {}): Call => ({
  path: '/shop',
  body: { chain, hotel_code, checkin, ...more },
})

export const award = (chain: string, hotel_code: string, checkin: string): Call => ({
  path: '/award',
  body: { chain, hotel_code, checkin },
})

export const ota = (source: string, hotel_code: string, checkin: string, more: object = {}): Call => ({
  path: `/ota/${source}/shop`,
  body: { hotel_code, checkin, ...more },
})

export const stay = (chain: string, hotel_code: string, checkin: string, los: number): Call => ({
  path: '/stay',
  body: { chain, hotel_code, checkin, los },
})

export const calendar = (
  chain: string,
  hotel_code: string,
  from: string,
  to: string,
  more: object = {},
): Call => ({
  path: '/calendar',
  body: { chain, hotel_code, nights: { from, to }, ...more },
})

export const set = (list: string, checkin: string, more: object = {}): Call => ({
  path: '/compset',
  body: { hotels: hotels(list), checkin, ...more },
})

export const awardSet = (list: string, checkin: string): Call => ({
  path: '/compset/award',
  body: { hotels: hotels(list), checkin },
})

/** `aurelia: DROPS UNDERCUT, castellan: DROPS` as a hotel list. */
function hotels(list: string): { chain: string; hotel_code: string }[] {
  return list.split(', ').flatMap((part) => {
    const [chain = '', codes = ''] = part.split(': ')
    return codes.split(' ').map((code) => ({ chain, hotel_code: code }))
  })
}
