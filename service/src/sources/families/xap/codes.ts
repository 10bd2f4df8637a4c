/**
 * One account sells two brands, and each numbers its hotels on its own: 123456 of one brand is another house than
 * 123456 of the other. Our hotel code therefore carries the brand, `e123456` or `h98765`; the vendor gets the number, in
 * the parameter of that brand. A code of any other form goes out as it is, as an id of the first brand.
 */

export type Brand = 'ecom' | 'hcom'

export interface VendorId {
  brand: Brand
  id: string
}

const BRANDED = /^([eh])(\d+)$/

export function vendorIdOf(hotelCode: string): VendorId {
  const [, prefix, digits] = BRANDED.exec(hotelCode) ?? []
  if (prefix === undefined || digits === undefined) return { brand: 'ecom', id: hotelCode }
  return { brand: prefix === 'h' ? 'hcom' : 'ecom', id: digits }
}

export function hotelCodeOf({ brand, id }: VendorId): string {
  if (!/^\d+$/.test(id)) return id
  return `${brand === 'hcom' ? 'h' : 'e'}${id}`
}

/** The query parameter that names hotels of a brand. The vendor refuses a request that has both. */
export function idsParameter(brand: Brand): 'ecomHotelIds' | 'hcomHotelIds' {
  return brand === 'hcom' ? 'hcomHotelIds' : 'ecomHotelIds'
}
