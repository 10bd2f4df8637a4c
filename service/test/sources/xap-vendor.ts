import { xap } from '../../src/sources/families/xap/family.ts'
import type { Call, HttpAnswer, HttpRequest, StayQuery } from '../../src/sources/source.ts'

const CREDENTIALS = { username: 'partner', password: 's3cret', apiKey: 'KEY-1' }

export const STAY: StayQuery = {
  hotelCode: '1234567',
  checkin: '2027-03-05',
  los: 3,
  occupancy: { adults: 2, children: 0, rooms: 2 },
  currency: 'USD',
}

export type Json = Record<string, unknown>

export function bind() {
  return xap.bind({
    sourceId: 'mapleroom',
    profile: {},
    credentials: CREDENTIALS,
    points: false,
    now: () => Date.parse('2027-01-01T00:00:00Z'),
  })
}

/** A vendor that gives these answers one after the other, and remembers what it was asked. */
export function vendor(...answers: (Json | HttpAnswer)[]): { call: Call; requests: HttpRequest[] } {
  const requests: HttpRequest[] = []
  const http = (request: HttpRequest): Promise<HttpAnswer> => {
    requests.push(request)
    const answer = answers[requests.length - 1]
    if (!answer) throw new Error('asked once too often')
    if ('status' in answer && 'body' in answer) return Promise.resolve(answer as HttpAnswer)
    return Promise.resolve({ status: 200, headers: {}, body: JSON.stringify(answer) })
  }
  return { call: { http, live: false, raw: false }, requests }
}

export function errors(status: number, ...list: Json[]): HttpAnswer {
  return { status, headers: {}, body: JSON.stringify({ Errors: list, TransactionId: 't' }) }
}

export const usd = (value: string): Json => ({ Value: value, Currency: 'USD' })

export function listings(hotels: unknown[], echo: Json = {}): Json {
  return {
    Count: hotels.length,
    TotalHotelCount: hotels.length,
    TransactionId: 't',
    StayDates: { CheckInDate: '2027-03-05', CheckOutDate: '2027-03-08' },
    LengthOfStay: 3,
    NumberOfRooms: 2,
    Occupants: [{ Adults: 2 }, { Adults: 2 }],
    Hotels: hotels,
    ...echo,
  }
}

interface Offered {
  plan?: Json
  price?: Json
  roomType?: Json
}

/** 1,000.00 of base and 120.00 of taxes for two rooms and three nights, 37.50 more at the hotel. */
export function offer({ plan = {}, price = {}, roomType = {} }: Offered = {}): Json {
  return {
    Description: 'Deluxe Room, 1 King Bed',
    OfferId: 'abc',
    RatePlanType: 'standalone',
    RatePlans: [
      {
        RoomTypeId: '200287452',
        RatePlanId: '201714191',
        Price: { BaseRate: usd('1000.00'), TaxesAndFees: usd('120.00'), TotalPrice: usd('1120.00') },
        MemberOnlyDeal: false,
        FreeBreakfast: false,
        CancellationPolicy: { Refundable: false, FreeCancellation: false },
        ...plan,
      },
    ],
    Price: {
      BaseRate: usd('1000.00'),
      TaxesAndFees: usd('120.00'),
      TotalPrice: usd('1120.00'),
      AvgNightlyRate: usd('166.67'),
      HotelMandatoryFees: usd('37.50'),
      TotalPriceWithHotelFees: usd('1157.50'),
      ...price,
    },
    ...roomType,
  }
}

export function hotel(roomTypes: Json[], fields: Json = {}): Json {
  return {
    Id: '1234567',
    Name: 'Hôtel du Nord',
    Location: {
      Address: { Address1: 'Quai 1', City: 'Lyon', Country: 'FRA' },
      GeoLocation: { Latitude: '45.76', Longitude: '4.84', Obfuscated: false },
    },
    Status: 'AVAILABLE',
    RoomTypes: roomTypes,
    ...fields,
  }
}

export const SOLD_OUT = { Status: 'NOT_AVAILABLE', RoomTypes: undefined }
