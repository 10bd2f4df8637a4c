interface Fact {
  name: string
  value: string
  note?: string
}

/** A row of figures above a board. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="board-facts">
      {facts.map(({ name, value, note }) => (
        <div key={name} className="card">
          <dt>{name}</dt>
          <dd>
            {value}
            {note && <span className="under">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
