import type { Chain, Wallet } from '@vacancy/client'
import type { Texts } from '../address.ts'

/** A wallet as the address has it: one text per field of its form. */

export type WalletInput = Pick<Wallet, 'points' | 'banks' | 'certificates' | 'elite'>

export const pointsName = (chain: string) => `points_${chain}`
export const certName = (chain: string, cert: string) => `cert_${chain}_${cert}`
export const eliteName = (chain: string) => `elite_${chain}`
export const bankName = (bank: string) => `bank_${bank}`

/** The catalog knows banks by their ids only. */
export const bankWords = (bank: string) => bank.charAt(0).toUpperCase() + bank.slice(1)

const IS_WALLET = /^(points|cert|elite|bank)_/

/** The texts of the wallet among others; null if the address says nothing of a wallet. */
export function walletTexts(texts: Texts): Texts | null {
  const own = Object.entries(texts).filter(([name]) => IS_WALLET.test(name))
  return own.length === 0 ? null : Object.fromEntries(own)
}

/** Takes the wallet out of an address, so that the saved one counts. */
export function withoutWallet(texts: Texts): Texts {
  return Object.fromEntries(Object.keys(walletTexts(texts) ?? {}).map((name) => [name, undefined]))
}

export function walletOf(texts: Texts, chains: readonly Chain[], banks: readonly string[]): WalletInput {
  const numberOf = (name: string) => Number(texts[name] ?? 0)
  const points = chains.flatMap(({ id }) => {
    const owned = numberOf(pointsName(id))
    return owned > 0 ? [[id, owned]] : []
  })
  const certificates = chains.flatMap((chain) =>
    chain.certificates.flatMap(({ id }) => {
      const count = numberOf(certName(chain.id, id))
      return count > 0 ? [{ chain: chain.id, id, count }] : []
    }),
  )
  const elite = chains.filter(({ id }) => texts[eliteName(id)] === '1').map(({ id }) => id)
  const held = banks.flatMap((bank) => {
    const owned = numberOf(bankName(bank))
    return owned > 0 ? [[bank, owned]] : []
  })
  return { points: Object.fromEntries(points), certificates, elite, banks: Object.fromEntries(held) }
}

export function textsOfWallet({ points, banks, certificates, elite }: WalletInput): Texts {
  return {
    ...Object.fromEntries(Object.entries(points).map(([chain, owned]) => [pointsName(chain), String(owned)])),
    ...Object.fromEntries(Object.entries(banks).map(([bank, owned]) => [bankName(bank), String(owned)])),
    ...Object.fromEntries(certificates.map(({ chain, id, count }) => [certName(chain, id), String(count)])),
    ...Object.fromEntries(elite.map((chain) => [eliteName(chain), '1'])),
  }
}

export function isEmptyWallet({ points, banks, certificates, elite }: WalletInput): boolean {
  return [Object.keys(points), Object.keys(banks), certificates, elite].every(({ length }) => length === 0)
}
