import type { Chain } from '@vacancy/client'
import { useId } from 'react'
import { Field, Select } from '../ui/field.tsx'
import { dayFromNow } from '../ui/format.ts'
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
    case 'chain':
      return <ChainField spec={spec} values={values} chains={chains} onChange={onChange} />
    case 'hotel':
      return <HotelField value={value} chain={chains.find(({ id }) => id === values['chain'])} onSet={set} />
    case 'hotels':
      return <HotelsField label={label} hint={hint} value={value} onSet={set} />
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
          spellCheck={false}
          onChange={(event) => set(event.target.value)}
        />
      )
  }
}

/** Choosing another source also fills in one of its example hotels. */
function ChainField({ spec, values, chains, onChange }: RequestFieldProps) {
  const offered = chains.filter(spec.offers ?? (() => true))
  const choose = (id: string) => {
    const examples = chains.find((chain) => chain.id === id)?.examples ?? []
    onChange({ chain: id, hotel_code: examples[spec.example ?? 1] ?? examples[0] ?? '' })
  }
  const group = (kind: Chain['kind'], label: string) => {
    const list = offered.filter((chain) => chain.kind === kind)
    return (
      list.length > 0 && (
        <optgroup label={label}>
          {list.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </optgroup>
      )
    )
  }
  return (
    <Select label={spec.label} value={values['chain'] ?? ''} onChange={(event) => choose(event.target.value)}>
      {group('chain', 'Hotel chains')}
      {group('ota', 'Travel agencies')}
    </Select>
  )
}

interface HotelFieldProps {
  value: string
  chain: Chain | undefined
  onSet: (code: string) => void
}

function HotelField({ value, chain, onSet }: HotelFieldProps) {
  const list = useId()
  return (
    <>
      <Field
        label="Hotel code"
        value={value}
        required
        list={list}
        maxLength={64}
        spellCheck={false}
        onChange={(event) => onSet(event.target.value)}
      />
      <datalist id={list}>
        {(chain?.examples ?? []).map((code) => (
          <option key={code} value={code} />
        ))}
      </datalist>
    </>
  )
}

interface HotelsFieldProps {
  label: string
  hint: string | undefined
  value: string
  onSet: (text: string) => void
}

function HotelsField({ label, hint, value, onSet }: HotelsFieldProps) {
  const id = useId()
  return (
    <div className="field wide">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={Math.min(8, Math.max(4, value.split('\n').length))}
        value={value}
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onSet(event.target.value)}
      />
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  )
}
