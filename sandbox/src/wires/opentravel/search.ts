import { moreToken, readChainSearch, readSearch } from './ask.ts'
import { isListed } from './describe.ts'
import { errors } from './errors.ts'
import { property } from './property.ts'
import { at, type Node } from './read-xml.ts'
import type { Chain } from './source.ts'
import { type Markup, xml } from './write-xml.ts'

/** The content of an OTA_HotelSearchRS: one page of a chain's properties, or of those around a point, nearest first. */
export function search(message: Node, chain: Chain): Markup[] {
  const criterion = at(message, 'Criteria', 'Criterion')
  if (at(criterion, 'HotelRef')?.attributes['ChainCode'] !== undefined) return searchChain(message, chain)
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

function searchChain(message: Node, chain: Chain): Markup[] {
  const ask = readChainSearch(message, chain)
  if (typeof ask === 'string') return [errors(ask)]
  const listed = chain.world.descriptions(chain.id).filter((hotel) => isListed(hotel, chain.world.now()))
  const end = ask.offset + ask.maxResponses
  const page = listed.slice(ask.offset, end)
  if (page.length === 0) return [errors('nothingFound')]
  const last = page.length - 1
  const properties = page.map(({ listing }, index) =>
    property(listing, 'Property', {
      MoreDataEchoToken: index === last && listed.length > end ? moreToken(end) : undefined,
    }),
  )
  return [xml('Success'), xml('Properties', {}, properties)]
}
