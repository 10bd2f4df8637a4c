import type { HotelDescription } from '../../world/description.ts'
import type { House } from '../../world/world.ts'
import { jsonAmount } from '../json-amount.ts'
import { zoneOf } from '../mews/hotel.ts'

const currencyOf = (code: string) => ({
  currencyCode: code,
  currencySymbol: code,
  currencyPosition: 'before',
})

export function listedOf(description: HotelDescription): object {
  const { listing } = description
  return {
    propertyID: listing.code,
    organizationID: '1',
    propertyName: listing.name,
    propertyImage: '',
    propertyDescription: '',
    propertyTimezone: zoneOf(description),
    propertyCurrency: [currencyOf(listing.currency)],
  }
}

/** Coordinates are texts at this vendor. */
export function detailsOf({ listing, region, postalCode }: HotelDescription): object {
  return {
    propertyID: listing.code,
    organizationID: '1',
    propertyName: listing.name,
    propertyType: 'hotel',
    propertyDescription: '',
    propertyCurrency: {
      ...currencyOf(listing.currency),
      currencyDecimalSeparator: '.',
      currencyThousandsSeparator: ',',
    },
    propertyPrimaryLanguage: 'en',
    propertyPhone: listing.phone,
    propertyEmail: '',
    propertyAddress: {
      propertyAddress1: listing.address,
      propertyAddress2: '',
      propertyCity: listing.city,
      propertyState: region ?? '',
      propertyZip: postalCode,
      propertyCountry: listing.country,
      propertyLatitude: String(listing.lat),
      propertyLongitude: String(listing.lng),
    },
    propertyAmenities: [],
  }
}

/** The taxes and fees of a house: some inside its prices, most on top, and some for other things than rooms. */
export function chargesOf({ taxBasisPoints, cityTax, resortFee }: House, currency: string): object[] {
  const amount = (minor: number): string => String(jsonAmount(minor, currency))
  const charge = (type: 'fee' | 'tax', name: string, changes: object): object => ({
    type,
    ...(type === 'fee'
      ? { feeID: name }
      : { taxID: name, kind: null, feesCharged: null, taxesCharged: null }),
    name,
    code: name.toUpperCase(),
    availableFor: ['rate'],
    inclusiveOrExclusive: 'exclusive',
    isDeleted: false,
    roomTypes: [],
    dateRanges: [],
    lengthOfStaySettings: [],
    ...changes,
  })
  const charges = [
    charge('tax', 'vat', { amount: String(taxBasisPoints / 100), amountType: 'percentage' }),
    charge('tax', 'bar', { amount: '19', amountType: 'percentage', availableFor: ['product'] }),
    charge('fee', 'service', { amount: '3', amountType: 'percentage', inclusiveOrExclusive: 'inclusive' }),
  ]
  if (resortFee > 0) charges.push(charge('fee', 'resort', { amount: amount(resortFee), amountType: 'fixed' }))
  if (cityTax?.per === 'price') {
    charges.push(charge('fee', 'city', { amount: cityTax.basisPoints / 100, amountType: 'percentage' }))
  } else if (cityTax?.per === 'person') {
    const amountAdult = amount(cityTax.amount)
    charges.push(charge('fee', 'city', { amountAdult, amountChild: '0', amountType: 'fixed_per_person' }))
  } else if (cityTax) {
    charges.push(charge('fee', 'city', { amount: amount(cityTax.amount), amountType: 'fixed' }))
  }
  return charges
}
