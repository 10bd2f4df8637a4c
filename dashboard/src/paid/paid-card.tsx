import type { FormEvent, ReactNode } from 'react'
import { type Texts, useTexts } from '../address.ts'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { Card } from '../ui/page.tsx'
import { AnswerView } from './answer-view.tsx'
import { useAnswer } from './asks.ts'
import { CostBefore } from './cost.tsx'
import { SpentLine } from './spent-line.tsx'
import { usePaid } from './use-paid.tsx'

interface PaidCardProps<T> {
  title: string
  /** A GET has its query in the path and no body. */
  path: string
  body?: Record<string, unknown>
  /** The name that the answer has in the address of the page, and what else the address keeps of the form. */
  name: string
  kept: Texts
  /** The words on the button. */
  action: string
  fields?: ReactNode
  children: (data: T) => ReactNode
}

/** A question of one line and, once it was paid for, its answer below. Nothing is asked before the button is pressed. */
export function PaidCard<T>({ title, path, body, name, kept, action, fields, children }: PaidCardProps<T>) {
  const [texts, setTexts] = useTexts()
  const paid = usePaid({ path, body }, (id) => setTexts({ ...kept, [name]: id }))
  const query = useAnswer<T>(path, texts[name])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    paid.submit()
  }
  return (
    <Card title={title}>
      <form className="inline-form" onSubmit={submit}>
        {fields}
        <Button type="submit" busy={paid.isQuoting || query.isFetching}>
          {action}
        </Button>
        <CostBefore cost={paid.cost} />
      </form>
      {paid.error && <FaultNote error={paid.error} />}
      {paid.dialog}
      {texts[name] !== undefined && (
        <AnswerView query={query} none={null}>
          {(answer) => (
            <>
              {children(answer.data)}
              <SpentLine answer={answer} />
            </>
          )}
        </AnswerView>
      )}
    </Card>
  )
}
