import type { StoredCell } from '../cells/stored.ts'
import { convert } from '../fx/convert.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import type { Minor } from '../kernel/money.ts'
import { compare } from '../observations/comparable.ts'
import { topUpOf } from '../observations/figures.ts'
import type { ChainWallet } from '../wallets/wallet.ts'
import type { HotelCells } from './cells.ts'
import type { TripAsk } from './request.ts'
import type { NightOffer } from './solver/problem.ts'

/** A night at a hotel as the solver takes it, and whether everything about it is known. */
export interface KnownOffer {
  offer: NightOffer
  /** A price is not cached, too old, or cannot be converted: the night may be cheaper than the solver thinks. */
  isUnknown: boolean
}

/** The nights of a hotel, for all rooms, in the requested currency. */
export function offersOf(
  fx: ReferenceRates,
  { terms }: TripAsk,
  cells: HotelCells,
  wallet: ChainWallet | undefined,
): KnownOffer[] {
  const { nights, currency, occupancy } = terms.cash
  const { rooms } = occupancy
  return nights.map((night) => {
    const cash = cashOf(fx, cells.cash.fresh.get(night), currency)
    const award = cells.award?.fresh.get(night)
    const copay = award && copayOf(fx, award, currency)
    const points = award?.points ?? null
    const standard = award?.premium ? null : points
    return {
      offer: {
        cash: cash.amount === null ? null : cash.amount * rooms,
        points: points === null ? null : points * rooms,
        premium: award?.premium ?? false,
        pointsCash:
          copay && copay.amount !== null
            ? { points: copay.points * rooms, cash: copay.amount * rooms }
            : null,
        certificates: certificatesFor(standard, wallet, rooms),
      },
      isUnknown: cash.isUnknown || (cells.award !== null && !award) || copay?.amount === null,
    }
  })
}

/** The lowest public rate with taxes. A night that is not available has none, and that is known. */
function cashOf(
  fx: ReferenceRates,
  cell: StoredCell | undefined,
  currency: string,
): { amount: Minor | null; isUnknown: boolean } {
  if (!cell) return { amount: null, isUnknown: true }
  const { comparable } = compare(fx, cell, currency, cell.seenMs)
  const amount = comparable?.barAfterTax ?? null
  return { amount, isUnknown: amount === null && cell.bar !== null }
}

/** The cheapest award with a cash part; undefined if there is none, null if its cash cannot be converted. */
function copayOf(fx: ReferenceRates, cell: StoredCell, currency: string) {
  const { pointsCash: points, copay } = cell
  if (points === null || copay === null) return undefined
  if (cell.currency === currency) return { points, amount: copay }
  const conversion = fx.find(cell.currency, currency, cell.seenMs)
  return { points, amount: conversion && convert(copay, conversion) }
}

function certificatesFor(points: number | null, wallet: ChainWallet | undefined, rooms: number) {
  if (points === null || !wallet) return []
  return wallet.certificates.flatMap(({ certificate }, at) => {
    const topUp = topUpOf(certificate, points)
    return topUp === null ? [] : [{ certificate: at, topUp: topUp * rooms }]
  })
}
