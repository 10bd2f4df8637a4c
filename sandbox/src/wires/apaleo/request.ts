import { dayOf } from '../../world/days.ts'
import type { StayAsk } from '../../world/world.ts'

const NIGHTS_AT_MOST = 5 * 366
const CHANNELS = new Set(['Direct', 'BookingCom', 'Ibe', 'ChannelManager', 'Expedia', 'Homelike', 'Hrs'])
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** A well-formed search for offers, or what the vendor finds wrong with it. */
export function readOffersQuery(query: URLSearchParams, nowMs: number): StayAsk | string {
  const arrival = query.get('arrival') ?? ''
  const departure = query.get('departure') ?? ''
  const adults = Number(query.get('adults'))
  if (!DATE.test(arrival) || !DATE.test(departure)) return 'arrival and departure must be dates'
  const los = dayOf(departure) - dayOf(arrival)
  if (!(los >= 1 && los <= NIGHTS_AT_MOST)) return 'departure must be after arrival, and within five years'
  if (dayOf(arrival) < Math.floor(nowMs / 86_400_000) - 1) return 'arrival must not be in the past'
  if (!Number.isInteger(adults) || adults < 1) return 'adults must be a number from 1'
  const ages = (query.get('childrenAges') ?? '').split(',').filter((age) => age !== '')
  if (!ages.every((age) => /^(?:\d|1[0-7])$/.test(age))) return 'childrenAges must be from 0 to 17'
  const channel = query.get('channelCode')
  if (channel !== null && !CHANNELS.has(channel)) return `channelCode ${channel} is not known`
  const childAges = ages.map(Number)
  return { checkin: arrival, los, adults, children: ages.length, childAges, rooms: 1 }
}
