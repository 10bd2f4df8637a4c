import { type ReactNode, useEffect } from 'react'

interface PageProps {
  title: string
  about?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function Page({ title, about, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Vacancy`
  }, [title])
  return (
    <>
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {about && <p className="about">{about}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {children}
    </>
  )
}

interface CardProps {
  title?: ReactNode
  aside?: ReactNode
  flush?: boolean
  children: ReactNode
}

export function Card({ title, aside, flush = false, children }: CardProps) {
  return (
    <section className={flush ? 'card flush' : 'card'}>
      {(title || aside) && (
        <div className="card-head">
          <h2>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}

/** Facts with their names, side by side. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts wide">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface TableProps {
  label: string
  /** On a phone each row is a block: its head, and below it the cells with their `data-name`. */
  isStacked?: boolean
  children: ReactNode
}

/** A table that scrolls on narrow screens. It is focusable, so that a keyboard can scroll it. */
export function Table({ label, isStacked = false, children }: TableProps) {
  const look = isStacked ? 'table-scroll stacked' : 'table-scroll'
  return (
    <div className={look} role="region" aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </div>
  )
}

/** A box above the boxes of the rows. */
interface ChooseAll {
  choose: string
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

/** The title of a column; above numbers it is aligned as they are, and one can be for screen readers only. */
type Head = string | { number: string } | { unseen: string } | ChooseAll

/** The head of a table. */
export function Heads({ of }: { of: readonly Head[] }) {
  return (
    <thead>
      <tr>
        {of.map((head) => (
          <Column key={titleOf(head)} head={head} />
        ))}
      </tr>
    </thead>
  )
}

function titleOf(head: Head): string {
  if (typeof head === 'string') return head
  if ('choose' in head) return head.choose
  return 'unseen' in head ? head.unseen : head.number
}

function Column({ head }: { head: Head }) {
  if (typeof head === 'string') return <th scope="col">{head}</th>
  if ('choose' in head) {
    return (
      <th scope="col">
        <input
          type="checkbox"
          aria-label={head.choose}
          checked={head.isChosen}
          onChange={({ target }) => head.onChoose(target.checked)}
        />
      </th>
    )
  }
  if ('unseen' in head) {
    return (
      <th scope="col">
        <span className="unseen">{head.unseen}</span>
      </th>
    )
  }
  return (
    <th scope="col" className="number">
      {head.number}
    </th>
  )
}
