import { chunks } from '../../../kernel/chunks.ts'
import type { ContentCall, HotelContent, ReadPage, SourceContent } from '../../content.ts'
import { SourceFailure } from '../../source.ts'
import { inParallel } from '../parallel.ts'
import type { Element } from '../read-xml.ts'
import { exchange } from './client.ts'
import { readDescriptions, readProperty } from './description.ts'
import { errorsOf, failureOf, isEmptySearch, warningsOf } from './errors.ts'
import type { Binding } from './profile.ts'
import { chainRequest, descriptionRequest } from './request.ts'
import { all, at, attribute } from './xml.ts'

/**
 * The hotels of a chain come from OTA_HotelSearch, and what each is from OTA_HotelDescriptiveInfo. The standard has no question
 * for changes.
 */
const PAGE_SIZE = 100
const HOTELS_PER_MESSAGE = 20
const AT_ONCE = 4

export function createContent(binding: Binding): SourceContent {
  const { profile } = binding

  async function describe(hotelCodes: readonly string[], call: ContentCall): Promise<HotelContent[]> {
    const message = descriptionRequest(binding, hotelCodes, binding.newId())
    const { root } = await exchange(binding, message, call)
    const [error] = errorsOf(root)
    if (error !== undefined) throw failureOf(error)
    if (at(root, 'Success') === undefined) throw neither()
    const hotels = readDescriptions(root)
    const [warning] = warningsOf(root)
    if (hotels.length === 0 && warning !== undefined) throw failureOf(warning)
    return hotels
  }

  /** Those that the vendor knows. One that takes a single hotel per message is asked one by one. */
  async function described(hotelCodes: readonly string[], call: ContentCall): Promise<HotelContent[]> {
    const groups = chunks([...hotelCodes], profile.batch ? HOTELS_PER_MESSAGE : 1)
    const found = await inParallel(groups, AT_ONCE, async (group) => {
      try {
        return await describe(group, call)
      } catch (failure) {
        if (failure instanceof SourceFailure && failure.kind === 'not_found') return []
        throw failure
      }
    })
    return found.flat()
  }

  /** Null if the vendor refuses to continue from there. */
  async function search(
    chainCode: string,
    more: string | undefined,
    call: ContentCall,
  ): Promise<Element[] | null> {
    const ask = { echoToken: binding.newId(), more, maxResponses: PAGE_SIZE }
    const { root } = await exchange(binding, chainRequest(binding, chainCode, ask), call)
    const [error] = errorsOf(root)
    if (error !== undefined) {
      const failure = failureOf(error)
      if (more === undefined || failure.transient) throw failure
      return isEmptySearch(error) ? [] : null
    }
    if (at(root, 'Success') === undefined) throw neither()
    return all(root, 'Properties', 'Property')
  }

  /** The standard does not say how long a token lives. One that the vendor refuses begins the search again. */
  async function pageAfter(chainCode: string, cursor: string | null, call: ContentCall) {
    const properties = await search(chainCode, cursor ?? undefined, call)
    if (properties) return { properties, restarted: false }
    return { properties: (await search(chainCode, undefined, call)) ?? [], restarted: true }
  }

  async function list(chainCode: string, cursor: string | null, call: ContentCall): Promise<ReadPage> {
    const { properties, restarted } = await pageAfter(chainCode, cursor, call)
    const listed = properties.map(readProperty)
    const hotels = listed.filter((hotel) => hotel !== null)
    const codes = hotels.map(({ hotelCode }) => hotelCode)
    const descriptions = new Map((await described(codes, call)).map((hotel) => [hotel.hotelCode, hotel]))
    const next = properties
      .map((property) => attribute(property, 'MoreDataEchoToken'))
      .findLast((token) => token !== undefined)
    if (next !== undefined && next === cursor) {
      throw new SourceFailure('broken', 'a search whose pages go round in circles')
    }
    return {
      hotels: hotels.map((hotel) => completed(hotel, descriptions.get(hotel.hotelCode))),
      gone: [],
      skipped: listed.length - hotels.length,
      next: next ?? null,
      restarted,
    }
  }

  const { chainCode } = profile
  return {
    ...(chainCode === null ? {} : { list: (cursor, call) => list(chainCode, cursor, call) }),
    async one(hotelCode, call) {
      const hotels = await described([hotelCode], call)
      return hotels.find((hotel) => hotel.hotelCode === hotelCode) ?? null
    },
  }
}

/** What the description leaves open may stand in the search result. */
function completed(listed: HotelContent, description: HotelContent | undefined): HotelContent {
  if (!description) return listed
  const isPlaced = description.lat !== null && description.lng !== null
  return {
    ...description,
    brand: description.brand ?? listed.brand,
    address: description.address ?? listed.address,
    city: description.city ?? listed.city,
    region: description.region ?? listed.region,
    postalCode: description.postalCode ?? listed.postalCode,
    country: description.country ?? listed.country,
    lat: isPlaced ? description.lat : listed.lat,
    lng: isPlaced ? description.lng : listed.lng,
    stars: description.stars ?? listed.stars,
    currency: description.currency ?? listed.currency,
  }
}

function neither(): SourceFailure {
  return new SourceFailure('broken', 'an answer that is neither success nor error')
}
