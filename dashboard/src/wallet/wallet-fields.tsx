import type { Chain } from '@vacancy/client'
import { useState } from 'react'
import { type Texts, useTexts } from '../address.ts'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { Select } from '../ui/field.tsx'
import { certificateWords, formatCount, formatPoints } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { useRates } from './own-currency.ts'
import type { OwnWallet } from './use-wallet.ts'
import {
  bankName,
  bankWords,
  certName,
  eliteName,
  isEmptyWallet,
  pointsName,
  withoutWallet,
} from './wallet-texts.ts'

interface WalletFieldsProps {
  own: OwnWallet
  chains: readonly Chain[]
}

/** What the person pays with. It opens from a line that says what is in it. */
export function WalletFields({ own, chains }: WalletFieldsProps) {
  const { texts, banks, saved, change } = own
  // Decided when the form is opened: what is being typed stays where it is.
  const [held] = useState(() => chains.filter((chain) => hasMore(chain, texts)))
  const isSaved = ({ id }: Chain) =>
    saved?.elite.includes(id) === true || saved?.certificates.some(({ chain }) => chain === id) === true
  const isShown = (chain: Chain) =>
    held.includes(chain) || isSaved(chain) || Number(texts[pointsName(chain.id)]) > 0
  const folded = chains.filter((chain) => namesOfMore(chain).length > 0 && !isShown(chain))
  return (
    <details className="wallet">
      <summary>
        Your points and certificates <span className="wallet-sum">{sumOf(own, chains)}</span>
      </summary>
      <div className="programmes">
        {chains.map((chain) => (
          <div key={chain.id} className="programme" role="group" aria-label={chain.name}>
            <NumberField
              label={chain.name}
              fullName={`${chain.name} points`}
              value={texts[pointsName(chain.id)]}
              onChange={(typed) => change({ [pointsName(chain.id)]: typed })}
            />
            {isShown(chain) && <MoreOfChain chain={chain} own={own} />}
          </div>
        ))}
        {banks.map((bank) => (
          <div key={bank} className="programme">
            <NumberField
              label={`${bankWords(bank)} (bank)`}
              fullName={`${bankWords(bank)} points`}
              value={texts[bankName(bank)]}
              onChange={(typed) => change({ [bankName(bank)]: typed })}
            />
          </div>
        ))}
      </div>
      {banks.length > 0 && <p className="hint">Bank points can be transferred to a chain.</p>}
      {folded.length > 0 && (
        <details className="more-options">
          <summary>Certificates and status of other chains</summary>
          <div className="programmes">
            {folded.map((chain) => (
              <fieldset key={chain.id} className="programme">
                <legend>{chain.name}</legend>
                <MoreOfChain chain={chain} own={own} />
              </fieldset>
            ))}
          </div>
        </details>
      )}
      <div className="wallet-save">
        <CurrencyField own={own} />
        <SaveWallet own={own} />
      </div>
    </details>
  )
}

/** The fields of a chain beside its points. */
function namesOfMore({ id, certificates, award_rules: { free_night: rule } }: Chain): string[] {
  const certs = certificates.map((certificate) => certName(id, certificate.id))
  return rule?.who === 'elite' ? [...certs, eliteName(id)] : certs
}

const hasMore = (chain: Chain, texts: Texts) => namesOfMore(chain).some((name) => Number(texts[name]) > 0)

function MoreOfChain({ chain, own: { texts, change } }: { chain: Chain; own: OwnWallet }) {
  const { id, name, certificates, award_rules: rules } = chain
  return (
    <>
      {certificates.map((certificate) => (
        <NumberField
          key={certificate.id}
          label={`${certificateWords(certificate.id)} certificates`}
          fullName={`${name} ${certificateWords(certificate.id)} certificates`}
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
    </>
  )
}

interface NumberFieldProps {
  label: string
  /** For screen readers. */
  fullName: string
  most?: number
  value: string | undefined
  onChange: (typed: string) => void
}

function NumberField({ label, fullName, most, value = '', onChange }: NumberFieldProps) {
  return (
    <label className="count">
      <span>{label}</span>
      <input
        type="number"
        inputMode="numeric"
        min={0}
        max={most}
        aria-label={fullName}
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
    ...Object.entries(wallet.banks).map(
      ([bank, points]) => `${formatPoints(points)} ${bankWords(bank)} points`,
    ),
  ].join(', ')
}
