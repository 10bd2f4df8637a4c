import { createHash } from 'node:crypto'
import { escaped } from '../mail/parts.ts'
import { priceTables, type Table } from './page-tables.ts'
import type { ReadingView, Receipt } from './receipt.ts'

/** A receipt as a page for people. It needs nothing but itself, so that it can be printed or kept as a PDF. */

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
h1 { font-size: 1.5rem; margin: 0 0 .25rem } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 } th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid #ddd; vertical-align: top }
.num { text-align: right; font-variant-numeric: tabular-nums } code { font: 12px/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
.muted { color: #555 } @media print { body { margin: 0; max-width: none } .screen { display: none } tr { break-inside: avoid } }
`

/** What a policy needs to allow the style of the page. */
export const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

const TITLES = {
  shop: 'Prices of a stay',
  award: 'A stay in points',
  parity: 'Rate parity of a stay',
} as const

export function receiptPage(receipt: Receipt, fileUrl: string): string {
  const { id, endpoint, made_at: madeAt, issuer, signature } = receipt
  const hotel = hotelNameOf(receipt)
  const title = `${TITLES[endpoint]}: ${hotel}`
  return documentOf(
    title,
    `<h1>${escaped(hotel)}</h1>
<p class="muted">${escaped(TITLES[endpoint])}, receipt <code>${escaped(id)}</code>, signed ${escaped(minute(madeAt))}${issuer === null ? '' : ` by ${escaped(issuer)}`}</p>
<h2>Asked</h2>${tableOf(questionTable(receipt))}
${priceTables(receipt)
  .map((table) => `<h2>${escaped(table.title)}</h2>${tableOf(table)}`)
  .join('\n')}
<h2>What the sources sent</h2>
${receipt.readings.map((reading) => `<h3>${escaped(reading.source)}, ${escaped(minute(reading.observed_at))}</h3>${tableOf(bodiesTable(reading))}`).join('\n')}
<p class="muted">Prices of sources that are not listed here came from the cache, and this receipt does not prove them.</p>
<h2>Verify it</h2>
<p>Signed with the key <code>${escaped(signature.key)}</code> (Ed25519): <code>${escaped(signature.value)}</code></p>
<p class="screen"><a href="${escaped(fileUrl)}">Download the receipt and its bodies</a>, then run <code>vacancy receipts verify receipt.json</code>. Print this page to keep it as a PDF.</p>`,
  )
}

/** For a link that has ended, or never was. */
export function noReceiptPage(): string {
  return documentOf(
    'No receipt',
    '<h1>There is no receipt here</h1><p>Its owner may have ended the link.</p>',
  )
}

function documentOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main>${body}</main></body></html>
`
}

function tableOf({ head, rows }: Table): string {
  const cells = (row: readonly (string | number | null)[], tag: 'th' | 'td') =>
    row
      .map((cell) => {
        const text = typeof cell === 'number' ? cell.toLocaleString('en') : escaped(cell ?? '–')
        return typeof cell === 'number' ? `<${tag} class="num">${text}</${tag}>` : `<${tag}>${text}</${tag}>`
      })
      .join('')
  const top = head.length > 0 ? `<thead><tr>${cells(head, 'th')}</tr></thead>` : ''
  return `<table>${top}<tbody>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</tbody></table>`
}

function questionTable({ question }: Receipt): Table {
  const rows = Object.entries(question).map(([name, value]) => [
    name.replaceAll('_', ' '),
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  return { title: 'Asked', head: [], rows }
}

function bodiesTable({ bodies }: ReadingView): Table {
  return {
    title: '',
    head: ['Request', 'Status', 'SHA-256 of the body'],
    rows: bodies.map(({ method, path, status, failure, sha256 }) => [
      `${method} ${path}`,
      status === null ? (failure ?? 'no answer') : String(status),
      sha256,
    ]),
  }
}

function hotelNameOf({ answer }: Receipt): string {
  const { hotel, query } = answer as { hotel: { name: string } | null; query: { hotel_code: string } }
  return hotel?.name ?? query.hotel_code
}

function minute(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}
