import type { ReferenceRates } from '../fx/reference-rates.ts'
import { minorDigits } from '../kernel/money.ts'
import { bonusOn } from '../sources/catalog/partners.ts'
import { freeNightRule } from '../sources/free-nights.ts'
import { type ChainWallet, VALUE_UNITS } from '../wallets/wallet.ts'
import type { Candidate, HotelCells } from './cells.ts'
import { offersOf } from './offers.ts'
import type { TripAsk } from './request.ts'
import type { TripProblem } from './solver/problem.ts'

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
      banks: ask.transfers.banks.map(({ points }) => points),
      partners: partnersOf(ask, chains),
      maxMoves: ask.maxMoves,
      cashCost: (100 * VALUE_UNITS) / 10 ** minorDigits(currency),
    },
  }
}

/** With the bonus of today, in hundredths so that all numbers are whole. */
function partnersOf({ transfers: { banks, partners, today } }: TripAsk, chains: readonly ChainWallet[]) {
  return partners.map((partner) => ({
    bank: banks.findIndex(({ bank }) => bank === partner.bank),
    purse: chains.findIndex(({ chain }) => chain.id === partner.chain),
    step: partner.step,
    minimum: partner.minimum,
    from: partner.ratio[0] * 100,
    to: partner.ratio[1] * (100 + bonusOn(partner, today)),
  }))
}
