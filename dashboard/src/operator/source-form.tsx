import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import type { SourceSettings, Tried, Vendor } from '../api/source-queries.ts'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { BUDGET_FIELDS, BudgetFields, budgetMistakes, budgetOf } from './budget-fields.tsx'
import { Report } from './source-report.tsx'
import { Told } from './told.tsx'

/** What is sent: a new source, or the change of one. */
export type SourceBody = Record<string, unknown>

interface SourceFormProps {
  vendor: Vendor
  /** The source as it is; undefined: a new one. */
  before?: SourceSettings
  /** Where settings are tried out. */
  tryAt: string
  save(body: SourceBody, proof: string | null): Promise<SourceSettings>
  onSaved(saved: SourceSettings): void
  onClose(): void
}

/** The fields of a vendor. Nothing is saved before real calls with them have worked. */
export function SourceForm({ vendor, before, tryAt, save, onSaved, onClose }: SourceFormProps) {
  const [body, setBody] = useState<SourceBody>({})
  /** What the page itself cannot read. */
  const [mistakes, setMistakes] = useState<Tried['problems']>([])
  // Closed as long as nothing in it must be filled in.
  const [isMoreOpen, setMoreOpen] = useState(!before && vendor.addresses.length === 0)
  const openFor = (problems: Tried['problems']) => {
    if (problems.some(({ field }) => OWN.includes(field))) setMoreOpen(true)
  }
  const test = useMutation({
    gcTime: 0,
    mutationFn: async (asked: SourceBody) => (await call<Tried>(tryAt, { method: 'POST', body: asked })).data,
    onSuccess: ({ problems }) => openFor(problems),
  })
  const saving = useMutation({
    gcTime: 0,
    mutationFn: () => save(body, test.data?.proof ?? null),
    onSuccess: onSaved,
  })
  const isReady = test.data !== undefined && isProven(test.data)
  const problems = [...mistakes, ...(test.data?.problems ?? [])]
  const problemOf = (field: string) => problems.find((one) => one.field === field)?.problem
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isReady) return saving.mutate()
    const form = new FormData(event.currentTarget)
    const unread = budgetMistakes((name) => textIn(form, name))
    setMistakes(unread)
    openFor(unread)
    if (unread.length > 0) return
    const asked = bodyOf(form, vendor, before)
    setBody(asked)
    test.mutate(asked)
  }
  // What is changed after a test, or during one, must be tested again.
  const change = () => {
    if (!test.isIdle) test.reset()
    if (mistakes.length > 0) setMistakes([])
  }
  return (
    <form className="stacked" onSubmit={submit} onChange={change} noValidate>
      {!before && <KeyHint vendor={vendor} />}
      {vendor.fields.map(({ name, label, help, secret, default: usual }) => (
        <Told
          key={name}
          name={`field.${name}`}
          label={label}
          hint={help}
          problem={problemOf(name)}
          type={secret ? 'password' : 'text'}
          autoComplete="off"
          defaultValue={secret ? '' : (before?.fields[name] ?? usual ?? '')}
          placeholder={secret && before ? `${before.fields[name] ?? ''} (leave empty to keep it)` : undefined}
        />
      ))}
      <details open={isMoreOpen} onToggle={(event) => setMoreOpen(event.currentTarget.open)}>
        <summary>Id, name, address and limits</summary>
        <div className="stacked-fields">
          {!before && (
            <Told
              name="id"
              label="Id"
              hint="What clients pass as chain."
              problem={problemOf('id')}
              defaultValue={vendor.sourceId}
              readOnly={vendor.isIdFixed}
            />
          )}
          <Told
            name="name"
            label="Name"
            problem={problemOf('name')}
            defaultValue={before?.name ?? vendor.name}
          />
          <Told
            name="base_url"
            label="Address"
            hint={addressHint(vendor)}
            problem={problemOf('base_url')}
            defaultValue={before?.base_url ?? vendor.addresses[0]?.url ?? ''}
          />
          <BudgetFields budget={before?.budget ?? null} problemOf={problemOf} />
        </div>
      </details>
      <Verdict tried={test.data} known={vendor} />
      {Boolean(test.error ?? saving.error) && <FaultNote error={test.error ?? saving.error} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={test.isPending || saving.isPending}>
          {isReady ? 'Save' : 'Test'}
        </Button>
      </div>
    </form>
  )
}

function KeyHint({ vendor: { cost, key } }: { vendor: Vendor }) {
  return (
    <p className="hint">
      {cost} {key.how}{' '}
      <a href={key.url} target="_blank" rel="noreferrer">
        Get a key
      </a>
    </p>
  )
}

function Verdict({ tried, known }: { tried: Tried | undefined; known: Vendor }) {
  if (!tried) return null
  const fields = new Set([...known.fields.map(({ name }) => name), ...OWN])
  const others = tried.problems.filter(({ field }) => !fields.has(field))
  return (
    <>
      {others.map(({ field, problem }) => (
        <p key={field} role="alert">{`${field} ${problem}.`}</p>
      ))}
      {tried.trial && <Report report={tried.trial.report} />}
      {!tried.trial && isProven(tried) && <p role="status">This needs no call to the vendor.</p>}
      {tried.trial?.advice && <p role="alert">{tried.trial.advice}</p>}
    </>
  )
}

/** A name or a limit needs no trial. */
function isProven({ problems, trial }: Tried): boolean {
  return problems.length === 0 && trial?.works !== false
}

const OWN = ['id', 'name', 'base_url', ...BUDGET_FIELDS]

function addressHint({ addresses }: Vendor): string {
  if (addresses.length === 0) return 'The address that the vendor gave you.'
  return addresses.map(({ label, url }) => `${label}: ${url}`).join(' · ')
}

function bodyOf(form: FormData, vendor: Vendor, before: SourceSettings | undefined): SourceBody {
  const text = (name: string) => textIn(form, name)
  const fields = Object.fromEntries(
    vendor.fields.flatMap(({ name }) => {
      const value = text(`field.${name}`)
      return before && value === (before.fields[name] ?? '') ? [] : [[name, value]]
    }),
  )
  const budget = budgetOf(text)
  const settings = { fields, ...((budget ?? before?.budget) && { budget }) }
  if (!before) {
    const named = { id: text('id'), name: text('name'), base_url: text('base_url') }
    return { vendor: vendor.id, ...named, ...settings }
  }
  return {
    ...settings,
    ...(text('name') !== before.name && { name: text('name') }),
    ...(text('base_url') !== before.base_url && { base_url: text('base_url') }),
  }
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
