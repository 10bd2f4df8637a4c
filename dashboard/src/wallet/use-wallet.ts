import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Chain, ListTransfersResponse, TransferPartner, Wallet } from '@vacancy/client'
import { type Texts, useTexts } from '../address.ts'
import { call } from '../api/call.ts'
import { useApi } from '../api/v1-queries.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { useFx, usualCurrency } from './own-currency.ts'
import { isEmptyWallet, textsOfWallet, type WalletInput, walletOf, walletTexts } from './wallet-texts.ts'

/** What a person pays with: the saved wallet, or the one that the address describes. */
export interface OwnWallet {
  /** The fields of its form. */
  texts: Texts
  wallet: WalletInput
  /** The currency that the person counts in. */
  currency: string
  banks: readonly string[]
  partners: readonly TransferPartner[]
  saved: Wallet | undefined
  /** Whether it is known what was saved, and what it is worth. */
  isRead: boolean
  /** Whether something was changed since it was saved. */
  isChanged: boolean
  change: (changed: Texts) => void
  save: ReturnType<typeof useSaveWallet>
}

const NONE: readonly TransferPartner[] = []

export function useWallet(chains: readonly Chain[]): OwnWallet {
  const [all, setTexts] = useTexts()
  const { data: saved, isPending } = useApi<Wallet>('/wallet')
  const transfers = useApi<ListTransfersResponse>('/transfers', { staleMs: 300_000 })
  const partners = transfers.data?.transfer_partners ?? NONE
  const banks = [...new Set(partners.map(({ bank }) => bank))]
  const written = walletTexts(all)
  const texts = written ?? (saved ? textsOfWallet(saved) : {})
  const wallet = walletOf(texts, chains, banks)
  const currency = all['currency'] ?? saved?.currency ?? usualCurrency()
  const rates = useFx(currency)
  const kept = saved && walletOf(textsOfWallet(saved), chains, banks)
  return {
    texts,
    wallet,
    currency,
    banks,
    partners,
    saved,
    isRead: !isPending && !transfers.isPending && !rates.isPending,
    isChanged:
      saved !== undefined &&
      (JSON.stringify(kept) !== JSON.stringify(wallet) || (saved.currency ?? usualCurrency()) !== currency),
    // The saved fields come along, so that the address has the whole wallet.
    change: (changed) => setTexts(written ? changed : { ...texts, ...changed }),
    save: useSaveWallet(wallet, currency),
  }
}

function useSaveWallet(wallet: WalletInput, currency: string) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call<Wallet>('/v1/wallet', { method: 'PUT', body: { ...wallet, currency }, keyId }),
    onSuccess: ({ data }) => queries.setQueryData(['v1', keyId, '/wallet'], data),
  })
}

/** The first wallet is kept without being asked to. Later ones may be trials. */
export function keepFirst({ saved, wallet, save }: OwnWallet): void {
  if (saved?.updated_at === null && !isEmptyWallet(wallet)) save.mutate()
}
