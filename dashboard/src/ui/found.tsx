import type { ReactNode } from 'react'
import { type Texts, useTexts } from '../address.ts'
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
  /** The states that one can choose, for rows that have one. */
  states?: { all: readonly string[]; of: (row: T) => string }
  /** What can be done to those found. It stays when none is left, to say what was done. */
  renderActs?: (found: readonly T[]) => ReactNode
  children: (found: readonly T[]) => ReactNode
}

/** Whether the whole list is needed to answer, not only the rows that are shown at first. */
export function isNarrowed({ q = '', order, status }: Texts): boolean {
  return q.trim() !== '' || order !== undefined || status !== undefined
}

/** A list with a search and an order, which stand in the address. */
export function Found<T>({ rows, of, label, textOf, orders, states, renderActs, children }: FoundProps<T>) {
  const [texts, setTexts] = useTexts()
  const { q = '', order = '', status } = texts
  const found = rows.filter(
    (row) => (status === undefined || states?.of(row) === status) && hasWords(textOf(row), q),
  )
  const by = orders[order]
  return (
    <>
      {(rows.length > SHORT || isNarrowed(texts)) && (
        <div className="filters">
          <Field
            label={label}
            type="search"
            value={q}
            maxLength={100}
            onChange={({ target }) => setTexts({ q: target.value || undefined })}
          />
          {states && (
            <Select
              label="Status"
              value={status ?? ''}
              onChange={({ target }) => setTexts({ status: target.value || undefined })}
            >
              <option value="">all</option>
              {states.all.map((state) => (
                <option key={state}>{state}</option>
              ))}
            </Select>
          )}
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
      )}
      {renderActs?.(found)}
      {found.length === 0 ? (
        <section className="card">
          <Empty icon="overview" title={`No ${of} matches`}>
            <p>Search for other words{states && ', or choose another status'}.</p>
          </Empty>
        </section>
      ) : (
        children(by ? found.toSorted(by) : found)
      )}
    </>
  )
}

/** Whether every word of the search is in the text. */
function hasWords(text: string, search: string): boolean {
  const searched = text.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word))
}
