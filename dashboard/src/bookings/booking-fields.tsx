import type { Chain } from '@vacancy/client'
import type { Values } from '../explorer/tools.ts'
import { Field, Select } from '../ui/field.tsx'
import { dayFromNow } from '../ui/format.ts'
import { ownTimeZone } from '../ui/own-time-zone.ts'
import { INTERVALS } from '../watches/watch-fields.ts'
import { takesPoints } from './booking-values.ts'
import { BASES, MEALS } from './booking-words.ts'

interface FieldsProps {
  values: Values
  onChange: (changed: Values) => void
}

const timeZone = ownTimeZone()

/** Fields of the form by the names of its values. */
function useField({ values, onChange }: FieldsProps) {
  return (name: string) => ({
    value: values[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
}

/** The stay and the party, which cannot be changed later. */
export function StayFields(props: FieldsProps) {
  const field = useField(props)
  return (
    <>
      <Field
        label="Check-in"
        type="date"
        required
        min={dayFromNow(0)}
        max={dayFromNow(500)}
        {...field('checkin')}
      />
      <Field label="Nights" type="number" inputMode="numeric" required min={1} max={30} {...field('los')} />
    </>
  )
}

export function PartyFields(props: FieldsProps) {
  const field = useField(props)
  const whole = { type: 'number', inputMode: 'numeric', required: true } as const
  return (
    <>
      <Field label="Adults per room" min={1} max={8} {...whole} {...field('adults')} />
      <Field label="Rooms" min={1} max={9} {...whole} {...field('rooms')} />
      <Field label="Children per room" min={0} max={6} {...whole} {...field('children')} />
      {Number(props.values['children']) > 0 && (
        <Field
          label="Their ages"
          pattern="\s*\d{1,2}([\s,]+\d{1,2})*\s*"
          title="Ages separated by spaces"
          hint="Separated by spaces"
          {...field('children_ages')}
        />
      )}
    </>
  )
}

interface TermsProps extends FieldsProps {
  chains: readonly Chain[]
  /** Money stays money, and its currency what it is. */
  isNew: boolean
}

/** What was booked and paid. */
export function TermsFields({ chains, isNew, ...props }: TermsProps) {
  const field = useField(props)
  const { values } = props
  const inPoints = values['basis'] === 'points'
  const bases = Object.entries(BASES).filter(([basis]) =>
    isNew ? basis !== 'points' || takesPoints(values, chains) : (basis === 'points') === inPoints,
  )
  return (
    <>
      <Field
        label="Room"
        wide
        required
        maxLength={200}
        placeholder="Deluxe King Room"
        hint="As the confirmation names it. Its words decide which rooms are the same or better."
        {...field('room_name')}
      />
      <Field
        label={inPoints ? 'Points per night' : 'Paid per night'}
        hint="For one room"
        type="number"
        inputMode="decimal"
        step="any"
        min={0}
        required
        {...field('amount')}
      />
      {inPoints ? null : (
        <Field
          label="Currency"
          required
          disabled={!isNew}
          maxLength={3}
          spellCheck={false}
          {...field('currency')}
        />
      )}
      <Select label="That is" {...field('basis')} disabled={bases.length < 2}>
        {bases.map(([basis, words]) => (
          <option key={basis} value={basis}>
            {words}
          </option>
        ))}
      </Select>
      <Select label="Meals" {...field('meal_plan')}>
        {Object.entries(MEALS).map(([meal, words]) => (
          <option key={meal} value={meal}>
            {words}
          </option>
        ))}
      </Select>
      <Field
        label="Cancel by"
        wide
        type="datetime-local"
        required
        hint={`In your time zone, ${timeZone}`}
        {...field('cancel_by')}
      />
      <Select label="If canceled by then" {...field('refundable')}>
        <option value="true">it is refunded</option>
        <option value="false">it is not refunded</option>
      </Select>
    </>
  )
}

/** When to look and from what saving on to tell. */
export function TellingFields(props: FieldsProps) {
  const field = useField(props)
  const { refresh_sec: every = '' } = props.values
  const intervals = every in INTERVALS ? INTERVALS : { [every]: `every ${every} seconds`, ...INTERVALS }
  return (
    <>
      <Field
        label="Least saving (%)"
        type="number"
        inputMode="decimal"
        step="any"
        min={0}
        max={100}
        required
        {...field('min_saving_pct')}
      />
      <Select label="Look" {...field('refresh_sec')}>
        {Object.entries(intervals).map(([seconds, words]) => (
          <option key={seconds} value={seconds}>
            {words}
          </option>
        ))}
      </Select>
    </>
  )
}

export function ReferenceField(props: FieldsProps) {
  const field = useField(props)
  return (
    <Field
      label="Reference"
      maxLength={200}
      placeholder="Guest or file number"
      hint="Optional; mails and events have it"
      {...field('reference')}
    />
  )
}
