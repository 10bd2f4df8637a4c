import { useQueryClient } from '@tanstack/react-query'
import type { Chain } from '@vacancy/client'
import { useEffect } from 'react'
import { givenOf, useTexts } from '../address.ts'
import { rememberQuotes } from '../hotels/quoted-currency.ts'
import { AnswerView } from '../paid/answer-view.tsx'
import { useAnswer } from '../paid/asks.ts'
import { PaidForm } from '../paid/paid-form.tsx'
import { usePaid } from '../paid/use-paid.tsx'
import { pricedIn } from './priced.ts'
import { RequestFields } from './request-fields.tsx'
import { RequestText } from './request-text.tsx'
import { Result } from './result.tsx'
import { moreFields, requestOf, type Tool, type Values } from './tools.ts'

/** One tool: its form, its request and the answer. The form and the id of the answer are in the address. */
export function Bench({ tool, chains }: { tool: Tool; chains: Chain[] }) {
  const queries = useQueryClient()
  const [{ ask, ...typed }, setTexts] = useTexts()
  const values: Values = { ...tool.initial(chains), ...givenOf(typed) }
  const body = requestOf(tool, values, chains)
  const answer = useAnswer(tool.path, ask)
  const paid = usePaid({ path: tool.path, body }, (id) => setTexts({ ...values, ask: id }, { isStep: true }))
  const { data } = answer
  useEffect(() => {
    if (!data) return
    rememberQuotes(queries, pricedIn(tool.id, data.data))
    void queries.invalidateQueries({ queryKey: ['usage'] })
  }, [data, queries, tool.id])
  const more = moreFields(tool, values, chains)
  const wasOpened = more.some(({ name }) => (values[name] ?? '') !== '')
  return (
    <div className="bench">
      <section className="card bench-form" aria-label="Request">
        <p className="about">{tool.about}</p>
        <PaidForm paid={paid} isAsking={answer.isFetching} action={`Call ${tool.path}`}>
          <RequestFields fields={tool.fields} values={values} chains={chains} onChange={setTexts} />
          <details className="more-fields" open={wasOpened || undefined}>
            <summary>
              {tool.takesSale ? 'Party, currency, cache, point of sale' : 'Party, currency, cache'}
            </summary>
            <RequestFields fields={more} values={values} chains={chains} onChange={setTexts} />
          </details>
        </PaidForm>
      </section>
      <RequestText path={tool.path} body={body} />
      <div className="bench-answer" aria-live="polite">
        <AnswerView query={answer} none={<p className="faint">The answer will appear here.</p>}>
          {(shown) => <Result tool={tool} answer={shown} />}
        </AnswerView>
      </div>
    </div>
  )
}
