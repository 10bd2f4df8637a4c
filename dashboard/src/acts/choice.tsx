import { useState } from 'react'

/** The rows of a list that an act is for. */
export interface Choice {
  chosen: ReadonlySet<string>
  choose: (ids: readonly string[], isChosen: boolean) => void
  clear: () => void
}

export function useChoice(): Choice {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return {
    chosen,
    choose: (ids, isChosen) => {
      const changed = new Set(ids)
      setChosen(new Set(isChosen ? [...chosen, ...ids] : [...chosen].filter((id) => !changed.has(id))))
    },
    clear: () => setChosen(new Set()),
  }
}

/** The box above the boxes of these rows, for the head of their table. */
export function chooseAll(rows: string, all: readonly { id: string }[], { chosen, choose }: Choice) {
  const ids = all.map(({ id }) => id)
  return {
    choose: `Select all ${rows} in this list`,
    isChosen: ids.length > 0 && ids.every((id) => chosen.has(id)),
    onChoose: (isChosen: boolean) => choose(ids, isChosen),
  }
}

interface ChooseRowProps {
  id: string
  /** What the row is called. */
  name: string
  choice: Choice
  /** False for a row that no act is for. */
  canAct?: boolean
}

/** The box of a row. */
export function ChooseRow({ id, name, choice: { chosen, choose }, canAct = true }: ChooseRowProps) {
  return (
    <td className="choose" data-name={canAct ? 'Select' : undefined}>
      {canAct && (
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={chosen.has(id)}
          onChange={({ target }) => choose([id], target.checked)}
        />
      )}
    </td>
  )
}
