import { moreToken, readSearch } from './ask.ts'
import { errors } from './errors.ts'
import { property } from './property.ts'
import type { Node } from './read-xml.ts'
import type { Chain } from './source.ts'
import { type Markup, xml } from './write-xml.ts'

/** The content of an OTA_HotelSearchRS: one page of the properties around a point, nearest first. */
export function search(message: Node, chain: Chain): Markup[] {
  if (!chain.geo) return [errors('unsupported')]
  const ask = readSearch(message)
  if (typeof ask === 'string') return [errors(ask)]
  const end = ask.offset + ask.maxResponses
  const found = chain.world.near(chain.id, ask.lat, ask.lng, ask.radiusKm, end + 1)
  const page = found.slice(ask.offset, end)
  if (page.length === 0) return [errors('nothingFound')]
  const last = page.length - 1
  const properties = page.map(({ listing }, index) =>
    property(listing, 'Property', {
      MoreDataEchoToken: index === last && found.length > end ? moreToken(end) : undefined,
    }),
  )
  return [xml('Success'), xml('Properties', {}, properties)]
}
