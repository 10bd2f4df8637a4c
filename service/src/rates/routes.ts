import { Type } from 'typebox'
import { billableRoute, type Route } from '../edge/route.ts'
import { withDefault } from '../edge/schemas.ts'
import { addNights, nightsBetween } from '../kernel/dates.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Kind } from '../observations/cell-row.ts'
import type { Receipts } from '../receipts/issue.ts'
import { ReceiptField } from '../receipts/schemas.ts'
import type { RateDeps } from './ask.ts'
import { type AgeDeps, withAge, withAges } from './auto-age.ts'
import { planAward } from './award.ts'
import { planCalendar } from './calendar.ts'
import { planCompset } from './compset.ts'
import { planCompsetAward } from './compset-award.ts'
import { type CompsetBody, compsetFields, readCompset } from './compset-request.ts'
import { PointOfSaleField } from './point-of-sale.ts'
import { EliteField } from './points-due.ts'
import {
  ChainField,
  CheckinField,
  COMMON_FIELDS,
  HotelCode,
  type HotelsOfSet,
  Nights,
  oneHotelFields,
  readNights,
  readSource,
  readStay,
  readTerms,
  SubjectField,
  withHotels,
  withSubject,
} from './request.ts'
import { awardResponse, calendarResponse, compsetResponse, shopResponse, stayResponse } from './schemas.ts'
import { planShop } from './shop.ts'
import { planStay } from './stay.ts'

const STRICT = { additionalProperties: false }

