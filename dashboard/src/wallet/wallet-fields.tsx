import type { Chain } from '@vacancy/client'
import { useTexts } from '../address.ts'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { Select } from '../ui/field.tsx'
import { certificateWords, formatCount, formatPoints } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { useRates } from './own-currency.ts'
import type { OwnWallet } from './use-wallet.ts'
import { bankName, certName, eliteName, isEmptyWallet, pointsName, withoutWallet } from './wallet-texts.ts'

interface WalletFieldsProps {
  own: OwnWallet
  chains: readonly Chain[]
}

/** What the person pays with, one programme below the other. It opens from a line that says what is in it. */
export function WalletFields({ own, chains }: WalletFieldsProps) {
  const { texts, banks, change } = own
  return (
    <details className="wallet">
      <summary>
        Your points and certificates <span className="wallet-sum">{sumOf(own, chains)}</span>
      </summary>
      <div className="programmes">
        {chains.map((chain) => (
          <Programme key={chain.id} chain={chain} own={own} />
        ))}
        {banks.length > 0 && (
          <fieldset className="programme">
            <legend>Points at banks, which become points of chains</legend>
            {banks.map((bank) => (
              <NumberField
                key={bank}
                label={`${bank} points`}
                value={texts[bankName(bank)]}
                onChange={(typed) => change({ [bankName(bank)]: typed })}
              />
            ))}
          </fieldset>
        )}
      </div>
      <div className="wallet-save">
        <CurrencyField own={own} />
        <SaveWallet own={own} />
      </div>
    </details>
  )
}

function Programme({ chain, own: { texts, change } }: { chain: Chain; own: OwnWallet }) {
  const { id, name, certificates, award_rules: rules } = chain
  return (
    <fieldset className="programme">
      <legend>{name}</legend>
      <NumberField
        label="Points"
        of={name}
        value={texts[pointsName(id)]}
        onChange={(typed) => change({ [pointsName(id)]: typed })}
      />
      {certificates.map((certificate) => (
        <NumberField
          key={certificate.id}
          label={`${certificateWords(certificate.id)} certificates`}
          of={name}
          most={6}
          value={texts[certName(id, certificate.id)]}
          onChange={(typed) => change({ [certName(id, certificate.id)]: typed })}
        />
      ))}
      {rules.free_night?.who === 'elite' && (
        <label className="tick">
          <input
            type="checkbox"
            aria-label={`${name} elite status`}
            checked={texts[eliteName(id)] === '1'}
            onChange={({ target }) => change({ [eliteName(id)]: target.checked ? '1' : '' })}
          />
          Elite status
        </label>
      )}
    </fieldset>
  )
}

interface NumberFieldProps {
  label: string
  /** Whose it is, for screen readers. */
  of?: string
  most?: number
  value: string | undefined
  onChange: (typed: string) => void
}

function NumberField({ label, of, most, value = '', onChange }: NumberFieldProps) {
  return (
    <label className="count">
      <span>{label}</span>
      <input
        type="number"
        inputMode="numeric"
        min={0}
        max={most}
        aria-label={of === undefined ? label : `${of} ${label.toLowerCase()}`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}

/** Values of points are shown in it. */
function CurrencyField({ own: { currency } }: { own: OwnWallet }) {
  const [, setTexts] = useTexts()
  const others = Object.keys(useRates('USD') ?? {})
  const codes = [...new Set([currency, 'USD', ...others])].toSorted()
  return (
    <Select
      label="Show values in"
      value={currency}
      onChange={({ target }) => setTexts({ currency: target.value })}
    >
      {codes.map((code) => (
        <option key={code}>{code}</option>
      ))}
    </Select>
  )
}

function SaveWallet({ own: { saved, isChanged, save } }: { own: OwnWallet }) {
  const [texts, setTexts] = useTexts()
  return (
    <>
      <Button busy={save.isPending} disabled={!isChanged} onClick={() => save.mutate()}>
        Save wallet
      </Button>
      {saved?.updated_at && isChanged && (
        <Button look="quiet" onClick={() => setTexts({ ...withoutWallet(texts), currency: undefined })}>
          Use the saved one
        </Button>
      )}
      {saved?.updated_at && (
        <span className="hint">
          Saved <Moment at={saved.updated_at} />
        </span>
      )}
      {save.error && <FaultNote error={save.error} />}
    </>
  )
}

/** `120,000 Aurelia Hotels points, 2 Aurelia Hotels 40k certificates`. */
function sumOf({ wallet }: OwnWallet, chains: readonly Chain[]): string {
  if (isEmptyWallet(wallet)) return 'none yet'
  const nameOf = (id: string) => chains.find((chain) => chain.id === id)?.name ?? id
  return [
    ...Object.entries(wallet.points).map(
      ([chain, points]) => `${formatPoints(points)} ${nameOf(chain)} points`,
    ),
    ...wallet.certificates.map(({ chain, id, count }) =>
      formatCount(count, `${nameOf(chain)} ${certificateWords(id)} certificate`),
    ),
    ...Object.entries(wallet.banks).map(([bank, points]) => `${formatPoints(points)} ${bank} points`),
  ].join(', ')
}
