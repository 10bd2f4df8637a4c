import type { Element } from '../read-xml.ts'
import { all, at, attribute } from './xml.ts'

/**
 * Whether a stay is about the requested hotel. A room stay names its hotel itself, or a hotel stay refers to it by its number; if
 * both do, they must agree. Only an answer to our own question (`ours`) that names no hotel at all may leave it out.
 */
export function tiesTo(hotelCode: string, root: Element, ours: boolean): (stay: Element) => boolean {
  const hotelStays = all(root, 'HotelStays', 'HotelStay')
  const roomStays = all(root, 'RoomStays', 'RoomStay')
  const nameless = [...hotelStays, ...roomStays].every((stay) => codeOf(stay) === undefined)
  const referring = hotelStays.map((stay) => ({ code: codeOf(stay), numbers: numbersOf(stay) }))
  return (stay) => {
    const number = attribute(stay, 'RPH')
    // A single hotel stay without numbers speaks of all room stays.
    const about = ({ numbers }: (typeof referring)[number]) =>
      numbers === undefined ? referring.length === 1 : number !== undefined && numbers.includes(number)
    const codes = new Set(
      [codeOf(stay), ...referring.filter(about).map(({ code }) => code)].filter((code) => code !== undefined),
    )
    return codes.size === 0 ? nameless && ours : codes.size === 1 && codes.has(hotelCode)
  }
}

function codeOf(stay: Element): string | undefined {
  return attribute(at(stay, 'BasicPropertyInfo'), 'HotelCode')
}

function numbersOf(hotelStay: Element): string[] | undefined {
  return attribute(hotelStay, 'RoomStayRPH')?.split(/\s+/)
}
