import { type Static, Type } from 'typebox'
import { divideMinor } from '../../../kernel/money.ts'
import type { Occupancy, Rate } from '../../source.ts'
import { type Figures, PriceShape } from './price.ts'

const MEAL_PLANS = new Map(
  Object.entries({
    no_plan: 'room_only',
    breakfast_included: 'breakfast',
    half_board: 'half_board',
    full_board: 'full_board',
    all_inclusive: 'all_inclusive',
  }),
)

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const number = Type.Optional(Type.Union([Type.Number(), Type.Null()]))

/** One room under one set of conditions. */
export const ProductShape = Type.Object({
  id: Type.String({ minLength: 1 }),
  room: Type.Optional(Type.Union([Type.Number(), Type.String(), Type.Null()])),
  inventory: Type.Optional(Type.Union([Type.Object({ type: text }), Type.Null()])),
  deal: Type.Optional(
    Type.Union([Type.Object({ tags: Type.Optional(Type.Array(Type.String())) }), Type.Null()]),
  ),
  number_available_at_this_price: number,
  maximum_occupancy: Type.Optional(Type.Union([Type.Object({ adults: number, total: number }), Type.Null()])),
  policies: Type.Optional(
    Type.Object({
      cancellation: Type.Optional(Type.Object({ type: text, free_cancellation_until: text })),
      meal_plan: Type.Optional(Type.Object({ plan: text })),
    }),
  ),
  price: PriceShape,
})

export type Product = Static<typeof ProductShape>

/** The vendor's guide also writes the first in the plural. `genius` is its loyalty programme. */
const MEMBER_TAGS = ['logged_in_deal', 'logged_in_deals', 'genius']

/** Whether only signed-in bookers get this. Other tags, of which each version has more (mobile, seasonal, …), are public prices. */
export function isMemberDeal({ deal }: Pick<Product, 'deal'>): boolean {
  return MEMBER_TAGS.some((tag) => deal?.tags?.includes(tag))
}

const PUBLIC_INVENTORY = new Set(['sell', 'sell_broad'])
const PACKAGED = 'sell_packaged'

/** Whether the price is public. A net rate is what an agency pays, for closed groups and without its margin. */
export function isPublic({ inventory }: Pick<Product, 'inventory'>): boolean {
  return PUBLIC_INVENTORY.has(inventory?.type ?? 'sell')
}

/** Whether one such room fits the party; without a stated limit it does. */
export function takesParty({ maximum_occupancy: most }: Product, { adults, children }: Occupancy): boolean {
  return (most?.adults ?? adults) >= adults && (most?.total ?? adults + children) >= adults + children
}

/** The currency and scope of a rate's figures: all rooms, the whole stay. */
export interface Extent {
  currency: string
  rooms: number
  los: number
}

export function rateOf(product: Product, figures: Figures, { currency, rooms, los }: Extent): Rate {
  const shares = los * rooms
  const cancellation = product.policies?.cancellation
  const bundled = product.inventory?.type === PACKAGED
  const memberOnly = isPublic(product) && isMemberDeal(product)
  const mealPlan = MEAL_PLANS.get(product.policies?.meal_plan?.plan ?? '') ?? null
  return {
    rateCode: product.id,
    name: nameOf(cancellation?.type ?? null, mealPlan, memberOnly),
    currency,
    pricePerNight: divideMinor(figures.book, shares),
    pricePerNightAfterTax: figures.allIn === null ? null : divideMinor(figures.allIn, shares),
    taxIncluded: figures.taxIncluded,
    total: figures.book,
    totalAfterTax: figures.allIn,
    memberOnly,
    restricted: !isPublic(product) && !bundled,
    package: bundled,
    pointsPerNight: null,
    pointsTotal: null,
    cashCopayPerNight: null,
    standardAward: null,
    refundable: refundableOf(cancellation?.type),
    cancelBy: momentOf(cancellation?.free_cancellation_until),
    mealPlan,
  }
}

/** Special conditions refund only part of the money. The later API version calls them so. */
const REFUNDABLE = new Map([
  ['free_cancellation', true],
  ['non_refundable', false],
  ['special_conditions', false],
  ['partially_refundable', false],
])

function refundableOf(type: string | null | undefined): boolean | null {
  return REFUNDABLE.get(type ?? '') ?? null
}

function momentOf(stated: string | null | undefined): string | null {
  const ms = Date.parse(stated ?? '')
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

/** Products have no names. */
function nameOf(cancellation: string | null, mealPlan: string | null, memberOnly: boolean): string {
  const words = [
    memberOnly ? 'member deal' : null,
    cancellation === null ? null : cancellation.replace('non_', 'non-').replaceAll('_', ' '),
    mealPlan === null || mealPlan === 'room_only' ? null : `with ${mealPlan.replaceAll('_', ' ')}`,
  ].filter((word) => word !== null)
  const name = words.join(', ')
  return name === '' ? 'Standard rate' : name[0]?.toUpperCase() + name.slice(1)
}
