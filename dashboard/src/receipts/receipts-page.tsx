import { Link } from '@tanstack/react-router'
import type { ListedReceipt } from '@vacancy/client'
import { useState } from 'react'
import { MOST_ROWS } from '../api/v1-queries.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { formatNight } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { More } from '../ui/more.tsx'
import { Card, Heads, Page, Table } from '../ui/page.tsx'
import { TITLES, useReceipts } from './queries.ts'

const AT_FIRST = 50

export function ReceiptsPage() {
  const { keyId } = useActingKey()
  const [limit, setLimit] = useState(AT_FIRST)
  const query = useReceipts(limit)
  return (
    <Page
      title="Receipts"
      about="Answers with what the sources sent, signed. They prove what a price was at that moment."
    >
      {keyId === undefined ? (
        <NeedsKey />
      ) : (
        <Loaded query={query}>
          {({ receipts, next_cursor }) =>
            receipts.length === 0 ? (
              <NoReceipts />
            ) : (
              <Card flush>
                <ReceiptTable receipts={receipts} />
                <More
                  of="receipts"
                  isCut={next_cursor !== null}
                  shown={receipts.length}
                  most={MOST_ROWS}
                  busy={query.isPlaceholderData}
                  onMore={setLimit}
                  others="GET /receipts lists the others."
                />
              </Card>
            )
          }
        </Loaded>
      )}
    </Page>
  )
}

function NoReceipts() {
  return (
    <section className="card">
      <Empty icon="check" title="No receipts yet">
        <p>
          Choose “Keep one” under Receipt in the Explorer, or send receipt: true to /shop, /award or /parity.
        </p>
        <Link className="button primary" to="/explorer/$tool" params={{ tool: 'stay' }}>
          Shop a stay
        </Link>
      </Empty>
    </section>
  )
}

function ReceiptTable({ receipts }: { receipts: readonly ListedReceipt[] }) {
  return (
    <Table label="Receipts">
      <Heads of={['Hotel', 'What', 'First night', { number: 'Nights' }, 'Signed', 'Link']} />
      <tbody>
        {receipts.map(({ id, chain, hotel_code, hotel_name, endpoint, checkin, los, made_at, shared }) => (
          <tr key={id}>
            <th scope="row">
              <Link to="/receipts/$id" params={{ id }}>
                {hotel_name ?? hotel_code}
              </Link>
              <span className="under">
                {chain} {hotel_code}
              </span>
            </th>
            <td>{TITLES[endpoint]}</td>
            <td>{formatNight(checkin)}</td>
            <td className="number">{los}</td>
            <td>
              <Moment at={made_at} />
            </td>
            <td>{shared ? <span className="badge">shared</span> : <span className="faint">–</span>}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
