import { Link } from '@tanstack/react-router'
import type { ListedReceipt } from '@vacancy/client'
import { useState } from 'react'
import { useTexts } from '../address.ts'
import { MOST_ROWS } from '../api/v1-queries.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { formatNight } from '../ui/format.ts'
import { Found, isNarrowed } from '../ui/found.tsx'
import { Moment } from '../ui/moment.tsx'
import { Card, Heads, Page, Table } from '../ui/page.tsx'
import { Paged, ROWS_AT_ONCE } from '../ui/paged.tsx'
import { TITLES, useReceipts } from './queries.ts'

const hotelOf = ({ hotel_name: name, hotel_code: code }: ListedReceipt) => name ?? code

const ORDERS = {
  'Newest first': null,
  Hotel: (a: ListedReceipt, b: ListedReceipt) => hotelOf(a).localeCompare(hotelOf(b)),
  'First night': (a: ListedReceipt, b: ListedReceipt) => a.checkin.localeCompare(b.checkin),
}

const STATES = {
  all: ['shared', 'not shared'],
  of: ({ shared }: ListedReceipt) => (shared ? 'shared' : 'not shared'),
}

export function ReceiptsPage() {
  const { keyId } = useActingKey()
  const [limit, setLimit] = useState(ROWS_AT_ONCE)
  const [texts] = useTexts()
  const query = useReceipts(isNarrowed(texts) ? MOST_ROWS : limit)
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
              <Found
                rows={receipts}
                of="receipt"
                label="Hotel, code or id"
                textOf={(receipt) =>
                  `${receipt.hotel_name ?? ''} ${receipt.chain} ${receipt.hotel_code} ${receipt.id}`
                }
                orders={ORDERS}
                states={STATES}
              >
                {(found) => (
                  <Card flush>
                    <Paged
                      rows={found}
                      source={{
                        isCut: next_cursor !== null,
                        most: MOST_ROWS,
                        busy: query.isPlaceholderData,
                        onMore: setLimit,
                        others: 'GET /receipts lists the others.',
                      }}
                    >
                      {(shown) => <ReceiptTable receipts={shown} />}
                    </Paged>
                  </Card>
                )}
              </Found>
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
