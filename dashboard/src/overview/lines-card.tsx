import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { UsageLine } from '@vacancy/client'
import { useState } from 'react'
import { download } from '../api/call.ts'
import { chargesFile, type LineFilter, useLines } from '../api/own-queries.ts'
import type { Key } from '../api/own-shapes.ts'
import { Button } from '../ui/button.tsx'
import { Empty, FaultNote, Loaded } from '../ui/feedback.tsx'
import { formatClock, formatCredits, formatDay, formatMoment } from '../ui/format.ts'
import { Card, Heads, Table } from '../ui/page.tsx'
import { Paged } from '../ui/paged.tsx'
import type { Narrowing } from './totals.ts'

interface LinesCardProps {
  from: string
  to: string
  narrow: Narrowing
  onNarrow: (narrow: Narrowing) => void
  keys: Key[]
}

const PAGE = 25
const MOST = 1000

/** The charges behind the figures above: one per request or job task. */
export function LinesCard({ from, to, narrow, onNarrow, keys }: LinesCardProps) {
  const [limit, setLimit] = useState(PAGE)
  const { day, endpoint, keyId } = narrow
  const nameOf = (id: string) => keys.find((key) => key.id === id)?.name ?? id
  const narrowed = [day && formatDay(day), endpoint, keyId && nameOf(keyId)].filter(Boolean)
  const filter = { from: day ?? from, to: day ?? to, endpoint, keyId }
  const aside = (
    <span className="form-foot">
      {narrowed.length > 0 && (
        <button type="button" className="chip" onClick={() => onNarrow({})}>
          {narrowed.join(' · ')} <span aria-hidden="true">×</span>
          <span className="unseen">show all</span>
        </button>
      )}
      <Downloads filter={filter} />
    </span>
  )
  const query = useLines(filter, limit)
  return (
    <Loaded query={query}>
      {({ lines, next_cursor }) => (
        <Card title="Charges" aside={aside} flush={lines.length > 0}>
          {lines.length === 0 ? (
            <Empty icon="overview" title="No charges in this period">
              <p>Free calls and errors are not listed.</p>
            </Empty>
          ) : (
            <Paged
              rows={lines}
              atOnce={PAGE}
              source={{
                isCut: next_cursor !== null,
                most: MOST,
                busy: query.isFetching,
                onMore: setLimit,
                others: 'The CSV has all of them.',
              }}
            >
              {(shown) => <LineTable lines={shown} nameOf={nameOf} />}
            </Paged>
          )}
        </Card>
      )}
    </Loaded>
  )
}

function Downloads({ filter }: { filter: LineFilter }) {
  const save = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') =>
      download(chargesFile(filter, format), undefined, `charges-${filter.from}-${filter.to}.${format}`),
  })
  return (
    <>
      <Button className="small" icon="down" busy={save.isPending} onClick={() => save.mutate('csv')}>
        CSV
      </Button>
      <Button className="small" icon="down" disabled={save.isPending} onClick={() => save.mutate('xlsx')}>
        Workbook
      </Button>
      {save.error && <FaultNote error={save.error} />}
    </>
  )
}

function LineTable({ lines, nameOf }: { lines: readonly UsageLine[]; nameOf: (id: string) => string }) {
  return (
    <Table label="Charges">
      <Heads
        of={[
          'When',
          'Endpoint',
          'Key',
          { number: 'Live' },
          { number: 'Cached' },
          { number: 'Credits' },
          'Request',
        ]}
      />
      <tbody>
        {lines.map((line, index) => (
          <tr key={`${line.request_id} ${lines.length - index}`}>
            <td title={formatMoment(line.at)}>{formatClock(line.at)}</td>
            <td>{line.endpoint}</td>
            <td>{nameOf(line.key_id)}</td>
            <td className="number">{line.live}</td>
            <td className="number">{line.cached}</td>
            <td className="number strong">{formatCredits(line.credits)}</td>
            <td>
              {line.job_id === null ? (
                <Link to="/requests/$id" params={{ id: line.request_id }}>
                  <code>{line.request_id}</code>
                </Link>
              ) : (
                <Link to="/jobs/$id" params={{ id: line.job_id }}>
                  job {line.job_id.slice(4, 10)}…
                </Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
