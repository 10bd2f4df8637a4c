import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Chain, Quote } from '@vacancy/client'
import { type FormEvent, useState } from 'react'
import { type Answer, call } from '../api/call.ts'
import { rememberQuotes } from '../hotels/quoted-currency.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { FaultNote, Skeleton } from '../ui/feedback.tsx'
import { formatCredits } from '../ui/format.ts'
import { pricedIn } from './priced.ts'
import { RequestFields } from './request-fields.tsx'
import { RequestText } from './request-text.tsx'
import { Result } from './result.tsx'
import { MORE_FIELDS, requestOf, type Tool, type Values } from './tools.ts'

/** One tool: its form, its request and the answer. */
export function Bench({ tool, chains }: { tool: Tool; chains: Chain[] }) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const [values, setValues] = useState<Values>(() => tool.initial(chains))
  const body = requestOf(tool, values)
  const ask = useMutation({
    mutationFn: (request: Record<string, unknown>) =>
      call<unknown>(`/v1${tool.path}`, { method: 'POST', body: request, keyId }),
    onSuccess: ({ data }) => rememberQuotes(queries, pricedIn(tool.id, data)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['usage'] }),
  })
  const quote = useMutation({
    mutationFn: () =>
      call<Quote>(`/v1${tool.path}`, { method: 'POST', body: { ...body, dry_run: true }, keyId }),
  })
  const change = (changed: Values) => {
    setValues({ ...values, ...changed })
    quote.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask.mutate(body)
  }
  return (
    <div className="bench">
      <section className="card bench-form" aria-label="Request">
        <p className="about">{tool.about}</p>
        <form onSubmit={submit}>
          <RequestFields fields={tool.fields} values={values} chains={chains} onChange={change} />
          <details className="more-fields">
            <summary>Party, currency, cache</summary>
            <RequestFields fields={MORE_FIELDS} values={values} chains={chains} onChange={change} />
          </details>
          <div className="bench-actions">
            <Button type="submit" look="primary" busy={ask.isPending}>
              Call {tool.path}
            </Button>
            <Button onClick={() => quote.mutate()} busy={quote.isPending}>
              Quote
            </Button>
            <QuoteText quote={quote.data} />
          </div>
          {quote.error && <FaultNote error={quote.error} />}
        </form>
      </section>
      <RequestText path={tool.path} body={body} />
      <div className="bench-answer" aria-live="polite">
        <AnswerOf tool={tool} ask={ask} />
      </div>
    </div>
  )
}

function QuoteText({ quote }: { quote: Answer<Quote> | undefined }) {
  if (!quote) return <span className="hint" role="status" />
  const { credits_min: least, credits_max: most } = quote.data.quote
  return (
    <span className="hint" role="status">
      {least === most ? formatCredits(most) : `${formatCredits(least)} to ${formatCredits(most)}`} credits
    </span>
  )
}

interface Asking {
  data: Answer<unknown> | undefined
  error: unknown
  isPending: boolean
}

function AnswerOf({ tool, ask }: { tool: Tool; ask: Asking }) {
  if (ask.isPending) {
    return (
      <section className="card">
        <Skeleton lines={6} />
      </section>
    )
  }
  if (ask.error) return <FaultNote error={ask.error} />
  if (!ask.data) {
    return (
      <section className="card waiting">
        <p className="faint">The answer will appear here.</p>
      </section>
    )
  }
  return <Result tool={tool} answer={ask.data} />
}
