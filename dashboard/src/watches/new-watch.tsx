import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Chain, Watch } from '@vacancy/client'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { useChains } from '../api/v1-queries.ts'
import { RequestFields } from '../explorer/request-fields.tsx'
import type { Values } from '../explorer/tools.ts'
import { useQuotedCurrency } from '../hotels/quoted-currency.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FaultNote, Loaded } from '../ui/feedback.tsx'
import { dayFromNow } from '../ui/format.ts'
import { SecretOnce } from './secret-once.tsx'
import { fieldsOf, firstHotel, kindOf, settled } from './watch-fields.ts'
import { watchRequest } from './watch-request.ts'

/** The defaults of the API. */
const DEFAULT_CURRENCY = 'USD'

export function NewWatch({ onClose }: { onClose: () => void }) {
  const query = useChains()
  if (query.data) return <WatchForm chains={query.data.chains} onClose={onClose} />
  return (
    <Dialog title="New watch" onClose={onClose}>
      <Loaded query={query}>{() => null}</Loaded>
    </Dialog>
  )
}

function WatchForm({ chains, onClose }: { chains: Chain[]; onClose: () => void }) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const [typed, setTyped] = useState<Values>(() => initial(chains))
  const quoted = useQuotedCurrency(typed, chains)
  // Follows the hotel's currency, if known, until the user types another.
  const values = { currency: quoted ?? DEFAULT_CURRENCY, ...typed }
  const create = useMutation({
    gcTime: 0,
    mutationFn: async () => {
      const body = watchRequest(values, kindOf(values, chains))
      return (await call<Watch>('/v1/watches', { method: 'POST', body, keyId })).data
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['v1', keyId] }),
  })
  if (create.data)
    return <SecretOnce title="Watch created" secret={create.data.secret ?? ''} onClose={onClose} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <Dialog title="New watch" onClose={onClose} byButtonOnly={create.isPending}>
      <form onSubmit={submit}>
        <RequestFields
          fields={fieldsOf(values, chains, quoted)}
          values={values}
          chains={chains}
          onChange={(changed) => setTyped(settled({ ...typed, ...changed }, chains))}
        />
        {create.error && <FaultNote error={create.error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            Create watch
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function initial(chains: Chain[]): Values {
  return {
    ...firstHotel(chains),
    from: dayFromNow(30),
    to: dayFromNow(32),
    los: '1',
    kind: 'cash',
    condition: 'any',
    basis: 'bar',
    channel: chains.find(({ kind }) => kind === 'ota')?.id ?? '',
    min_pct: '5',
    refresh_sec: '3600',
  }
}
