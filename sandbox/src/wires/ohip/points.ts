import { dateOf, dayOf } from '../../world/days.ts'
import type { Award, Quote, RoomOffer, StayAsk } from '../../world/world.ts'
import { dailyRate, type Quoting, sum } from './figures.ts'

/** PAR availability with awards; null if there is none. */
export function pointsBody(quote: Quote, ask: StayAsk, taxIncluded: boolean): object | null {
  const quoting = { taxIncluded, currency: quote.currency }
  const rooms = quote.rooms.filter((room) => room.awards.length > 0)
  if (rooms.length === 0) return null
  const guestCounts = { adults: ask.adults, children: ask.children }
  const hotelId = quote.listing.code
  return {
    hotelAvailability: [
      {
        hotelId,
        redemption: true,
        rateChange: 'Average',
        hasMore: false,
        masterInfo: {
          roomTypes: {
            hotelId,
            roomType: rooms.map((room) => ({ roomType: room.code, hotelId, description: room.name })),
          },
        },
        roomStays: [
          {
            arrivalDate: ask.checkin,
            departureDate: dateOf(dayOf(ask.checkin) + ask.los),
            guestCounts,
            roomRates: rooms.flatMap((room) =>
              room.awards.map((award) => roomRate(room, award, ask, quoting)),
            ),
          },
        ],
      },
    ],
  }
}

function roomRate(room: RoomOffer, award: Award, ask: StayAsk, quoting: Quoting): object {
  const awardsType = award.standard ? 'STANDARD' : 'PREMIUM'
  const nights = award.nights
  return {
    roomType: room.code,
    ratePlanCode: award.code,
    rateDescription: award.name,
    start: ask.checkin,
    end: dateOf(dayOf(ask.checkin) + ask.los),
    availability: 'Available',
    numberOfUnits: ask.rooms,
    taxIncluded: quoting.taxIncluded,
    guestCounts: { adults: ask.adults, children: ask.children },
    totalPoints: { awardsType, points: sum(nights.map((night) => night.points)) * ask.rooms },
    rates: {
      rate: nights.map(({ night, points, copay }) => ({
        start: night,
        end: night,
        requiredPoints: { awardsType, points },
        base: copay > 0 ? dailyRate(copay, quoting) : undefined,
      })),
    },
  }
}
