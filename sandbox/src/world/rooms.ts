import { between, mix, pick } from './hash.ts'
import type { NameParts, RoomType } from './hotel.ts'

interface Draft {
  code: string
  names: readonly (NameParts & { name: string })[]
  beds: string
  bed: string
  maxOccupancy: number
  low: number
  high: number
  standard: boolean
}

/** From the simplest room up; how many a hotel has goes by its stars. */
const LADDER: readonly Draft[] = [
  {
    code: 'SQN',
    names: [
      named('Standard Queen', 'Standard', 'Room', '', { grade: 'standard', bed: 'queen' }),
      named('Classic Room, Queen Bed', 'Classic', 'Room', '', { grade: 'classic', bed: 'queen' }),
      named('Cosy Queen Room', 'Cosy', 'Room'),
    ],
    bed: 'Queen',
    beds: '1 queen bed',
    maxOccupancy: 3,
    low: 10_000,
    high: 10_000,
    standard: true,
  },
  {
    code: 'STW',
    names: [
      named('Standard Twin', 'Standard', 'Room', '', { grade: 'standard', bed: 'twin' }),
      named('Classic Room, Two Beds', 'Classic', 'Room', '', { grade: 'classic', bed: 'twin' }),
      named('Twin Room', '', 'Room', '', { grade: null, bed: 'twin' }),
    ],
    bed: 'Twin',
    beds: '2 single beds',
    maxOccupancy: 4,
    low: 10_200,
    high: 10_800,
    standard: true,
  },
  {
    code: 'DKG',
    names: [
      named('Deluxe King', 'Deluxe', 'Room', '', { grade: 'deluxe', bed: 'king' }),
      named('Superior Room, King Bed', 'Superior', 'Room', '', { grade: 'superior', bed: 'king' }),
      named('King Room with View', '', 'Room', 'with View'),
    ],
    bed: 'King',
    beds: '1 king bed',
    maxOccupancy: 4,
    low: 11_500,
    high: 13_000,
    standard: false,
  },
  {
    code: 'FAM',
    names: [
      named('Family Room', '', 'Family Room'),
      named('Family Room, Bunk Beds', '', 'Family Room', 'with Bunk Beds'),
      named('Two-Room Family Unit', '', 'Two-Room Family Unit'),
    ],
    bed: '',
    beds: '2 double beds',
    maxOccupancy: 6,
    low: 13_500,
    high: 15_500,
    standard: false,
  },
  {
    code: 'JST',
    names: [
      named('Junior Suite', 'Junior', 'Suite'),
      named('Corner Suite', 'Corner', 'Suite'),
      named('One-Bedroom Suite', 'One-Bedroom', 'Suite'),
    ],
    bed: 'King',
    beds: '1 king bed, 1 sofa bed',
    maxOccupancy: 8,
    low: 17_000,
    high: 24_000,
    standard: false,
  },
]

export function roomTypes(stars: number, key: number): RoomType[] {
  const count = Math.min(LADDER.length, between(mix(key, 61), stars >= 4 ? 4 : 3, stars >= 4 ? 5 : 4))
  return LADDER.slice(0, count).map((draft, i) => {
    const { name, ...parts } = pick(mix(key, 62, i), draft.names)
    return {
      code: draft.code,
      name,
      parts,
      beds: draft.beds,
      bed: draft.bed,
      maxOccupancy: draft.maxOccupancy,
      basisPoints: between(mix(key, 63, i), draft.low, draft.high),
      standard: draft.standard,
    }
  })
}

function named(
  name: string,
  grade: string,
  noun: string,
  extra = '',
  inWords?: NameParts['inWords'],
): NameParts & { name: string } {
  return { name, grade, noun, extra, ...(inWords && { inWords }) }
}
