import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Chain, Watch } from '@vacancy/client'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { useChains } from '../api/v1-queries.ts'
import { RequestFields } from '../explorer/request-fields.tsx'
import type { FieldSpec, Values } from '../explorer/tools.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { Copy } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FaultNote, Loaded } from '../ui/feedback.tsx'
import { dayFromNow } from '../ui/format.ts'
import { watchRequest } from './watch-request.ts'

const FIELDS: readonly FieldSpec[] = [
  { name: 'chain', label: 'Source', kind: 'chain' },
  { name: 'hotel_code', label: 'Hotel code', kind: 'hotel' },
  { name: 'from', label: 'First night', kind: 'date' },
  { name: 'to', label: 'Last night', kind: 'date' },
  { name: 'los', label: 'Length of stay', kind: 'number', min: 1, max: 30 },
  {
    name: 'condition',
    label: 'Fires on',
    kind: 'choice',
    choices: ['any', 'available', 'points_lte', 'rebook', 'undercut'],
  },
]

const THRESHOLDS: Readonly<Record<string, readonly FieldSpec[]>> = {
  points_lte: [{ name: 'points', label: 'Points at most', kind: 'number', min: 1 }],
  rebook: [
    { name: 'paid', label: 'Paid per night', kind: 'number', min: 1 },
    { name: 'min_pct', label: 'Saving, % at least', kind: 'number', min: 1, max: 100 },
  ],
  undercut: [
    { name: 'channel', label: 'Travel agency', kind: 'text' },
    { name: 'min_pct', label: 'Below, % at least', kind: 'number', min: 1, max: 100 },
  ],
}

const DELIVERY: readonly FieldSpec[] = [
  { name: 'webhook_url', label: 'Send to', kind: 'text', hint: 'The address that receives the events' },
  { name: 'refresh_sec', label: 'Every (seconds)', kind: 'number', min: 900, max: 86_400 },
]

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
  const [values, setValues] = useState<Values>(() => ({
    chain: chains[0]?.id ?? '',
    hotel_code: chains[0]?.examples[1] ?? '',
    from: dayFromNow(30),
    to: dayFromNow(32),
    los: '1',
    condition: 'any',
    min_pct: '5',
    refresh_sec: '3600',
  }))
  const create = useMutation({
    gcTime: 0,
    mutationFn: async () =>
      (await call<Watch>('/v1/watches', { method: 'POST', body: watchRequest(values), keyId })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['v1', keyId] }),
  })
  if (create.data) return <SecretOnce watch={create.data} onClose={onClose} />
  const fields = [...FIELDS, ...(THRESHOLDS[values['condition'] ?? ''] ?? []), ...DELIVERY]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <Dialog title="New watch" onClose={onClose}>
      <form onSubmit={submit}>
        <RequestFields
          fields={fields}
          values={values}
          chains={chains}
          onChange={(changed) => setValues({ ...values, ...changed })}
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

function SecretOnce({ watch, onClose }: { watch: Watch; onClose: () => void }) {
  return (
    <Dialog title="The watch is on" onClose={onClose}>
      <p>
        Its deliveries are signed with this secret. <strong>It is not shown again.</strong>
      </p>
      <div className="secret">
        <code data-secret="">{watch.secret ?? ''}</code>
        <Copy text={watch.secret ?? ''} label="Copy secret" />
      </div>
      <div className="dialog-actions">
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </Dialog>
  )
}
