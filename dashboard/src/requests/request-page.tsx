import { useParams } from '@tanstack/react-router'
import { callOf } from '@vacancy/client/snippets'
import { useRef } from 'react'
import { type RequestDetail, useRequest } from '../api/account-queries.ts'
import { useKeys } from '../api/own-queries.ts'
import { CodeCard } from '../code/code-card.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Copy } from '../ui/copy.tsx'
import { Loaded } from '../ui/feedback.tsx'
import { formatCredits, formatMoment, formatWhole } from '../ui/format.ts'
import { Card, FactList, Page } from '../ui/page.tsx'
import { readBody } from './body.ts'
import { SendAgain } from './send-again.tsx'
import { StatusBadge } from './status-badge.tsx'

export function RequestPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useRequest(id)
  return (
    <>
      <BackLink to="/requests">Requests</BackLink>
      <Loaded query={query}>{(request) => <RequestView request={request} />}</Loaded>
    </>
  )
}

function RequestView({ request }: { request: RequestDetail }) {
  const { method, path, status, error, credits, took_ms, request_id, key_id, from_page, at } = request
  const key = useKeys().data?.keys.find(({ id }) => id === key_id)
  const body = readBody(request)
  const facts: [string, React.ReactNode][] = [
    ['Status', <StatusBadge key="status" status={status} error={error} />],
    ['Credits', formatCredits(credits)],
    ['Time', `${formatWhole(took_ms)} ms`],
    ['Key', `${key?.name ?? key_id}${from_page ? ', from this dashboard' : ''}`],
    ['When', formatMoment(at)],
    ['Request id', <code key="id">{request_id}</code>],
  ]
  return (
    <Page title={`${method} ${path}`}>
      <Card>
        <FactList facts={facts} />
      </Card>
      <div className="halves">
        <Kept title="What was sent" text={request.body} none={noBody(request)} />
        <Kept
          title="What was answered"
          text={request.answer}
          none={noAnswer(request)}
          note={request.answer_cut ? 'Only the first 1,000 characters are kept.' : null}
        />
      </div>
      <SendAgain request={request} />
      {body !== null && <CodeCard call={{ origin: location.origin, path, body }} />}
    </Page>
  )
}

function noBody({ method, path }: RequestDetail): string {
  if (method === 'GET' || method === 'DELETE') return 'This request had no body.'
  if (callOf(method, path) === null) return 'The API has no such call, so the body is not kept.'
  return 'No body is kept. It was empty, longer than 2,000 characters, or sent to a free call: those may name addresses of receivers.'
}

function noAnswer({ status }: RequestDetail): string {
  return status < 400
    ? 'Answers of free calls and files are not kept. Send it again to see the answer.'
    : 'The answer was not kept.'
}

interface KeptProps {
  title: string
  text: string | null
  none: string
  note?: string | null
}

function Kept({ title, text, none, note }: KeptProps) {
  const shown = useRef<HTMLElement>(null)
  const pretty = text === null ? null : prettyOf(text)
  return (
    <Card title={title} aside={pretty !== null && <Copy text={pretty} from={shown} />}>
      {pretty === null ? (
        <p className="hint">{none}</p>
      ) : (
        <pre className="kept" tabIndex={0} aria-label={title}>
          <code ref={shown}>{pretty}</code>
        </pre>
      )}
      {note && <p className="hint">{note}</p>}
    </Card>
  )
}

/** A text that was cut is shown as it is. */
function prettyOf(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
