import { chance, mix, pick } from './hash.ts'
import type { Bed, Channel, Grade, NameParts, RoomType } from './hotel.ts'

/** How an agency shows one of the hotel's rooms. */
export interface AgencyRoom {
  name: string
  /** The hotel's own code of the room; null if the agency sells another one, or whichever the hotel gives. */
  of: string | null
}

/**
 * Agencies name rooms as they like: shortened, reordered, translated, with words of their own. A few names mislead. Names do
 * not depend on the night, so that a listing keeps them.
 */
export function agencyRoom(channel: Channel, room: RoomType, isFirst: boolean): AgencyRoom {
  const { parts, code } = room
  if (channel.hotel.test) return { name: `${parts.grade || 'Standard'} Room, ${titled(room.beds)}`, of: code }
  const h = mix(channel.key, room.basisPoints, 122)
  const trap = trapOf(h, room, isFirst)
  if (trap) return trap
  const language = chance(mix(channel.key, 123), 1_500) ? pick(mix(channel.key, 124), LANGUAGES) : null
  if (language && parts.inWords) return { name: language(parts.inWords, parts), of: code }
  const name = pick(mix(h, 125), STYLES)(room)
  return { name: `${name}${pick(mix(h, 126), ADDED)}`, of: code }
}

const STYLES: readonly ((room: RoomType) => string)[] = [
  ({ parts, beds }) =>
    joined(parts.grade, `${parts.noun}, ${titled(beds)}${parts.extra && `, ${titled(bare(parts.extra))}`}`),
  ({ parts, bed }) => joined(parts.grade, bed, parts.noun, parts.extra),
  ({ parts, bed }) => joined(bed, parts.noun, parts.grade && `- ${parts.grade}`, parts.extra),
  // Shortened: most agencies leave out that a room is an ordinary one.
  ({ parts, bed }) => joined(isOrdinary(parts.grade) ? '' : parts.grade, bed, parts.noun, parts.extra),
  ({ parts, beds }) => `${joined(parts.grade, parts.noun)} (${beds})${parts.extra && ` ${parts.extra}`}`,
  ({ parts, bed }) => joined(parts.noun, parts.grade, bed, parts.extra).toUpperCase(),
]

const ADDED: readonly string[] = [
  '',
  '',
  '',
  '',
  '',
  ' - Room Only',
  ', Non Smoking',
  ' (Free WiFi)',
  ' - Free Cancellation',
]

function isOrdinary(grade: string): boolean {
  return grade === 'Standard' || grade === 'Classic'
}

/** Names that mislead, each in a few of a hundred rooms. */
function trapOf(h: number, room: RoomType, isFirst: boolean): AgencyRoom | null {
  const { parts, bed, code } = room
  const plain = joined(parts.grade, bed, parts.noun, parts.extra)
  const drawn = mix(h, 127) % 100
  if (drawn < 2 && isFirst) return { name: 'Run of House', of: null }
  if (drawn < 4) return { name: `${plain}, Accessible`, of: null }
  if (drawn < 5) return { name: `${plain}, Smoking`, of: null }
  if (drawn < 7 && parts.extra === '') return { name: `${plain} with Sea View`, of: null }
  // Sold as more than it is: the words of another of the hotel's rooms.
  if (drawn < 9 && room.standard) return { name: joined('Deluxe', bed, parts.noun), of: code }
  // Several rooms under one name.
  if (drawn < 11 && room.standard) return { name: joined(parts.grade, parts.noun), of: code }
  return null
}

interface Words {
  grades: Readonly<Record<Grade, string>>
  beds: Readonly<Record<Bed, string>>
}

const translated =
  (words: Words, put: (grade: string, bed: string) => string) =>
  ({ grade, bed }: { grade: Grade | null; bed: Bed }, { extra }: NameParts): string =>
    `${put(grade ? words.grades[grade] : '', words.beds[bed])
      .replaceAll(/\s+/g, ' ')
      .trim()}${extra && ` ${extra}`}`

const LANGUAGES = [
  translated(
    {
      grades: { standard: 'Standard-', classic: 'Classic-', superior: 'Superior-', deluxe: 'Deluxe-' },
      beds: { queen: 'Queensize-Bett', twin: '2 Einzelbetten', king: 'Kingsize-Bett' },
    },
    (grade, bed) => `${grade}Zimmer mit ${bed}`,
  ),
  translated(
    {
      grades: { standard: 'Standard', classic: 'Classique', superior: 'Supérieure', deluxe: 'Deluxe' },
      beds: { queen: '1 lit queen size', twin: '2 lits simples', king: '1 lit king size' },
    },
    (grade, bed) => `Chambre ${grade}, ${bed}`,
  ),
  translated(
    {
      grades: { standard: 'Estándar', classic: 'Clásica', superior: 'Superior', deluxe: 'Deluxe' },
      beds: { queen: '1 cama queen', twin: '2 camas individuales', king: '1 cama king' },
    },
    (grade, bed) => `Habitación ${grade} - ${bed}`,
  ),
  translated(
    {
      grades: { standard: 'Standard', classic: 'Classica', superior: 'Superior', deluxe: 'Deluxe' },
      beds: { queen: '1 letto queen', twin: '2 letti singoli', king: '1 letto king' },
    },
    (grade, bed) => `Camera ${grade} con ${bed}`,
  ),
  translated(
    {
      grades: { standard: 'Standard', classic: 'Clássico', superior: 'Superior', deluxe: 'Luxo' },
      beds: { queen: '1 cama queen', twin: '2 camas de solteiro', king: '1 cama king' },
    },
    (grade, bed) => `Quarto ${grade} com ${bed}`,
  ),
]

function bare(extra: string): string {
  return extra.replace(/^with /, '')
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

function titled(text: string): string {
  return text.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
