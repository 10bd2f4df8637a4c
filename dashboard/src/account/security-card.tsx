import { useState } from 'react'
import { type Factors, type Passkey, useFactors } from '../api/signing-queries.ts'
import { canUsePasskeys, hasHostName } from '../signing/passkey.ts'
import { Button } from '../ui/button.tsx'
import { Loaded } from '../ui/feedback.tsx'
import { Moment } from '../ui/moment.tsx'
import { Card } from '../ui/page.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { AddTotp } from './add-totp.tsx'
import { NewRecoveryCodes, RemovePasskey, RemoveTotp } from './change-factor.tsx'

/** What is open on the card. */
type Opened = 'totp' | 'remove-totp' | 'codes' | 'passkey' | Passkey | null

/** The second factor of the person who is signed in. */
export function SecurityCard() {
  const query = useFactors()
  return <Loaded query={query}>{(factors) => <Security factors={factors} />}</Loaded>
}

function Security({ factors }: { factors: Factors }) {
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const hasCodes = factors.totp !== null
  return (
    <Card title="Security">
      <p className="hint">
        {factors.require_second_factor
          ? 'Your account requires a second factor beside the password: one-time codes or a passkey.'
          : 'A second factor protects your account if somebody learns your password.'}
      </p>
      <ul className="factors">
        <TotpRow totp={factors.totp} onOpen={setOpened} />
        {factors.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setOpened(passkey)} />
        ))}
      </ul>
      <div className="form-foot">
        {canUsePasskeys && (
          <Button icon="plus" onClick={() => setOpened('passkey')}>
            Add a passkey
          </Button>
        )}
        {!hasHostName && (
          <span className="hint">
            Passkeys need a host name: open this page under its name, such as localhost.
          </span>
        )}
      </div>
      {opened === 'totp' && <AddTotp onClose={close} />}
      {opened === 'remove-totp' && <RemoveTotp onClose={close} />}
      {opened === 'codes' && <NewRecoveryCodes onClose={close} />}
      {opened === 'passkey' && <AddPasskey hasCodes={hasCodes} onClose={close} />}
      {typeof opened === 'object' && opened !== null && (
        <RemovePasskey passkey={opened} hasCodes={hasCodes} onClose={close} />
      )}
    </Card>
  )
}

function TotpRow({ totp, onOpen }: { totp: Factors['totp']; onOpen: (opened: Opened) => void }) {
  return (
    <li>
      <div>
        <strong>One-time codes</strong>
        <span className="under">
          {totp ? (
            <>
              On since <Moment at={totp.since} /> · {leftOf(totp.recovery_codes_left)}
            </>
          ) : (
            'Off. An app on your phone makes a new code every half minute.'
          )}
        </span>
      </div>
      <div className="row-actions">
        {totp ? (
          <>
            <Button className="small" onClick={() => onOpen('codes')}>
              New recovery codes
            </Button>
            <Button className="small" look="quiet" onClick={() => onOpen('remove-totp')}>
              Turn off
            </Button>
          </>
        ) : (
          <Button className="small" look="primary" onClick={() => onOpen('totp')}>
            Set up
          </Button>
        )}
      </div>
    </li>
  )
}

function leftOf(count: number): string {
  if (count === 0) return 'no recovery codes left'
  return count === 1 ? '1 recovery code left' : `${count} recovery codes left`
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, created_at, used_at } = passkey
  return (
    <li>
      <div>
        <strong>Passkey “{name}”</strong>
        <span className="under">
          Added <Moment at={created_at} />
          {used_at && (
            <>
              {' '}
              · last used <Moment at={used_at} />
            </>
          )}
        </span>
      </div>
      <div className="row-actions">
        <Button className="small" look="quiet" aria-label={`Remove the passkey ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}
