import {
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  useId,
} from 'react'

interface LabelledProps {
  label: string
  hint?: ReactNode
  wide?: boolean | undefined
}

export function Field({
  label,
  hint,
  wide,
  ...input
}: LabelledProps & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <div className={wide ? 'field wide' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <input id={id} aria-describedby={hint ? `${id}-hint` : undefined} {...input} />
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

export function Select({
  label,
  hint,
  wide,
  children,
  ...select
}: LabelledProps & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId()
  return (
    <div className={wide ? 'field wide' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <select id={id} aria-describedby={hint ? `${id}-hint` : undefined} {...select}>
        {children}
      </select>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface SegmentsProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChoose: (value: T) => void
}

/** A choice between a few visible options. */
export function Segments<T extends string>({ label, value, options, onChoose }: SegmentsProps<T>) {
  const name = useId()
  return (
    <fieldset className="segments">
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={option.value === value ? 'chosen' : ''}>
          <input
            type="radio"
            name={name}
            className="unseen"
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}

/** The value of a field in a submitted form. */
export function textOf(event: FormEvent<HTMLFormElement>, name: string): string {
  const value = new FormData(event.currentTarget).get(name)
  return typeof value === 'string' ? value : ''
}
