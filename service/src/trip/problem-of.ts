import type { ReferenceRates } from '../fx/reference-rates.ts'
import { minorDigits } from '../kernel/money.ts'
import { freeNightRule } from '../sources/free-nights.ts'
import type { Candidate, HotelCells } from './cells.ts'
import { offersOf } from './offers.ts'
import type { TripAsk } from './request.ts'
import type { TripProblem } from './solver/problem.ts'
import { VALUE_UNITS } from './wallet.ts'

/** A trip as numbers, and how many nights of hotels it does not fully know. */
export interface PosedTrip {
  problem: TripProblem
  nightsUnknown: number
}

export function problemOf(
  fx: ReferenceRates,
  ask: TripAsk,
  hotels: readonly Candidate[],
  cells: readonly HotelCells[],
): PosedTrip {
  const { nights, occupancy, currency } = ask.terms.cash
  const chains = [...ask.wallet.values()]
  let nightsUnknown = 0
  const posed = hotels.map(({ source }, at) => {
    const wallet = ask.wallet.get(source)
    const known = cells[at]
    const offers = known ? offersOf(fx, ask, known, wallet) : []
    nightsUnknown += offers.filter(({ isUnknown }) => isUnknown).length
    return {
      purse: wallet ? chains.indexOf(wallet) : null,
      freeNight: freeNightRule(source, wallet?.isElite ?? false),
      offers: offers.map(({ offer }) => offer),
    }
  })
  return {
    nightsUnknown,
    problem: {
      nights: nights.length,
      hotels: posed,
      purses: chains.map(({ points, certificates, pointValue }) => ({
        points,
        // A night takes a certificate per room, so the solver counts them in sets.
        certificates: certificates.map(({ count }) =>
          Math.min(nights.length, Math.floor(count / occupancy.rooms)),
        ),
        pointCost: pointValue,
      })),
      maxMoves: ask.maxMoves,
      cashCost: (100 * VALUE_UNITS) / 10 ** minorDigits(currency),
    },
  }
}
