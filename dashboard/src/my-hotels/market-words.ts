import type { MarketFigures } from '@vacancy/client'
import { LOCALE } from '../ui/locale.ts'

/** The place of the subject among the hotels; -1 without one. */
export function subjectIndex({ hotels, subject }: Pick<MarketFigures, 'hotels' | 'subject'>): number {
  return hotels.findIndex(
    ({ chain, hotel_code: code }) => chain === subject?.chain && code === subject.hotel_code,
  )
}

const weekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', timeZone: 'UTC' })

export const weekdayOf = (night: string) => weekday.format(new Date(`${night}T00:00:00Z`))
