import type { Night } from '../kernel/dates.ts'
import { bonusOn } from '../sources/catalog/partners.ts'
import { freeNightRule } from '../sources/free-nights.ts'
import type { ChainWallet, Wallet } from './wallet.ts'

/** The most points per night and room that a wallet pays for a stay at a chain. */
export interface Payable {
  standard: number
  /** Premium awards have no free nights and take no certificates. */
  premium: number
}

const ANY = 2_147_483_647

export function payableOf(
  wallet: Wallet,
  held: ChainWallet,
  { los, rooms }: { los: number; rooms: number },
  today: Night,
): Payable {
  const reach = reachOf(wallet, held, today)
  const rule = freeNightRule(held.chain, held.isElite)
  const paidNights = los - (rule ? Math.floor(los / rule.every) : 0)
  const perNight = (nights: number) => Math.min(ANY, Math.floor(reach / (nights * rooms)))
  // Of several nights only the average is known, which does not tell what certificates would save.
  const byCertificate = held.certificates
    .filter(({ count }) => los === 1 && count >= rooms)
    .map(({ certificate: { maxPoints, maxTopUp } }) =>
      maxPoints === null ? ANY : maxPoints + Math.min(maxTopUp ?? ANY, Math.floor(reach / rooms)),
    )
  return { standard: Math.min(ANY, Math.max(perNight(paidNights), ...byCertificate)), premium: perNight(los) }
}

/** The chain's own points, and all that banks can send, by the bonuses of a day. */
function reachOf({ banks, partners }: Wallet, { chain, points }: ChainWallet, today: Night): number {
  return partners
    .filter((partner) => partner.chain === chain.id)
    .reduce((sum, partner) => {
      const held = banks.find(({ bank }) => bank === partner.bank)?.points ?? 0
      const sent = Math.floor(held / partner.step) * partner.step
      if (sent < partner.minimum) return sum
      const [from, to] = partner.ratio
      return sum + Math.floor((sent * to * (100 + bonusOn(partner, today))) / (from * 100))
    }, points)
}
