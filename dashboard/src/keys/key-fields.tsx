import type { FormEvent } from 'react'
import type { Key, KeyScope } from '../api/own-shapes.ts'
import { Field, textOf } from '../ui/field.tsx'

const SCOPES: readonly { scope: KeyScope; words: string }[] = [
  { scope: 'read', words: 'Read: everything that is free' },
  { scope: 'spend', words: 'Spend: calls that cost credits' },
  { scope: 'manage', words: 'Manage: watches, receivers, sets and schedules' },
]

export interface KeyTerms {
  name: string
  scopes: KeyScope[]
  expires_at: string | null
  daily_cap: number
}

/** What a key is called and what it may do. */
export function KeyFields({ of: key }: { of?: Key }) {
  return (
    <>
      <Field
        label="Name"
        name="name"
        required
        maxLength={80}
        placeholder="production"
        defaultValue={key?.name}
        hint={key?.kind === 'agent' ? 'What you call this agent.' : 'Name it after the program that uses it.'}
      />
      <fieldset className="checks">
        <legend>What it may do</legend>
        {SCOPES.filter(({ scope }) => scope !== 'manage' || key?.kind !== 'agent').map(({ scope, words }) => (
          <label key={scope}>
            <input
              type="checkbox"
              name="scopes"
              value={scope}
              defaultChecked={key?.scopes.includes(scope) ?? true}
            />
            {words}
          </label>
        ))}
      </fieldset>
      <Field
        label="Last day"
        name="last_day"
        type="date"
        defaultValue={key?.expires_at ? lastDayOf(key.expires_at) : ''}
        hint="The key ends at the end of this day (UTC). Empty: it has no end."
      />
      <Field
        label="Daily cap in credits"
        name="daily_cap"
        type="number"
        min={0}
        step="any"
        defaultValue={key?.daily_cap ?? ''}
        hint="The most that it may spend in a day (UTC), in any way. Empty or 0: no cap."
      />
    </>
  )
}

const DAY_MS = 86_400_000

/** The day before the end, if the end is a midnight, as the form sets it. */
export function lastDayOf(expiresAt: string): string {
  return new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 10)
}

/** The midnight (UTC) after a day; null without a day. */
export function dayEnd(day: string): string | null {
  return day === '' ? null : new Date(Date.parse(day) + DAY_MS).toISOString()
}

export function termsOf(event: FormEvent<HTMLFormElement>): KeyTerms {
  return {
    name: textOf(event, 'name'),
    scopes: new FormData(event.currentTarget).getAll('scopes') as KeyScope[],
    expires_at: dayEnd(textOf(event, 'last_day')),
    daily_cap: Number(textOf(event, 'daily_cap')),
  }
}
