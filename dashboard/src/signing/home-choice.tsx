import type { HomePage } from '../api/own-shapes.ts'
import { HOMES } from '../shell/homes.ts'
import { Icon } from '../ui/icon.tsx'

interface HomeChoiceProps {
  /** Chosen before. */
  chosen?: HomePage | null
  onChoose?: (chosen: HomePage) => void
}

/** Which page opens first. In a form, the answer is its field `home_page`. */
export function HomeChoice({ chosen = null, onChoose }: HomeChoiceProps) {
  return (
    <fieldset className="home-choice">
      <legend>What brings you here?</legend>
      {HOMES.map(({ value, label, icon }) => (
        <label key={value}>
          <input
            type="radio"
            name="home_page"
            value={value}
            defaultChecked={value === chosen}
            onChange={() => onChoose?.(value)}
          />
          <Icon name={icon} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
