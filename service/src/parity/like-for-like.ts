import { convert } from '../fx/convert.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import { type Minor, toDecimal } from '../kernel/money.ts'
import type { SameRoom } from '../rates/same-rooms.ts'
import type { Room, StayAnswer } from '../sources/source.ts'
import { percentOf } from './compare.ts'
import { type Verdict, verdictOf } from './verdict.ts'

/** A full answer and when it was observed. */
export interface Offer {
  answer: StayAnswer
  seenMs: number
}

/** The cheapest public rate of one kind, after tax, in the currency of the direct rates. */
interface Found {
  rate: Minor
  isConverted: boolean
  roomName: string
  rateName: string
}

/**
 * Compares rates with the same conditions: refundable or not, and meal plan. Within rooms that match; for a channel without
 * such a room, each side's cheapest of all. A kind is listed if the hotel itself and at least one channel sell it to the
 * public. Rates whose conditions a source does not state are left out.
 */
export function likeForLike(
  fx: ReferenceRates,
  direct: Offer,
  channels: readonly ({ channel: string } & Offer)[],
  rooms: readonly SameRoom[],
) {
  const { currency } = direct.answer
  const kindsOf = (some: readonly Room[], { seenMs }: Offer) => cheapestOfKinds(fx, some, seenMs, currency)
  const compare = (room: Room | null, ours: Kinds, theirs: { channel: string; kinds: Kinds }[]) =>
    [...ours].flatMap(([kind, { refundable, mealPlan, found }]) => {
      const rows = theirs.flatMap(({ channel, kinds }) => {
        const other = kinds.get(kind)?.found
        return other ? [{ channel, ...rateView(other, currency), ...gapView(found, other, currency) }] : []
      })
      if (rows.length === 0) return []
      const view = {
        room: room && { room_code: room.roomCode, room_name: room.name },
        refundable,
        meal_plan: mealPlan,
        direct: rateView(found, currency),
        channels: rows,
      }
      return [{ rate: found.rate, view }]
    })
  const within = rooms.flatMap((same) => {
    const theirs = same.channels.flatMap(({ channel, rooms: some }) => {
      const offer = channels.find((one) => one.channel === channel)
      return offer ? [{ channel, kinds: kindsOf(some, offer) }] : []
    })
    return compare(same.direct[0], kindsOf(same.direct, direct), theirs)
  })
  const matched = new Set(rooms.flatMap((same) => same.channels.map(({ channel }) => channel)))
  const others = channels.filter(({ channel }) => !matched.has(channel))
  const across = compare(
    null,
    kindsOf(direct.answer.rooms, direct),
    others.map((offer) => ({ channel: offer.channel, kinds: kindsOf(offer.answer.rooms, offer) })),
  )
  return [...within, ...across].toSorted((a, b) => a.rate - b.rate).map(({ view }) => view)
}

type Kinds = Map<string, { refundable: boolean; mealPlan: string; found: Found }>

function cheapestOfKinds(
  fx: ReferenceRates,
  rooms: readonly Room[],
  seenMs: number,
  currency: string,
): Kinds {
  const kinds: Kinds = new Map()
  for (const room of rooms) {
    for (const rate of room.rates) {
      const { refundable, mealPlan, pricePerNightAfterTax: price } = rate
      if (rate.memberOnly || rate.restricted || rate.package || rate.pointsPerNight !== null) continue
      if (refundable === null || mealPlan === null || price === null) continue
      const isConverted = rate.currency !== currency
      const conversion = isConverted ? fx.find(rate.currency, currency, seenMs) : null
      if (isConverted && !conversion) continue
      const found = {
        rate: conversion ? convert(price, conversion) : price,
        isConverted,
        roomName: room.name,
        rateName: rate.name,
      }
      const kind = `${refundable}/${mealPlan}`
      const known = kinds.get(kind)
      if (!known || found.rate < known.found.rate) kinds.set(kind, { refundable, mealPlan, found })
    }
  }
  return kinds
}

function rateView({ rate, roomName, rateName }: Found, currency: string) {
  return { rate: toDecimal(rate, currency), room_name: roomName, rate_name: rateName }
}

function gapView(
  ours: Found,
  theirs: Found,
  currency: string,
): { gap: number; gap_pct: number | null; verdict: Verdict | null } {
  const gap = theirs.rate - ours.rate
  const pct = percentOf(gap, ours.rate)
  return {
    gap: toDecimal(gap, currency),
    gap_pct: pct === null ? null : pct / 100,
    verdict: verdictOf(gap, ours.rate, theirs.isConverted || ours.isConverted),
  }
}
