import type { HotelSet } from '@vacancy/client'
import { useState } from 'react'
import { FeedDialog } from '../feeds/feed-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { MailBoard } from './mail-board.tsx'
import { ShareBoard } from './share-board.tsx'
import type { OpenBoard } from './use-board.ts'
import { useBoardSchedule } from './use-board-schedule.ts'

interface BoardActionsProps {
  open: OpenBoard
  set: HotelSet
  /** The body of its grid, without the nights. */
  body: Record<string, unknown>
}

/** What else can be done with a board that was fetched. */
export function BoardActions({ open, set, body }: BoardActionsProps) {
  const [shown, setShown] = useState<'mail' | 'share' | 'feed' | null>(null)
  const { board, data, kind, span } = open
  const schedule = useBoardSchedule(set, kind, span)
  // The buttons come with the board. Until then this keeps their place.
  if (open.isSeeking) return <div className="board-actions" />
  if (!board || !data?.job) return null
  const close = () => setShown(null)
  return (
    <div className="board-actions">
      <Button icon="watches" onClick={() => setShown('mail')}>
        Mail me this
      </Button>
      <Button onClick={() => setShown('feed')}>Link for a spreadsheet</Button>
      <Button onClick={() => setShown('share')}>{board.link ? 'Shared' : 'Share'}</Button>
      <Button onClick={() => print()}>Print or PDF</Button>
      {shown === 'mail' && <MailBoard {...{ set, kind, span, body, schedule }} onClose={close} />}
      {shown === 'share' && <ShareBoard board={board} onClose={close} />}
      {shown === 'feed' && <FeedDialog shows={{ board: board.id }} name={set.name} onClose={close} />}
    </div>
  )
}
