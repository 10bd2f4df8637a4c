import type { ReactNode } from 'react'
import type { Answer } from '../api/call.ts'
import { Empty, FaultNote, Skeleton } from '../ui/feedback.tsx'
import type { Recalled } from './asks.ts'

interface AnswerViewProps<T> {
  query: { data: Recalled<T> | undefined; error: unknown; isLoading: boolean }
  /** What to say before anything was asked. */
  none: ReactNode
  children: (answer: Answer<T>) => ReactNode
}

/** The answer of a paid call in each of its states. */
export function AnswerView<T>({ query, none, children }: AnswerViewProps<T>) {
  if (query.isLoading) {
    return (
      <section className="card">
        <Skeleton lines={6} />
      </section>
    )
  }
  if (query.error) return <FaultNote error={query.error} />
  if (query.data) return children(query.data)
  return (
    <section className="card waiting">
      {query.data === null ? (
        <Empty icon="explorer" title="This answer is no longer kept">
          <p>
            Answers can be opened again, free, for 24 hours, by anyone in the account that paid. The form is
            filled in as it was: make the call again to see today’s figures.
          </p>
        </Empty>
      ) : (
        none
      )}
    </section>
  )
}
