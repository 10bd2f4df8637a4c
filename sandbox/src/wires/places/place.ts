import type { HotelEntity, Place } from '../../world/world.ts'
import { invalidArgument } from './answers.ts'

type Json = Record<string, unknown>

/** A place before the field mask cuts it down. */
export interface FullPlace {
  id: string
  lat: number
  lng: number
  json: Json
}

export function townPlace({ placeId, name, country, lat, lng }: Place): FullPlace {
  const components = [component(name, name, 'locality'), countryComponent(country)]
  return full(
    placeId,
    name,
    lat,
    lng,
    ['locality', 'political'],
    components,
    `${name}, ${countryName(country)}`,
  )
}

export function lodgingPlace({ placeId, name, address, city, country, lat, lng }: HotelEntity): FullPlace {
  const components = [
    component(address, address, 'route'),
    component(city, city, 'locality'),
    countryComponent(country),
  ]
  const types = ['hotel', 'lodging', 'point_of_interest', 'establishment']
  return full(placeId, name, lat, lng, types, components, `${address}, ${city}, ${countryName(country)}`)
}

function full(
  id: string,
  name: string,
  lat: number,
  lng: number,
  types: string[],
  addressComponents: Json[],
  formattedAddress: string,
): FullPlace {
  return {
    id,
    lat,
    lng,
    json: {
      name: `places/${id}`,
      id,
      types,
      primaryType: types[0],
      formattedAddress,
      addressComponents,
      location: { latitude: lat, longitude: lng },
      displayName: { text: name, languageCode: 'en' },
    },
  }
}

function component(longText: string, shortText: string, type: string): Json {
  return { longText, shortText, types: type === 'route' ? [type] : [type, 'political'], languageCode: 'en' }
}

function countryComponent(country: string): Json {
  return component(countryName(country), country, 'country')
}

function countryName(country: string): string {
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? country
}

/** The vendor bills by field and sends only those that the mask names. */
export function readMask(header: string | undefined): Set<string> {
  const fields = (header ?? '').split(',').filter((field) => field !== '')
  if (fields.length === 0) throw invalidArgument('A field mask is required, as the header X-Goog-FieldMask.')
  if (fields.some((field) => /\s/.test(field))) throw invalidArgument('The field mask must not hold spaces.')
  return new Set(fields)
}

export function masked({ json }: FullPlace, mask: Set<string>, prefix: string): Json {
  const has = (field: string): boolean => mask.has('*') || mask.has(prefix + field) || mask.has(`${prefix}*`)
  return Object.fromEntries(Object.entries(json).filter(([field]) => has(field)))
}
