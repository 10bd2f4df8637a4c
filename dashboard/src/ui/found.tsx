import type { ReactNode } from 'react'
import { useTexts } from '../address.ts'
import { Empty } from './feedback.tsx'
import { Field, Select } from './field.tsx'

/** A list no longer than this is read at a glance. */
const SHORT = 7

interface FoundProps<T> {
  rows: readonly T[]
  /** What a row is, such as `schedule`. */
  of: string
  /** What can be searched for. */
  label: string
  textOf: (row: T) => string
  /** The orders by their words; the first is that of the rows. */
  orders: Readonly<Record<string, ((a: T, b: T) => number) | null>>
  children: (found: readonly T[]) => ReactNode
}

/** A list that is there whole, with a search and an order, which stand in the address. */
export function Found<T>({ rows, of, label, textOf, orders, children }: FoundProps<T>) {
  const [{ q = '', order = '' }, setTexts] = useTexts()
  if (rows.length <= SHORT) return children(rows)
  const found = rows.filter((row) => hasWords(textOf(row), q))
  const by = orders[order]
  return (
    <>
      <div className="filters">
        <Field
          label={label}
          type="search"
          value={q}
          maxLength={100}
          onChange={({ target }) => setTexts({ q: target.value || undefined })}
        />
        <Select
          label="Order"
          value={order in orders ? order : Object.keys(orders)[0]}
          onChange={({ target }) => setTexts({ order: orders[target.value] ? target.value : undefined })}
        >
          {Object.keys(orders).map((words) => (
            <option key={words}>{words}</option>
          ))}
        </Select>
      </div>
      {found.length === 0 ? (
        <section className="card">
          <Empty icon="overview" title={`No ${of} matches`}>
            <p>Search for other words.</p>
          </Empty>
        </section>
      ) : (
        children(by ? found.toSorted(by) : found)
      )}
    </>
  )
}

/** Whether every word of the search is in the text. */
export function hasWords(text: string, search: string): boolean {
  const searched = text.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word))
}
