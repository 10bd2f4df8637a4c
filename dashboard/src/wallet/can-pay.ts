import type { MatrixCell, TransferPartner } from '@vacancy/client'
import type { WalletInput } from './wallet-texts.ts'

/** The chains that the wallet has something of, or can transfer points to. */
export function reachedChains(
  { points, certificates, banks }: WalletInput,
  partners: readonly TransferPartner[],
) {
  const transferred = partners.filter(({ bank }) => (banks[bank] ?? 0) > 0).map(({ chain }) => chain)
  return new Set([...Object.keys(points), ...certificates.map(({ chain }) => chain), ...transferred])
}

/** Whether the wallet pays for a single night, as the API judges it with `within_wallet`. */
export function canPay(
  { chain, lowest_points: price, certs }: MatrixCell,
  wallet: WalletInput,
  partners: readonly TransferPartner[],
): boolean {
  if (price === null) return false
  const reach = reachOf(chain, wallet, partners)
  if (price <= reach) return true
  const held = wallet.certificates.filter((one) => one.chain === chain && one.count > 0)
  return (certs ?? '').split(';').some((entry) => {
    const [id, topUp = '0'] = entry.split(':')
    return held.some((one) => one.id === id) && Number(topUp) <= reach
  })
}

/** The chain's own points and all that banks can send. */
function reachOf(
  chain: string,
  { points, banks }: WalletInput,
  partners: readonly TransferPartner[],
): number {
  return partners
    .filter((partner) => partner.chain === chain)
    .reduce((sum, { bank, minimum, step, ratio, bonus_today: bonus }) => {
      const sent = Math.floor((banks[bank] ?? 0) / step) * step
      const [from = 1, to = 1] = ratio
      return sent < minimum ? sum : sum + Math.floor((sent * to * (100 + (bonus ?? 0))) / (from * 100))
    }, points[chain] ?? 0)
}
