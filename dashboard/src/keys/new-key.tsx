import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef } from 'react'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { Copy } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { KeyFields, type KeyTerms, termsOf } from './key-fields.tsx'

interface Made {
  id: string
  name: string
  key: string
}

/** The key exists only in the memory of this dialog. Closing it discards the key. */
export function NewKey({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const create = useMutation({
    gcTime: 0,
    mutationFn: async (terms: KeyTerms) => (await call<Made>('/keys', { method: 'POST', body: terms })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys'] }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    create.mutate(termsOf(event))
  }
  if (create.data) return <ShownOnce made={create.data} onClose={onClose} />
  return (
    <Dialog title="Create an API key" onClose={onClose} byButtonOnly={create.isPending}>
      <form onSubmit={submit}>
        <KeyFields />
        {create.error && <FaultNote error={create.error} />}
        <div className="dialog-actions">
          <Button onClick={onClose} disabled={create.isPending}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            Create key
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function ShownOnce({ made, onClose }: { made: Made; onClose: () => void }) {
  const shown = useRef<HTMLElement>(null)
  return (
    <Dialog title={`“${made.name}” is ready`} onClose={onClose} byButtonOnly>
      <p>
        Copy it now. <strong>It will not be shown again</strong>, because only a hash of it is stored.
      </p>
      <div className="secret">
        <code ref={shown} data-secret="">
          {made.key}
        </code>
        <Copy text={made.key} label="Copy key" from={shown} />
      </div>
      <p className="hint">Use it on servers only. In a web page or an app, anyone could read it.</p>
      <div className="dialog-actions">
        <Link to="/explorer" className="button plain">
          Make your first call
        </Link>
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </Dialog>
  )
}
