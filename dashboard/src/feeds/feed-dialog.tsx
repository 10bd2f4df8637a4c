import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Feed } from '@vacancy/client'
import { call } from '../api/call.ts'
import { useFeeds } from '../api/set-queries.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FaultNote, Skeleton } from '../ui/feedback.tsx'
import { FeedLines } from './feed-lines.tsx'

interface FeedDialogProps {
  shows: { schedule: string } | { board: string }
  name: string
  onClose: () => void
}

/** A link that spreadsheets read, with the formula to paste. Makes one, unless there is one already. */
export function FeedDialog({ shows, name, onClose }: FeedDialogProps) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const list = useFeeds()
  const make = useMutation({
    mutationFn: async () => {
      const body = { ...shows, name: name.slice(0, 80), format: 'csv' }
      return (await call<Feed>('/v1/feeds', { method: 'POST', body, keyId })).data
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['v1', keyId, '/feeds'] }),
  })
  const remove = useEndFeed()
  const known = list.data?.feeds.find((feed) =>
    'schedule' in shows ? feed.schedule === shows.schedule : feed.board === shows.board,
  )
  const error = make.error ?? remove.error ?? list.error
  return (
    <Dialog title="Read it in a spreadsheet" onClose={onClose}>
      <p>
        {'schedule' in shows
          ? 'A link that always shows the newest run of this schedule.'
          : 'A link that always shows the newest rates of this board, whether you or a schedule had them fetched.'}{' '}
        Anyone who has it can read the rates, and nothing else. Reading is free.
      </p>
      {list.isPending && <Skeleton lines={2} />}
      {error && <FaultNote error={error} />}
      {known && <FeedLines feed={known} />}
      <div className="dialog-actions">
        {known && (
          <Button look="quiet" busy={remove.isPending} onClick={() => remove.mutate(known.id)}>
            End this link
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
        {list.data && !known && (
          <Button look="primary" busy={make.isPending} onClick={() => make.mutate()}>
            Create link
          </Button>
        )}
      </div>
    </Dialog>
  )
}

export function useEndFeed(onEnded?: () => void) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(`/v1/feeds/${id}`, { method: 'DELETE', keyId }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['v1', keyId, '/feeds'] })
      onEnded?.()
    },
  })
}