export function rateRoutes(
  deps: RateDeps & AgeDeps & { hotelsOfSet: HotelsOfSet; receipts: Receipts },
): Route[] {
  const { catalog, now } = deps
  const oneHotel = oneHotelFields(catalog)
  const { chain: _chain, ...otaHotel } = oneHotel
  const agencies = ChainField(catalog, ({ kind }) => kind === 'ota')
  const compset = { ...compsetFields(catalog), checkin: CheckinField }

  const readSet = async (account: number, body: CompsetBody, read: typeof withHotels, kind: Kind) => {
    const listed = await read(deps.hotelsOfSet, account, body, LIMITS.compsetHotels)
    const ask = readCompset(catalog, listed, now())
    const cells = { nights: [ask.checkin], lengths: [ask.los], kind }
    return { ...ask, hotels: await withAges(deps, ask.hotels, ask.terms, cells) }
  }

  const readOne = async (body: Parameters<typeof readStay>[1], kind: Kind = 'cash') => {
    const asked = readStay(catalog, body, now())
    return withAge(deps, asked, { kind, nights: [asked.stay.checkin] })
  }

  return [
    billableRoute(
      {
        method: 'POST',
        path: '/shop',
        operationId: 'shop',
        tag: 'Rates',
        summary: 'Every room and rate plan of one hotel for one stay',
        description:
          'Cash and member prices, and points if the chain has them. Costs the source’s shop weight, a quarter of it from the cache. `sold_out`, `closed` and `restricted_los` are answers and cost the same.',
        usage: 'shop',
        body: Type.Object({ ...oneHotel, point_of_sale: PointOfSaleField, receipt: ReceiptField }, STRICT),
        answers: {
          200: { description: 'Every room with its rate plans.', schema: shopResponse(catalog, false) },
        },
      },
      async ({ body }, { holder }) => {
        const asked = await readOne(body)
        const receipt = await deps.receipts.questionOf(body, holder.account.no)
        return planShop(deps, { ...asked, raw: false, receipt })
      },
    ),
    billableRoute(
      {
        method: 'POST',
        path: '/ota/{source}/shop',
        operationId: 'otaShop',
        tag: 'Rates',
        summary: 'Every room and rate plan at a travel agency',
        description:
          'Same as `POST /shop` with the agency as `chain` and its own hotel id. `raw` adds the upstream bodies and forces a live call.',
        usage: 'shop',
        params: Type.Object({ source: agencies }, STRICT),
        body: Type.Object(
          {
            ...otaHotel,
            point_of_sale: PointOfSaleField,
            raw: withDefault(Type.Boolean({ description: 'Whether to include the upstream bodies.' }), false),
          },
          STRICT,
        ),
        answers: {
          200: { description: 'Every room with its rate plans.', schema: shopResponse(catalog, true) },
        },
      },
      async ({ params, body }) =>
        planShop(deps, { ...(await readOne({ ...body, chain: params.source })), raw: body.raw }),
    ),
    billableRoute(
      {
        method: 'POST',
        path: '/award',
        operationId: 'award',
        tag: 'Award',
        summary: 'One stay in points, compared with its cash price',
        description:
          'Shares its cache with `POST /shop` and costs the same. Only for chains with award points.',
        usage: 'award',
        body: Type.Object(
          {
            ...oneHotel,
            chain: ChainField(catalog, ({ kind }) => kind === 'chain'),
            elite: EliteField,
            receipt: ReceiptField,
          },
          STRICT,
        ),
        answers: {
          200: { description: 'The award rates and their cents per point.', schema: awardResponse(catalog) },
        },
      },
      async ({ body }, { holder }) => {
        const asked = await readOne(body, 'award')
        const receipt = await deps.receipts.questionOf(body, holder.account.no)
        return planAward(deps, { ...asked, isElite: body.elite, receipt })
      },
    ),
    billableRoute(
      {
        method: 'POST',
        path: '/stay',
        operationId: 'stay',
        tag: 'Rates',
        summary: 'One stay, compared with its nights booked one by one',
        description:
          'Costs one shop plus each night: 0.1 at chains with their own calendar, the shop weight elsewhere. A quarter from the cache.',
        usage: 'stay',
        body: Type.Object(
          {
            ...oneHotel,
            los: Type.Integer({
              description: 'Nights of the stay.',
              minimum: LIMITS.stayLosMin,
              maximum: LIMITS.stayLosMax,
            }),
          },
          STRICT,
        ),
        answers: {
          200: { description: 'Both prices, and which is cheaper.', schema: stayResponse(catalog) },
        },
      },
      async ({ body }) => {
        const asked = readStay(catalog, body, now())
        const nights = nightsBetween(asked.stay.checkin, addNights(asked.stay.checkin, body.los - 1))
        const { stay, terms } = await withAge(deps, asked, { nights, lengths: [1, body.los] })
        return planStay(deps, stay, terms)
      },
    ),
    billableRoute(
      {
        method: 'POST',
        path: '/calendar',
        operationId: 'calendar',
        tag: 'Rates',
        summary: 'Up to 60 nights of one hotel',
        description:
          'The lowest cash rate, member rate and points of each night, shopped one by one. Cached nights cost a quarter; only nights older than `max_age` are shopped again.',
        usage: 'calendar',
        body: Type.Object(
          { chain: ChainField(catalog), hotel_code: HotelCode, nights: Nights, ...COMMON_FIELDS },
          STRICT,
        ),
        answers: { 200: { description: 'One row per night.', schema: calendarResponse(catalog) } },
      },
      async ({ body }) => {
        const terms = readTerms(body, now())
        const source = readSource(catalog, body.chain)
        const stay = {
          source,
          hotelCode: body.hotel_code,
          los: 1,
          occupancy: terms.occupancy,
          currency: terms.currency,
        }
        const nights = readNights(body.nights, LIMITS.calendarNights, now())
        return planCalendar(deps, await withAge(deps, { stay, nights, terms }, { nights }))
      },
    ),
    billableRoute(
      {
        method: 'POST',
        path: '/compset',
        operationId: 'compset',
        tag: 'Rates',
        summary: 'The lowest rate of up to 25 hotels for one stay',
        description:
          'Hotels of one chain or of several. Each hotel costs its chain’s compset weight, a quarter from the cache; a call costs at least 1 credit. A hotel that fails has an `error` and is free. `market` sums up the set by comparable figures; with `subject` it says where that hotel stands.',
        usage: 'compset',
        body: Type.Object({ ...compset, subject: Type.Optional(SubjectField(catalog)) }, STRICT),
        answers: {
          200: {
            description: 'One row per hotel, in the requested order, and what they cost together.',
            schema: compsetResponse(catalog, 'cash'),
          },
        },
      },
      async ({ body }, { holder }) =>
        planCompset(deps, await readSet(holder.account.no, body, withSubject, 'cash')),
    ),
    billableRoute(
      {
        method: 'POST',
        path: '/compset/award',
        operationId: 'compsetAward',
        tag: 'Award',
        summary: 'The lowest points of up to 25 hotels for one stay',
        description:
          'Costs the same as `POST /compset`. Hotels of chains without award points have empty rows and are free. `points_due` is computed from the average of the nights; `POST /award` takes each night by itself if the source prices them apart.',
        usage: 'compset_award',
        body: Type.Object({ ...compset, elite: EliteField }, STRICT),
        answers: {
          200: {
            description: 'One row per hotel, in the requested order.',
            schema: compsetResponse(catalog, 'award'),
          },
        },
      },
      async ({ body }, { holder }) => {
        const asked = await readSet(holder.account.no, body, withHotels, 'award')
        return planCompsetAward(deps, { ...asked, due: { isElite: body.elite } })
      },
    ),
  ]
}
