import { givenOf, type Texts } from '../address.ts'
import { Field, Select } from '../ui/field.tsx'
import { cppOf, cppUnit, dayFromNow } from '../ui/format.ts'
import type { OwnMoney } from '../wallet/own-currency.ts'
import type { WalletInput } from '../wallet/wallet-texts.ts'

/** What a point is worth unless somebody says otherwise, in US cents. */
const USUAL_WORTH = 0.7

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

/** What a point is worth to the person, in the unit of the person’s currency; empty while the rates are not known. */
function worthText({ worth }: Texts, { currency, inOwn }: OwnMoney): string {
  if (worth !== undefined) return worth
  const usual = inOwn(USUAL_WORTH, 'USD')
  return usual === null ? '' : String(Number((usual / cppOf(1, currency)).toPrecision(2)))
}

interface Payer {
  wallet: WalletInput
  money: OwnMoney
  /** The chains that the wallet reaches. */
  chains: Iterable<string>
}

export function requestOf(
  { q, checkin, los, max_moves: moves, radius, ...texts }: Record<string, string>,
  { wallet, money, chains }: Payer,
): Record<string, unknown> {
  const { currency } = money
  const worth = Number(worthText(texts, money))
  return {
    q,
    radius: Number(radius),
    checkin,
    los: Number(los),
    currency,
    max_moves: Number(moves),
    wallet,
    ...(worth > 0 && {
      point_value: Object.fromEntries([...chains].map((chain) => [chain, cppOf(worth, currency)])),
    }),
    // Nights that another plan left out are fetched by the next one.
    fill: 'stale',
  }
}

interface TripFieldsProps {
  values: Record<string, string>
  money: OwnMoney
  onChange: (changed: Texts) => void
}

export function TripFields({ values, money, onChange }: TripFieldsProps) {
  const field = (name: string) => ({
    value: values[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <div className="request-fields">
      <Field
        label="Place"
        required
        maxLength={100}
        // The first letter typed replaces the suggestion.
        onFocus={({ target }) => target.select()}
        {...field('q')}
      />
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
      <Field
        label={`A point is worth (${cppUnit(money.currency)})`}
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        value={worthText(values, money)}
        onChange={({ target }) => onChange({ worth: target.value })}
      />
    </div>
  )
}
