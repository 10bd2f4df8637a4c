import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Wallet } from '@vacancy/client'
import { call } from '../api/call.ts'
import { useApi } from '../api/v1-queries.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { Moment } from '../ui/moment.tsx'
import type { WalletInput } from './trip-form.tsx'

interface SaveWalletProps {
  wallet: WalletInput
  onUse: (saved: Wallet) => void
}

/** The wallet of the account: for later trips, for searches, and for calls with `wallet: "saved"`. */
export function SaveWallet({ wallet, onUse }: SaveWalletProps) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const saved = useApi<Wallet>('/wallet').data
  const save = useMutation({
    mutationFn: () => call<Wallet>('/v1/wallet', { method: 'PUT', body: withCurrency(wallet, saved), keyId }),
    onSuccess: ({ data }) => queries.setQueryData(['v1', keyId, '/wallet'], data),
  })
  return (
    <div className="wallet-save">
      <Button busy={save.isPending} onClick={() => save.mutate()}>
        Save wallet
      </Button>
      {saved?.updated_at && (
        <>
          <Button look="quiet" onClick={() => onUse(saved)}>
            Use the saved one
          </Button>
          <span className="hint">
            Saved <Moment at={saved.updated_at} />
          </span>
        </>
      )}
      {save.error && <FaultNote error={save.error} />}
    </div>
  )
}

/** Saving replaces all of it, and the form has no currency. */
function withCurrency(wallet: WalletInput, saved: Wallet | undefined) {
  return { ...wallet, ...(saved?.currency && { currency: saved.currency }) }
}
