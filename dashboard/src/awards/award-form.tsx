import type { Chain } from '@vacancy/client'
import type { Texts } from '../address.ts'
import { Field, Select } from '../ui/field.tsx'
import { addDays, certificateWords, dayFromNow, formatLongMonth } from '../ui/format.ts'
import type { WalletInput } from '../wallet/wallet-texts.ts'
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
  /** `all`: nights that the wallet cannot pay as well. */
  show: string
  /** In per cent. */
  access: string
}

/** The API looks at most this far ahead. */
const MONTHS = 15

export function wishOf(texts: Texts): AwardWish {
  const { q = 'New York', month = dayFromNow(30).slice(0, 7), chain = '', cert = '', radius = '10' } = texts
  const { show = '', min_access: access = '' } = texts
  return { q, month, chain, cert, radius, show, access }
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

/** Without a wallet, all nights are asked for. */
export function requestOf(
  { q, month, chain, cert, radius, show, access }: AwardWish,
  wallet: WalletInput | null,
): Record<string, unknown> {
  return {
    q,
    radius: Number(radius),
    nights: nightsOf(month),
    ...(chain !== '' && { chains: [chain] }),
    ...(cert !== '' && { cert }),
    ...(wallet && { wallet: { ...wallet }, within_wallet: show === '' }),
    ...(access !== '' && { min_access: Number(access) / 100 }),
    // Nights that another search left out are fetched by the next one.
    fill: 'stale',
  }
}

interface AwardFieldsProps {
  wish: AwardWish
  chains: Chain[]
  onChange: (changed: Partial<AwardWish>) => void
}

export function AwardFields({ wish, chains, onChange }: AwardFieldsProps) {
  const withPoints = chains.filter(({ award_points, geo_search }) => award_points && geo_search)
  return (
    <div className="request-fields">
      <Field
        label="Place"
        value={wish.q}
        required
        maxLength={100}
        // The first letter typed replaces the suggestion.
        onFocus={({ target }) => target.select()}
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
    </div>
  )
}

/** What most searches leave as it is. */
export function MoreAwardFields({
  wish,
  chains,
  hasWallet,
  onChange,
}: AwardFieldsProps & { hasWallet: boolean }) {
  const chosen = chains.filter(
    ({ id, award_points }) => award_points && (wish.chain === '' || id === wish.chain),
  )
  const certs = [...new Set(chosen.flatMap(({ certificates }) => certificates.map(({ id }) => id)))]
  return (
    <details className="more-options">
      <summary>More options</summary>
      <div className="request-fields">
        <Select
          label="Show"
          value={hasWallet ? wish.show : 'all'}
          disabled={!hasWallet}
          hint={hasWallet ? undefined : 'Fill in what you have first'}
          onChange={(event) => onChange({ show: event.target.value })}
        >
          <option value="">What I can pay</option>
          <option value="all">Every award night</option>
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
    </details>
  )
}

export function monthsAhead(): string[] {
  const months: string[] = []
  for (
    let day = `${dayFromNow(0).slice(0, 7)}-01`;
    months.length < MONTHS;
    day = `${addDays(day, 31).slice(0, 7)}-01`
  )
    months.push(day.slice(0, 7))
  return months
}
