import type { WireSource } from '../../sources.ts'
import type { HotelDescription } from '../../world/description.ts'
import type { StayAsk, World } from '../../world/world.ts'
import { createSignedTokens, same } from '../signed-tokens.ts'
import type { Wire, WireAnswer, WireRequest } from '../wire.ts'
import { json, NOTHING, refusal } from './answers.ts'
import { indexOf, offersOf } from './offers.ts'
import { readOffersQuery } from './request.ts'

const TOKEN_LIFE_SEC = 3600
const PAGE_AT_MOST = 500
const PROPERTY = /^\/inventory\/v1\/properties\/([^/]+)$/

/** Apaleo: identity, inventory and booking under one root. */
export function createApaleoWire(source: WireSource, world: World): Wire {
  const { clientId = '', clientSecret = '' } = source.credentials
  const tokens = createSignedTokens(`${source.id} ${clientSecret}`, TOKEN_LIFE_SEC, () => world.now())

  function issue({ headers, body }: WireRequest): WireAnswer {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    if (!same(headers['authorization'] ?? '', `Basic ${basic}`)) return json({ error: 'invalid_client' }, 400)
    if (new URLSearchParams(body).get('grant_type') !== 'client_credentials') {
      return json({ error: 'unsupported_grant_type' }, 400)
    }
    return json({
      access_token: tokens.issue(),
      expires_in: TOKEN_LIFE_SEC,
      token_type: 'Bearer',
      scope: 'offers.read properties.read',
    })
  }

  function offers({ query }: WireRequest): WireAnswer {
    const ask = readOffersQuery(query, world.now())
    if (typeof ask === 'string') return refusal(422, ask)
    const code = query.get('propertyId') ?? ''
    const quote = world.quote(source.id, code, ask, { cash: true })
    if (!quote) return refusal(404, `Property with id '${code}' could not be found`)
    const all = offersOf(quote, ask, world.now())
    const shown = query.get('includeUnavailable') === 'true' ? all : quote.rooms.length === 0 ? [] : all
    if (shown.length === 0) return NOTHING
    const { name } = quote.listing
    return json({ property: { id: code, code, name, description: '' }, offers: shown })
  }

  /** Plans begin with the id of their property. */
  function index({ query }: WireRequest): WireAnswer {
    const from = query.get('from') ?? ''
    const to = query.get('to') ?? ''
    const [code = ''] = (query.get('ratePlanId') ?? '').split('-')
    const ask: StayAsk = { checkin: from, los: 1, adults: 1, children: 0, rooms: 1 }
    const quote = world.quote(source.id, code, ask)
    return quote ? json(indexOf(quote, from, to)) : refusal(404, 'The rate plan could not be found')
  }

  function properties({ query }: WireRequest): WireAnswer {
    const size = Number(query.get('pageSize') ?? PAGE_AT_MOST)
    const page = Number(query.get('pageNumber') ?? 1)
    if (!(size >= 1 && size <= PAGE_AT_MOST)) return refusal(422, `pageSize must be at most ${PAGE_AT_MOST}`)
    const all = world.descriptions(source.id)
    const found = all.slice((page - 1) * size, page * size)
    if (found.length === 0) return NOTHING
    return json({ properties: found.map((property) => propertyOf(property, true)), count: all.length })
  }

  function route(request: WireRequest): WireAnswer {
    switch (request.path) {
      case '/booking/v1/offers':
        return offers(request)
      case '/booking/v1/offer-index':
        return index(request)
      case '/inventory/v1/properties':
        return properties(request)
      default: {
        const [, id = ''] = PROPERTY.exec(request.path) ?? []
        const property = world.description(source.id, decodeURIComponent(id))
        return property ? json(propertyOf(property, false)) : refusal(404, 'The resource could not be found')
      }
    }
  }

  return {
    codes: ({ path, query }) => (path === '/booking/v1/offers' ? [query.get('propertyId') ?? ''] : []),
    answer(request) {
      if (request.method === 'POST' && request.path === '/connect/token') return issue(request)
      if (tokens.check(request.headers['authorization']) !== 'valid') return { status: 401, body: '' }
      return request.method === 'GET' ? route(request) : { status: 405, body: '' }
    },
  }
}

/** Lists have plain names; a single property has them by language. */
function propertyOf(
  { listing, postalCode, timezone, closedAtMs }: HotelDescription,
  inList: boolean,
): object {
  return {
    id: listing.code,
    code: listing.code,
    isTemplate: false,
    name: inList ? listing.name : { en: listing.name },
    ...(!inList && {
      companyName: `${listing.name} GmbH`,
      commercialRegisterEntry: '',
      taxId: '',
      paymentTerms: { en: '' },
    }),
    location: {
      addressLine1: listing.address,
      postalCode,
      city: listing.city,
      countryCode: listing.country,
    },
    timeZone: timezone ?? 'Etc/UTC',
    currencyCode: listing.currency,
    created: '2020-01-01T00:00:00Z',
    status: 'Live',
    isArchived: closedAtMs !== null,
  }
}
