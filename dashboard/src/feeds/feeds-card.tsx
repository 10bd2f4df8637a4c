import { Link } from '@tanstack/react-router'
import type { Feed } from '@vacancy/client'
import { useState } from 'react'
import { useAllBoards, useFeeds } from '../api/set-queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { Moment } from '../ui/moment.tsx'
import { Card, Heads, Table } from '../ui/page.tsx'
import { useEndFeed } from './feed-dialog.tsx'
import { FeedLines } from './feed-lines.tsx'

/** Every link that spreadsheets read, also those whose schedule or board is gone. Nothing if there is none. */
export function FeedsCard() {
  const { data } = useFeeds()
  const [open, setOpen] = useState<Feed | null>(null)
  if (!data || data.feeds.length === 0) return null
  return (
    <Card flush title="Links for spreadsheets">
      <Table label="Links for spreadsheets" isStacked>
        <Heads of={['Link', 'Shows', 'Last read', { unseen: 'Actions' }]} />
        <tbody>
          {data.feeds.map((feed) => (
            <tr key={feed.id}>
              <th scope="row">{feed.name}</th>
              <td data-name="Shows">
                <Shown feed={feed} />
              </td>
              <td data-name="Last read">
                <Moment at={feed.last_read_at} />
              </td>
              <td className="row-actions">
                <Button
                  className="small"
                  aria-label={`Show the link ${feed.name}`}
                  onClick={() => setOpen(feed)}
                >
                  Show
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {open && <OpenFeed feed={open} onClose={() => setOpen(null)} />}
    </Card>
  )
}

const isDeleted = ({ schedule, board, job }: Feed) => (schedule ?? board ?? job) === null

function Shown({ feed }: { feed: Feed }) {
  const { schedule, board, job } = feed
  const boards = useAllBoards(board !== null)
  if (isDeleted(feed)) return <span className="faint">nothing, it was deleted</span>
  if (schedule !== null)
    return (
      <Link to="/schedules/$id" params={{ id: schedule }}>
        a schedule
      </Link>
    )
  if (job !== null)
    return (
      <Link to="/jobs/$id" params={{ id: job }}>
        a job
      </Link>
    )
  const found = boards.data?.boards.find(({ id }) => id === board)
  if (!found) return 'a board'
  return (
    <Link to="/my-hotels/$id" params={{ id: found.set }} search={{ view: found.kind }}>
      {found.kind === 'market' ? 'a market' : 'parity'}
    </Link>
  )
}

function OpenFeed({ feed, onClose }: { feed: Feed; onClose: () => void }) {
  const end = useEndFeed(onClose)
  return (
    <Dialog title={feed.name} onClose={onClose}>
      {isDeleted(feed) ? (
        <p>What this link showed was deleted. Spreadsheets that read it are told so.</p>
      ) : (
        <FeedLines feed={feed} />
      )}
      {end.error && <FaultNote error={end.error} />}
      <div className="dialog-actions">
        <Button look="quiet" busy={end.isPending} onClick={() => end.mutate(feed.id)}>
          End this link
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}
