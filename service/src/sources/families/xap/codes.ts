/**
 * One account sells two brands with separate numbers: 123456 of one brand is another hotel than 123456 of the other. So our
 * hotel code includes the brand: `h123456` is the second brand's number, any other code is the first brand's id. The vendor
 * gets the number, in the parameter of that brand.
 */

export type Brand = 'ecom' | 'hcom'

export interface VendorId {
  brand: Brand
  id: string
}

export function vendorIdOf(hotelCode: string): VendorId {
  const digits = /^h(\d+)$/.exec(hotelCode)?.[1]
  return digits === undefined ? { brand: 'ecom', id: hotelCode } : { brand: 'hcom', id: digits }
}

export function hotelCodeOf({ brand, id }: VendorId): string {
  return brand === 'hcom' ? `h${id}` : id
}

/** The query parameter for a brand's hotels. The vendor refuses a request with both. */
export function idsParameter(brand: Brand): 'ecomHotelIds' | 'hcomHotelIds' {
  return brand === 'hcom' ? 'hcomHotelIds' : 'ecomHotelIds'
}
