import type { Chain } from '@vacancy/client'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useStatus } from '../api/own-queries.ts'
import { Icon } from '../ui/icon.tsx'
import type { HotelId } from './hotel-id.ts'
import { useHotelNames } from './hotel-names.tsx'
import { type Choice, useChoices } from './hotel-search.ts'
import { rememberHotel, toggleStar, useKeptHotels } from './recent-hotels.ts'

interface HotelPickerProps {
  label?: string
  hint?: ReactNode
  /** The hotel that is chosen, if any. */
  value: HotelId | undefined
  /** The sources whose hotels are offered. */
  chains: readonly Chain[]
  onPick: (hotel: HotelId) => void
  required?: boolean
  /** Empties the field after each choice, for a list of hotels. */
  isAdding?: boolean
}

/** The one way to name a hotel: type, choose with the arrows, or take a recent or starred one. */
export function HotelPicker(props: HotelPickerProps) {
  const { label = 'Hotel', hint, value, chains, onPick, required, isAdding = false } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const nameOf = useHotelNames(value ? [value] : [])
  const { choices, isSettled, error, ask, asking } = useChoices(text ?? '', chains, value)
  const isOpen = text !== null
  const shown = text ?? (value && !isAdding ? (nameOf(value) ?? value.hotel_code) : '')
  const isEmpty = required === true && !value && !isAdding
  useEffect(() => {
    input.current?.setCustomValidity(isEmpty ? 'Choose a hotel from the list.' : '')
  }, [isEmpty])
  const pick = (choice: Choice | undefined) => {
    if (!choice) return
    if (choice.group === 'Ask') {
      ask()
      return
    }
    if (choice.group !== 'As typed') rememberHotel(choice)
    onPick({ chain: choice.chain, hotel_code: choice.hotel_code })
    setText(isAdding ? '' : null)
    setActive(0)
  }
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (isOpen) setActive((active + step + choices.length) % Math.max(choices.length, 1))
      else setText('')
    } else if (event.key === 'Enter' && isOpen) {
      // Otherwise Enter would send the form with the hotel chosen before.
      event.preventDefault()
      if (isSettled) pick(choices[active])
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      setText(null)
    }
  }
  return (
    <div className="field wide picker">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        placeholder="Name, city or code"
        value={shown}
        maxLength={100}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && choices[active] ? `${id}-${active}` : undefined}
        aria-describedby={`${id}-hint`}
        data-settled={isSettled}
        onFocus={(event) => event.target.select()}
        onClick={() => setText(text ?? '')}
        onBlur={() => setText(null)}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
        }}
        onKeyDown={press}
      />
      {isOpen && (
        <div id={`${id}-list`} role="listbox" aria-label="Hotels" className="picker-list">
          {(error || choices.every(({ group }) => group === 'Ask')) && (
            <div className="picker-none" role="option" aria-selected={false} aria-disabled="true">
              {error ? error.message : <None text={text} isSettled={isSettled} chains={chains} />}
            </div>
          )}
          {choices.map((choice, index) => (
            <Option
              key={`${choice.chain} ${choice.hotel_code}`}
              id={`${id}-${index}`}
              choice={choice}
              chainName={chains.find(({ id: known }) => known === choice.chain)?.name ?? choice.chain}
              isActive={index === active}
              isBusy={asking.isBusy}
              onPick={() => pick(choice)}
            />
          ))}
          {asking.error && (
            <div className="picker-none" role="option" aria-selected={false} aria-disabled="true">
              {asking.error.message}
            </div>
          )}
        </div>
      )}
      <p className="hint" id={`${id}-hint`}>
        {hint ??
          (value && !isAdding && (
            <Chosen hotel={value} name={nameOf(value) ?? value.hotel_code} chains={chains} />
          ))}
      </p>
    </div>
  )
}

function None({ text, isSettled, chains }: { text: string; isSettled: boolean; chains: readonly Chain[] }) {
  const { data: status } = useStatus()
  if (text.trim() === '') return 'Type a name, a city or a code.'
  if (!isSettled) return 'Searching…'
  const isUnread = status?.directory.sources.some(
    ({ state, synced_at }) => state === 'reading' && synced_at === null,
  )
  const why = isUnread ? ' Hotels are still being read: try again in a minute.' : ''
  // Nobody types the code of an engine.
  const known = chains.find(({ kind, examples }) => kind !== 'meta' && examples.length > 0)
  const typed = known ? ` You can also type a source and its code: ${known.id} ${known.examples[0]}.` : ''
  return `No hotel found.${why}${typed}`
}

/** The chain and code of the chosen hotel, and a star that keeps it at hand. */
function Chosen({ hotel, name, chains }: { hotel: HotelId; name: string; chains: readonly Chain[] }) {
  const chain = chains.find(({ id }) => id === hotel.chain)?.name ?? hotel.chain
  const starred = useKeptHotels().isStarred(hotel)
  return (
    <>
      {chain} <code>{hotel.hotel_code}</code>{' '}
      <button
        type="button"
        className="link"
        aria-pressed={starred}
        onClick={() => toggleStar({ ...hotel, name, city: null })}
      >
        {starred ? 'Remove star' : 'Star'}
      </button>
    </>
  )
}

interface OptionProps {
  id: string
  choice: Choice
  chainName: string
  isActive: boolean
  /** Whether the metasearch engine is being asked. */
  isBusy: boolean
  onPick: () => void
}

/** Finds hotels that the directory does not know. */
function AskOption({ id, choice, chainName, isActive, isBusy, onPick }: OptionProps) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={isActive ? 'active' : ''}
      disabled={isBusy}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <span className="picker-text">
        <span className="picker-name">
          {isBusy ? `Asking ${chainName}…` : `Ask ${chainName} for “${choice.name}”`}
        </span>
        <span className="under">1 credit; free if it finds nothing</span>
      </span>
    </button>
  )
}

function Option(props: OptionProps) {
  const { id, choice, chainName, isActive, onPick } = props
  if (choice.group === 'Ask') return <AskOption {...props} />
  const where = [choice.city, chainName, choice.name === choice.hotel_code ? null : choice.hotel_code]
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={isActive ? 'active' : ''}
      // The field keeps the focus; a blur would close the list before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <span className="picker-text">
        <span className="picker-name">
          {choice.group === 'As typed' ? `Use the code ${choice.hotel_code}` : choice.name}
        </span>
        <span className="under">{where.filter(Boolean).join(' · ')}</span>
      </span>
      {choice.group === 'Recent' && <span className="badge calm">recent</span>}
      {choice.group === 'Starred' && <Icon name="awards" size={14} />}
    </button>
  )
}
