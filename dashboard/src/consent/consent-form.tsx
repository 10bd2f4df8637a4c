import type { FormEvent, ReactNode } from 'react'
import { dayEnd } from '../keys/key-fields.tsx'
import { Button } from '../ui/button.tsx'
import { Field, textOf } from '../ui/field.tsx'
import { dayFromNow } from '../ui/format.ts'

export interface AgentAsk {
  client: { id: string; name: string; host: string; is_published: boolean }
  goes_to: string
  scopes: ('read' | 'spend')[]
  resource: string
}

export interface Agreed {
  name: string
  daily_cap: number
  paid: boolean
  expires_at: string | null
}

/** What most people need in a day. */
const USUAL_BUDGET = 25
const USUAL_DAYS = 90

interface ConsentFormProps {
  ask: AgentAsk
  isBusy: boolean
  onAgree: (agreed: Agreed) => void
  children: ReactNode
}

/** What the agent may do, how much it may spend, and until when. */
export function ConsentForm({ ask: { client, scopes }, isBusy, onAgree, children }: ConsentFormProps) {
  const canPay = scopes.includes('spend')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onAgree({
      name: textOf(event, 'name'),
      daily_cap: Number(textOf(event, 'daily_cap')),
      paid: textOf(event, 'tools') === 'paid',
      expires_at: dayEnd(textOf(event, 'last_day')),
    })
  }
  return (
    <form onSubmit={submit}>
      <Field label="Your name for it" name="name" required maxLength={80} defaultValue={client.name} />
      <fieldset className="checks">
        <legend>It may use</legend>
        <label>
          <input type="radio" name="tools" value="free" defaultChecked={!canPay} />
          Free tools only: find hotels, follow jobs
        </label>
        <label>
          <input type="radio" name="tools" value="paid" defaultChecked={canPay} disabled={!canPay} />
          Paid tools too: prices and award nights
        </label>
      </fieldset>
      <Field
        label="Budget in credits per day"
        name="daily_cap"
        type="number"
        min={0.001}
        step="any"
        required
        defaultValue={USUAL_BUDGET}
        hint="It cannot spend more in a day (UTC). Free tools go on."
      />
      <Field
        label="Last day"
        name="last_day"
        type="date"
        defaultValue={dayFromNow(USUAL_DAYS)}
        hint="Empty: until you revoke it. You can change all this on the page of your keys."
      />
      <div className="consent-actions">
        {children}
        <Button type="submit" look="primary" busy={isBusy}>
          Allow
        </Button>
      </div>
    </form>
  )
}
