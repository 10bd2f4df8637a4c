import { Link } from '@tanstack/react-router'
import type {
  AreaResponse,
  AreaResponse202,
  CalendarResponse,
  CompsetResponse,
  MatrixResponse,
  MatrixResponse202,
  ParityResponse,
  ShopResponse,
} from '@vacancy/client'
import { useRef } from 'react'
import type { Answer } from '../api/call.ts'
import { SaveTable } from '../files/save-table.tsx'
import { Receipt } from '../paid/cost.tsx'
import { Copy } from '../ui/copy.tsx'
import { tableOf } from './answer-table.ts'
import { AreaResult } from './area-result.tsx'
import { CalendarResult } from './calendar-result.tsx'
import { CompsetResult } from './compset-result.tsx'
import { GridResult } from './grid-result.tsx'
import { ParityResult } from './parity-result.tsx'
import { StayResult } from './stay-result.tsx'
import type { Tool } from './tools.ts'

interface ResultProps {
  tool: Tool
  answer: Answer<unknown>
}

export function Result({ tool, answer }: ResultProps) {
  const shown = useRef<HTMLElement>(null)
  const json = JSON.stringify(answer.data, null, 2)
  const table = tableOf(answer.data)
  return (
    <section className="card result" aria-label="Answer">
      <Receipt answer={answer} />
      <ReceiptLink data={answer.data} />
      <View tool={tool} data={answer.data} />
      {table !== null && (
        <div className="form-foot">
          <SaveTable title={tool.title} file={tool.id} table={table} />
        </div>
      )}
      <details className="raw">
        <summary>The answer as JSON</summary>
        <Copy text={json} from={shown} />
        <pre tabIndex={0} aria-label="The answer as JSON">
          <code ref={shown}>{json}</code>
        </pre>
      </details>
    </section>
  )
}

/** To what proves the answer, if that was asked for. */
function ReceiptLink({ data }: { data: unknown }) {
  const { receipt } = data as { receipt?: { id: string } | null }
  if (receipt === undefined) return null
  if (receipt === null)
    return <p className="hint">From the cache: there is no receipt, and none was charged.</p>
  return (
    <p className="note">
      <Link to="/receipts/$id" params={{ id: receipt.id }}>
        Open the receipt
      </Link>
    </p>
  )
}

/** The tool decides how its answer is shown. */
function View({ tool, data }: { tool: Tool; data: unknown }) {
  switch (tool.id) {
    case 'stay':
      return <StayResult stay={data as ShopResponse} />
    case 'calendar':
      return <CalendarResult calendar={data as CalendarResponse} />
    case 'compset':
      return <CompsetResult compset={data as CompsetResponse} />
    case 'grid':
      return <GridResult grid={data as MatrixResponse | MatrixResponse202} />
    case 'parity':
      return <ParityResult parity={data as ParityResponse} />
    case 'area':
      return <AreaResult area={data as AreaResponse | AreaResponse202} />
  }
}
