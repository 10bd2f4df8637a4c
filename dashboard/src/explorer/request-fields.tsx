import type { Chain } from '@vacancy/client'
import type { HotelId } from '../hotels/hotel-id.ts'
import { HotelPicker } from '../hotels/hotel-picker.tsx'
import { Field, Select } from '../ui/field.tsx'
import { dayFromNow } from '../ui/format.ts'
import { HotelList } from './hotel-list.tsx'
import type { FieldSpec, Values } from './tools.ts'

interface RequestFieldsProps {
  fields: readonly FieldSpec[]
  values: Values
  chains: Chain[]
  onChange: (changed: Values) => void
}

export function RequestFields({ fields, values, chains, onChange }: RequestFieldsProps) {
  return (
    <div className="request-fields">
      {fields.map((spec) => (
        <RequestField key={spec.name} spec={spec} values={values} chains={chains} onChange={onChange} />
      ))}
    </div>
  )
}

interface RequestFieldProps extends Omit<RequestFieldsProps, 'fields'> {
  spec: FieldSpec
}

function RequestField({ spec, values, chains, onChange }: RequestFieldProps) {
  const { name, label, hint, kind, wide } = spec
  const value = values[name] ?? ''
  const shared = { label, value, hint, wide }
  const set = (text: string) => onChange({ [name]: text })
  switch (kind) {
    case 'hotel':
      return (
        <HotelPicker
          label={label}
          hint={hint}
          value={hotelOf(values)}
          chains={chains.filter(spec.offers ?? (() => true))}
          onPick={({ chain, hotel_code }) => onChange({ chain, hotel_code })}
          required={spec.required ?? false}
        />
      )
    case 'hotels':
      return <HotelList label={label} chains={chains} value={value} onSet={set} />
    case 'date':
      return (
        <Field
          {...shared}
          type="date"
          required
          min={dayFromNow(-1)}
          max={dayFromNow(500)}
          onChange={(event) => set(event.target.value)}
        />
      )
    case 'number':
      return (
        <Field
          {...shared}
          type="number"
          inputMode={spec.step === 'any' ? 'decimal' : 'numeric'}
          step={spec.step}
          min={spec.min}
          max={spec.max}
          required={spec.required}
          onChange={(event) => set(event.target.value)}
        />
      )
    case 'choice':
      return (
        <Select {...shared} onChange={(event) => set(event.target.value)}>
          {(spec.choices ?? []).map((choice) => (
            <option key={choice} value={choice}>
              {spec.labels?.[choice] ?? choice}
            </option>
          ))}
        </Select>
      )
    case 'text':
      return (
        <Field
          {...shared}
          required={spec.required}
          pattern={spec.pattern}
          spellCheck={false}
          onChange={(event) => set(event.target.value)}
        />
      )
  }
}

function hotelOf({ chain, hotel_code }: Values): HotelId | undefined {
  return chain && hotel_code ? { chain, hotel_code } : undefined
}
