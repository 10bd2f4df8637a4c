import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import type { OperatorAccount } from '../api/operator-queries.ts'
import { useSession } from '../api/own-queries.ts'
import { type Plan, usePrices } from '../api/price-queries.ts'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'
import { Loaded } from '../ui/feedback.tsx'
import { Select } from '../ui/field.tsx'
import { formatCredits, formatWhole } from '../ui/format.ts'

interface ChangeAccountProps {
  account: OperatorAccount
  onClose: () => void
}

/** The plan of an account, and whether its people run the server. Tells what follows before it is done. */
export function ChangeAccount({ account, onClose }: ChangeAccountProps) {
  const prices = usePrices()
  return (
    <Dialog title={`Change ${account.email}`} onClose={onClose}>
      <Loaded query={prices}>
        {({ plans }) => <ChangeForm account={account} plans={plans} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

function ChangeForm({ account, plans, onClose }: ChangeAccountProps & { plans: Plan[] }) {
  const [plan, setPlan] = useState(account.plan)
  const [isOperator, setOperator] = useState(account.operator)
  const isOwn = useSession().data?.account.id === account.id
  const queries = useQueryClient()
  const isNewPlan = plan !== account.plan
  const isNewRight = isOperator !== account.operator
  const change = useMutation({
    mutationFn: () =>
      call(`/operator/accounts/${account.id}`, {
        method: 'PATCH',
        body: { ...(isNewPlan && { plan }), ...(isNewRight && { operator: isOperator }) },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries()
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    change.mutate()
  }
  const chosen = plans.find(({ name }) => name === plan)
  return (
    <form className="stacked" onSubmit={submit}>
      <Select label="Plan" value={plan} onChange={(event) => setPlan(event.target.value)}>
        {plans.map(({ name, credits, requests_per_second }) => (
          <option key={name} value={name}>
            {name}: {formatWhole(credits)} credits a month, {requests_per_second} requests per second
          </option>
        ))}
      </Select>
      {isNewPlan && chosen && <p role="status">{planWords(account, chosen)}</p>}
      <fieldset className="checks">
        <legend>Rights</legend>
        <label>
          <input
            type="checkbox"
            checked={isOperator}
            disabled={isOwn}
            onChange={(event) => setOperator(event.target.checked)}
          />
          Operator of this server
        </label>
        <p className="hint">
          {isOwn ? 'Only another operator can remove this right from your account.' : OPERATOR_WORDS}
        </p>
      </fieldset>
      <DialogEnd
        action={isNewRight && isOperator ? 'Make operator' : 'Change account'}
        send={change}
        disabled={!isNewPlan && !isNewRight}
        onClose={onClose}
      />
    </form>
  )
}

const OPERATOR_WORDS =
  'Members of an operator account see all accounts, and can change the sources, plans and jobs of the whole server.'

function planWords({ credits_used: used }: OperatorAccount, { credits }: Plan): string {
  const left = credits - used
  return left > 0
    ? `Takes effect at once. The account has used ${formatCredits(used)} credits this month, so ${formatCredits(left)} are left.`
    : `Takes effect at once. The account has used ${formatCredits(used)} credits this month, so its calls will be refused until the month ends.`
}
