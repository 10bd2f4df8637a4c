import type { Chain } from '@vacancy/client'
import type { Texts } from '../address.ts'
import { Field, Select } from '../ui/field.tsx'
import { addDays, certificateWords, dayFromNow, formatLongMonth } from '../ui/format.ts'
import { ChainOptions } from './chain-options.tsx'

/** What a search is for, as the address has it. */
export interface AwardWish {
  q: string
  /** `YYYY-MM`. */
  month: string
  /** Empty: every chain with points. */
  chain: string
  /** Empty: points. */
  cert: string
  radius: string
  /** `within`: only what the saved wallet pays. */
  wallet: string
  /** In per cent. */
  access: string
}

/** The API looks at most this far ahead. */
const MONTHS = 15

export function wishOf(texts: Texts): AwardWish {
  const { q = 'New York', month = dayFromNow(30).slice(0, 7), chain = '', cert = '', radius = '10' } = texts
  const { wallet = '', min_access: access = '' } = texts
  return { q, month, chain, cert, radius, wallet, access }
}

/** For the address, which has the answer about one hotel's access as `access`. */
export function textsOfWish({ access, ...wish }: Partial<AwardWish>): Texts {
  return { ...wish, ...(access !== undefined && { min_access: access === '' ? undefined : access }) }
}

/** The nights of the month that have not passed. */
export function nightsOf(month: string): { from: string; to: string } {
  const first = `${month}-01`
  const next = addDays(first, 31).slice(0, 7)
  const today = dayFromNow(0)
  return { from: first < today ? today : first, to: addDays(`${next}-01`, -1) }
}

export function requestOf({
  q,
  month,
  chain,
  cert,
  radius,
  wallet,
  access,
}: AwardWish): Record<string, unknown> {
  return {
    q,
    radius: Number(radius),
    nights: nightsOf(month),
    ...(chain !== '' && { chains: [chain] }),
    ...(cert !== '' && { cert }),
    ...(wallet !== '' && { wallet: 'saved', within_wallet: true }),
    ...(access !== '' && { min_access: Number(access) / 100 }),
    limit: 50,
  }
}

interface AwardFieldsProps {
  wish: AwardWish
  chains: Chain[]
  onChange: (changed: Partial<AwardWish>) => void
}

export function AwardFields({ wish, chains, onChange }: AwardFieldsProps) {
  const withPoints = chains.filter(({ award_points, geo_search }) => award_points && geo_search)
  const chosen = withPoints.filter(({ id }) => wish.chain === '' || id === wish.chain)
  const certs = [...new Set(chosen.flatMap(({ certificates }) => certificates.map(({ id }) => id)))]
  return (
    <div className="request-fields">
      <Field
        label="Place"
        value={wish.q}
        required
        maxLength={100}
        onChange={(event) => onChange({ q: event.target.value })}
      />
      <Select label="Month" value={wish.month} onChange={(event) => onChange({ month: event.target.value })}>
        {monthsAhead().map((month) => (
          <option key={month} value={month}>
            {formatLongMonth(`${month}-01`)}
          </option>
        ))}
      </Select>
      <Select
        label="Chain"
        value={wish.chain}
        onChange={(event) => onChange({ chain: event.target.value, cert: '' })}
      >
        <ChainOptions chains={withPoints} />
      </Select>
      <Select
        label="Certificate"
        value={wish.cert}
        disabled={certs.length === 0}
        hint="Only nights that it covers"
        onChange={(event) => onChange({ cert: event.target.value })}
      >
        <option value="">Any night</option>
        {certs.map((id) => (
          <option key={id} value={id}>
            {certificateWords(id)}
          </option>
        ))}
      </Select>
      <Field
        label="Within (miles)"
        type="number"
        min={1}
        max={100}
        value={wish.radius}
        onChange={(event) => onChange({ radius: event.target.value })}
      />
      <Select
        label="Wallet"
        value={wish.wallet}
        hint="Save it under Trips"
        onChange={(event) => onChange({ wallet: event.target.value })}
      >
        <option value="">Any award night</option>
        <option value="within">What my wallet can pay</option>
      </Select>
      <Field
        label="Sold for points (% of nights)"
        type="number"
        min={0}
        max={100}
        hint="At least; hides hotels that hide awards"
        value={wish.access}
        onChange={(event) => onChange({ access: event.target.value })}
      />
    </div>
  )
}

function monthsAhead(): string[] {
  const months: string[] = []
  for (
    let day = `${dayFromNow(0).slice(0, 7)}-01`;
    months.length < MONTHS;
    day = `${addDays(day, 31).slice(0, 7)}-01`
  )
    months.push(day.slice(0, 7))
  return months
}
