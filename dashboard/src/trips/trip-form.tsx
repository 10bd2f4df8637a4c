import type { Chain, Wallet } from '@vacancy/client'
import { givenOf, type Texts } from '../address.ts'
import { Field, Select } from '../ui/field.tsx'
import { certificateWords, dayFromNow } from '../ui/format.ts'
import { Heads, Table } from '../ui/page.tsx'
import { SaveWallet } from './save-wallet.tsx'

/** The fields of the trip beside the wallet, as the address has them. */
export function tripOf(texts: Texts): Record<string, string> {
  const defaults = {
    q: 'New York',
    checkin: dayFromNow(45),
    los: '4',
    max_moves: '1',
    currency: 'USD',
    radius: '10',
  }
  return { ...defaults, ...givenOf(texts) }
}

const pointsName = (chain: Chain) => `points_${chain.id}`
const certName = (chain: Chain, cert: string) => `cert_${chain.id}_${cert}`
const eliteName = (chain: Chain) => `elite_${chain.id}`
const bankName = (bank: string) => `bank_${bank}`

/** A field of the wallet, by its name in the address. */
const IS_WALLET = /^(points|cert|elite|bank)_/

export function requestOf(
  values: Record<string, string>,
  chains: readonly Chain[],
  banks: readonly string[],
): Record<string, unknown> {
  const { q, checkin, los, max_moves: moves, currency, radius } = values
  return {
    q,
    radius: Number(radius),
    checkin,
    los: Number(los),
    currency,
    max_moves: Number(moves),
    wallet: walletOf(values, chains, banks),
  }
}

export function walletOf(
  values: Record<string, string>,
  chains: readonly Chain[],
  banks: readonly string[],
): WalletInput {
  const numberOf = (name: string) => Number(values[name] ?? 0)
  const points = chains.flatMap((chain) => {
    const owned = numberOf(pointsName(chain))
    return owned > 0 ? [[chain.id, owned]] : []
  })
  const certificates = chains.flatMap((chain) =>
    chain.certificates.flatMap(({ id }) => {
      const count = numberOf(certName(chain, id))
      return count > 0 ? [{ chain: chain.id, id, count }] : []
    }),
  )
  const elite = chains.filter((chain) => values[eliteName(chain)] === '1').map(({ id }) => id)
  const held = banks.flatMap((bank) => {
    const owned = numberOf(bankName(bank))
    return owned > 0 ? [[bank, owned]] : []
  })
  return { points: Object.fromEntries(points), certificates, elite, banks: Object.fromEntries(held) }
}

/** A saved wallet as texts, in place of those that the address has. */
export function textsOfWallet({ points, banks, certificates, elite }: WalletInput, given: Texts): Texts {
  const none = Object.keys(given)
    .filter((name) => IS_WALLET.test(name))
    .map((name) => [name, undefined])
  return {
    ...Object.fromEntries(none),
    ...Object.fromEntries(Object.entries(points).map(([chain, owned]) => [`points_${chain}`, String(owned)])),
    ...Object.fromEntries(Object.entries(banks).map(([bank, owned]) => [bankName(bank), String(owned)])),
    ...Object.fromEntries(certificates.map(({ chain, id, count }) => [`cert_${chain}_${id}`, String(count)])),
    ...Object.fromEntries(elite.map((chain) => [`elite_${chain}`, '1'])),
  }
}

export type WalletInput = Pick<Wallet, 'points' | 'banks' | 'certificates' | 'elite'>

interface TripFieldsProps {
  values: Record<string, string>
  chains: readonly Chain[]
  /** The banks whose points can be transferred. */
  banks: readonly string[]
  onChange: (changed: Texts) => void
}

export function TripFields({ values, chains, banks, onChange }: TripFieldsProps) {
  const field = (name: string) => ({
    value: values[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <>
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
        <Field label="Currency" required pattern="[A-Za-z]{3}" maxLength={3} {...field('currency')} />
      </div>
      <WalletFields values={values} chains={chains} banks={banks} onChange={onChange} />
    </>
  )
}

function WalletFields({ values, chains, banks, onChange }: TripFieldsProps) {
  const isOpen = Object.keys(values).some((name) => IS_WALLET.test(name))
  return (
    <details className="wallet" open={isOpen || undefined}>
      <summary>Your wallet: points, certificates, status, banks</summary>
      <Table label="Your wallet">
        <Heads of={['Programme', 'Points', 'Certificates', 'Elite status']} />
        <tbody>
          {chains.map((chain) => (
            <tr key={chain.id}>
              <th scope="row">{chain.name}</th>
              <td>
                <input
                  type="number"
                  min={0}
                  aria-label={`${chain.name} points`}
                  value={values[pointsName(chain)] ?? ''}
                  onChange={({ target }) => onChange({ [pointsName(chain)]: target.value || undefined })}
                />
              </td>
              <td>
                <div className="wallet-certs">
                  {chain.certificates.map(({ id }) => (
                    <label key={id}>
                      {certificateWords(id)}
                      <input
                        type="number"
                        min={0}
                        max={6}
                        value={values[certName(chain, id)] ?? ''}
                        onChange={({ target }) =>
                          onChange({ [certName(chain, id)]: target.value || undefined })
                        }
                      />
                    </label>
                  ))}
                </div>
              </td>
              <td>
                {chain.award_rules.free_night?.who === 'elite' && (
                  <input
                    type="checkbox"
                    aria-label={`${chain.name} elite status`}
                    checked={values[eliteName(chain)] === '1'}
                    onChange={({ target }) =>
                      onChange({ [eliteName(chain)]: target.checked ? '1' : undefined })
                    }
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {banks.length > 0 && (
        <fieldset className="request-fields">
          <legend>Points at banks, which can become points of chains</legend>
          {banks.map((bank) => (
            <Field
              key={bank}
              label={`${bank} points`}
              type="number"
              min={0}
              value={values[bankName(bank)] ?? ''}
              onChange={({ target }) => onChange({ [bankName(bank)]: target.value || undefined })}
            />
          ))}
        </fieldset>
      )}
      <SaveWallet
        wallet={walletOf(values, chains, banks)}
        onUse={(saved) => onChange(textsOfWallet(saved, values))}
      />
    </details>
  )
}
