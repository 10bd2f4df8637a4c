import { between, mix, pick } from './hash.ts'
import type { RoomType } from './hotel.ts'

interface Draft {
  code: string
  names: readonly string[]
  beds: string
  maxOccupancy: number
  low: number
  high: number
  standard: boolean
}

/** From the simplest room up; how many a hotel has goes by its stars. */
const LADDER: readonly Draft[] = [
  {
    code: 'SQN',
    names: ['Standard Queen', 'Classic Room, Queen Bed', 'Cosy Queen Room'],
    beds: '1 queen bed',
    maxOccupancy: 3,
    low: 10_000,
    high: 10_000,
    standard: true,
  },
  {
    code: 'STW',
    names: ['Standard Twin', 'Classic Room, Two Beds', 'Twin Room'],
    beds: '2 single beds',
    maxOccupancy: 4,
    low: 10_200,
    high: 10_800,
    standard: true,
  },
  {
    code: 'DKG',
    names: ['Deluxe King', 'Superior Room, King Bed', 'King Room with View'],
    beds: '1 king bed',
    maxOccupancy: 4,
    low: 11_500,
    high: 13_000,
    standard: false,
  },
  {
    code: 'FAM',
    names: ['Family Room', 'Family Room, Bunk Beds', 'Two-Room Family Unit'],
    beds: '2 double beds',
    maxOccupancy: 6,
    low: 13_500,
    high: 15_500,
    standard: false,
  },
  {
    code: 'JST',
    names: ['Junior Suite', 'Corner Suite', 'One-Bedroom Suite'],
    beds: '1 king bed, 1 sofa bed',
    maxOccupancy: 8,
    low: 17_000,
    high: 24_000,
    standard: false,
  },
]

export function roomTypes(stars: number, key: number): RoomType[] {
  const count = Math.min(LADDER.length, between(mix(key, 61), stars >= 4 ? 4 : 3, stars >= 4 ? 5 : 4))
  return LADDER.slice(0, count).map((draft, i) => ({
    code: draft.code,
    name: pick(mix(key, 62, i), draft.names),
    beds: draft.beds,
    maxOccupancy: draft.maxOccupancy,
    basisPoints: between(mix(key, 63, i), draft.low, draft.high),
    standard: draft.standard,
  }))
}
