import type { Feed } from '@vacancy/client'
import { useRef } from 'react'
import { Copy } from '../ui/copy.tsx'

/** Addresses that mean the reader's own computer. */
const OWN_COMPUTER = /^(localhost|127\.|\[::1\])/

/** What to paste into each program. */
export function FeedLines({ feed: { url: path } }: { feed: Feed }) {
  if (path === null) return <p>The server has lost the key to this link. End it, and create another.</p>
  const { href, hostname } = new URL(path, location.href)
  const ending = (format: string) => href.replace(/\w+$/, format)
  return (
    <>
      <Line title="Google Sheets: paste into a cell" text={`=IMPORTDATA("${ending('csv')}")`} />
      <Line title="Excel: Data → From Web" text={ending('csv')} />
      <Line title="LibreOffice: Sheet → External Links, then choose “cells”" text={ending('xlsx')} />
      {OWN_COMPUTER.test(hostname) && (
        <p className="hint">
          {hostname} is your own computer: programs on it can read the link, Google Sheets cannot.
        </p>
      )}
    </>
  )
}

function Line({ title, text }: { title: string; text: string }) {
  const ref = useRef<HTMLElement>(null)
  return (
    <div className="feed-line">
      <p className="hint">{title}</p>
      <p className="feed-text">
        <code ref={ref}>{text}</code> <Copy text={text} from={ref} />
      </p>
    </div>
  )
}
