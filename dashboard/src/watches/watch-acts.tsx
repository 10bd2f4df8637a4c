import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { formatCount } from '../ui/format.ts'

type Act = 'pause' | 'resume' | 'delete'

interface Acted {
  done: number
  refused: { id: string; message: string }[]
}

/** The most watches per request. */
const MOST = 100

interface WatchActsProps {
  ids: readonly string[]
  /** Called when nothing is chosen any more. */
  onClear: () => void
}

/** What can be done to many watches at once. */
export function WatchActs({ ids, onClear }: WatchActsProps) {
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const act = useMutation({
    mutationFn: (what: Act) => actOn(ids, what),
    onSuccess: () => {
      setAsking(false)
      onClear()
    },
    // Some may have been done before it failed.
    onSettled: () => queries.invalidateQueries({ queryKey: ['v1'] }),
  })
  const words = formatCount(ids.length, 'watch', 'watches')
  return (
    <>
      {ids.length > 0 && (
        <div className="form-foot" role="group" aria-label="Selected watches">
          <strong>{words} selected</strong>
          <Button className="small" busy={act.isPending} onClick={() => act.mutate('pause')}>
            Pause
          </Button>
          <Button className="small" disabled={act.isPending} onClick={() => act.mutate('resume')}>
            Resume
          </Button>
          <Button className="small" look="danger" disabled={act.isPending} onClick={() => setAsking(true)}>
            Delete
          </Button>
          <Button className="small" look="quiet" disabled={act.isPending} onClick={onClear}>
            Clear selection
          </Button>
        </div>
      )}
      {act.data && <Outcome acted={act.data} what={act.variables} />}
      {Boolean(act.error) && !isAsking && <FaultNote error={act.error} />}
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${words}?`}
          keep="Keep"
          action={`Delete ${words}`}
          send={act}
          onConfirm={() => act.mutate('delete')}
          onClose={() => setAsking(false)}
        >
          <p>
            They stop looking and cost nothing more. Pending deliveries are dropped. Past events stay on the
            events page.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

const DONE: Readonly<Record<Act, string>> = { pause: 'paused', resume: 'resumed', delete: 'deleted' }

function Outcome({ acted: { done, refused }, what }: { acted: Acted; what: Act }) {
  const [first] = refused
  return (
    <p className={first ? 'caution' : 'hint'} role="status">
      {formatCount(done, 'watch', 'watches')} {DONE[what]}.
      {first && ` ${formatCount(refused.length, 'watch', 'watches')} not changed: ${first.message}`}
    </p>
  )
}

async function actOn(ids: readonly string[], act: Act): Promise<Acted> {
  const acted: Acted = { done: 0, refused: [] }
  for (let from = 0; from < ids.length; from += MOST) {
    const body = { ids: ids.slice(from, from + MOST), act }
    const { data } = await call<Acted>('/watches/acts', { method: 'POST', body })
    acted.done += data.done
    acted.refused.push(...data.refused)
  }
  return acted
}
