import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'

/** Begins to read the hotels of a source, or of all, after saying what it takes. */
export function ReadNow({ source }: { source?: string }) {
  const [isAsking, setAsking] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: () =>
      call('/operator/directory/sync', {
        method: 'POST',
        body: { whole: isWhole, ...(source !== undefined && { source }) },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['operator', 'directory'] })
      setAsking(false)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    send.mutate()
  }
  const name = source ?? 'all sources'
  return (
    <>
      <Button
        className="small"
        aria-label={source === undefined ? undefined : `Read now: ${name}`}
        onClick={() => setAsking(true)}
      >
        {source === undefined ? 'Read all now' : 'Read now'}
      </Button>
      {isAsking && (
        <Dialog title={`Read the hotels of ${name} now?`} onClose={() => setAsking(false)}>
          <form className="stacked" onSubmit={submit}>
            <p>A worker fetches them page by page. The requests count against each source’s budget.</p>
            <fieldset className="checks">
              <legend className="unseen">How much</legend>
              <label>
                <input
                  type="checkbox"
                  checked={isWhole}
                  onChange={(event) => setWhole(event.target.checked)}
                />
                Read everything, not only what changed
              </label>
            </fieldset>
            <DialogEnd action="Read now" send={send} onClose={() => setAsking(false)} />
          </form>
        </Dialog>
      )}
    </>
  )
}
