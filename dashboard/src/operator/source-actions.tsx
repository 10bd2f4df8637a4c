import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { type SourceSettings, useSourceSettings, useVendors, type Vendor } from '../api/source-queries.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { FaultNote, Loaded } from '../ui/feedback.tsx'
import { type SourceBody, SourceForm } from './source-form.tsx'

/** Edit, switch off or on, and remove. */
export function SourceActions({ source }: { source: SourceSettings }) {
  const { id, name, origin, disabled, version } = source
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries()
  const close = () => setOpen(null)
  const toggle = useMutation({
    mutationFn: () =>
      call(`/operator/sources/${id}/${disabled ? 'enable' : 'disable'}`, {
        method: 'POST',
        body: { version },
      }),
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: () => call(`/operator/sources/${id}?version=${version}`, { method: 'DELETE' }),
    onSuccess: async () => {
      close()
      await refresh()
    },
  })
  if (origin === 'file') return <span className="faint">in the file of sources</span>
  return (
    <div className="form-foot">
      <Button className="small" aria-label={`Edit ${name}`} onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <Button
        className="small"
        aria-label={`${disabled ? 'Enable' : 'Disable'} ${name}`}
        busy={toggle.isPending}
        onClick={() => toggle.mutate()}
      >
        {disabled ? 'Enable' : 'Disable'}
      </Button>
      {version > 0 && (
        <Button className="small" aria-label={`Remove ${name}`} onClick={() => setOpen('remove')}>
          Remove
        </Button>
      )}
      {Boolean(toggle.error) && <FaultNote error={toggle.error} />}
      {open === 'edit' && <EditSource id={id} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          keep="Keep"
          action="Remove"
          send={remove}
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          <p>
            {source.vendor === null
              ? 'Your changes and credentials are removed. The source is then as it came with the service.'
              : 'The source and its credentials are removed. What jobs have fetched from it stays readable.'}
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function EditSource({ id, onClose }: { id: string; onClose(): void }) {
  const settings = useSourceSettings(id)
  const vendors = useVendors()
  const both = {
    ...settings,
    data: settings.data && vendors.data ? { before: settings.data, ...vendors.data } : undefined,
    error: settings.error ?? vendors.error,
  }
  return (
    <Dialog title={`Edit ${id}`} onClose={onClose}>
      <Loaded query={both}>
        {({ before, vendors: all }) => (
          <EditForm before={before} vendor={vendorOf(before, all)} onClose={onClose} />
        )}
      </Loaded>
    </Dialog>
  )
}

function EditForm({
  before,
  vendor,
  onClose,
}: {
  before: SourceSettings
  vendor: Vendor | undefined
  onClose(): void
}) {
  const queries = useQueryClient()
  const { id, version } = before
  if (!vendor) return <p>This source has no settings that could be changed here.</p>
  const save = async (body: SourceBody, proof: string | null) => {
    const proven = proof === null ? {} : { proof }
    const changed = { ...body, ...proven, version }
    const { data } = await call<SourceSettings>(`/operator/sources/${id}`, { method: 'PATCH', body: changed })
    await queries.invalidateQueries()
    return data
  }
  return (
    <SourceForm
      vendor={vendor}
      before={before}
      tryAt={`/operator/sources/${id}/try`}
      save={save}
      onSaved={onClose}
      onClose={onClose}
    />
  )
}

/** A bundled source has the fields of a vendor that speaks the same format. */
function vendorOf({ vendor, family }: SourceSettings, vendors: readonly Vendor[]): Vendor | undefined {
  return vendors.find(({ id, entry }) => (vendor === null ? entry.family === family : id === vendor))
}
