import { givenOf, type Texts } from '../address.ts'
import { Field, Select } from '../ui/field.tsx'
import { dayFromNow } from '../ui/format.ts'
import type { WalletInput } from '../wallet/wallet-texts.ts'

/** The fields of the trip beside the wallet, as the address has them. */
export function tripOf(texts: Texts): Record<string, string> {
  const defaults = {
    q: 'New York',
    checkin: dayFromNow(45),
    los: '4',
    max_moves: '1',
    radius: '10',
  }
  return { ...defaults, ...givenOf(texts) }
}

export function requestOf(
  { q, checkin, los, max_moves: moves, radius }: Record<string, string>,
  wallet: WalletInput,
  currency: string,
): Record<string, unknown> {
  return {
    q,
    radius: Number(radius),
    checkin,
    los: Number(los),
    currency,
    max_moves: Number(moves),
    wallet,
    // Nights that another plan left out are fetched by the next one.
    fill: 'stale',
  }
}

interface TripFieldsProps {
  values: Record<string, string>
  onChange: (changed: Texts) => void
}

export function TripFields({ values, onChange }: TripFieldsProps) {
  const field = (name: string) => ({
    value: values[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <div className="request-fields">
      <Field label="Place" required maxLength={100} {...field('q')} />
      <Field
        label="First night"
        type="date"
        required
        min={dayFromNow(0)}
        max={dayFromNow(480)}
        {...field('checkin')}
      />
      <Field label="Nights" type="number" required min={1} max={14} {...field('los')} />
      <Select label="Change the hotel" {...field('max_moves')}>
        <option value="0">never</option>
        <option value="1">once, if it pays</option>
        <option value="2">twice, if it pays</option>
      </Select>
      <Field label="Within (miles)" type="number" min={1} max={100} {...field('radius')} />
    </div>
  )
}
