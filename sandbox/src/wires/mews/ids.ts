import { uuid } from '../../world/codes.ts'
import { hashText } from '../../world/hash.ts'

/** The vendor names everything by random ids. */
function idOf(...parts: string[]): string {
  return uuid(hashText(parts.join(' ')))
}

export const categoryId = (hotel: string, room: string): string => idOf('category', hotel, room)
export const rateId = (hotel: string, plan: string): string => idOf('rate', hotel, plan)
export const productId = (hotel: string, product: string): string => idOf('product', hotel, product)

/** The configuration of a hotel's booking engine. */
export const configurationId = (hotel: string): string => idOf('configuration', hotel)
