import { useTexts } from '../address.ts'
import { type OperatorAccount, useOperatorAccounts } from '../api/operator-queries.ts'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { Field } from '../ui/field.tsx'
import { formatCredits, formatShare, formatWhole } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Card, Heads, Table } from '../ui/page.tsx'

export function OperatorAccounts() {
  const [{ q = '' }, setTexts] = useTexts()
  const query = useOperatorAccounts(q)
  return (
    <>
      <div className="filters">
        <Field
          label="E-mail or id"
          type="search"
          value={q}
          maxLength={254}
          onChange={(event) => setTexts({ q: event.target.value || undefined })}
        />
      </div>
      <Loaded query={query}>
        {({ accounts, next_cursor }) =>
          accounts.length === 0 ? (
            <section className="card">
              <Empty icon="operator" title="No account matches">
                <p>Search for a part of the e-mail, or for the whole id.</p>
              </Empty>
            </section>
          ) : (
            <Card flush>
              <AccountTable accounts={accounts} />
              {next_cursor !== null && (
                <p className="hint more">
                  Showing the newest {formatWhole(accounts.length)}. Search for the others.
                </p>
              )}
            </Card>
          )
        }
      </Loaded>
      <p className="hint">
        Change a plan with <code>vacancy accounts set-plan ACCOUNT PLAN</code>.
      </p>
    </>
  )
}

function AccountTable({ accounts }: { accounts: OperatorAccount[] }) {
  return (
    <Table label="Accounts">
      <Heads
        of={[
          'Account',
          'Plan',
          { number: 'Credits used' },
          { number: 'Members' },
          { number: 'Keys' },
          'Last call',
          'Created',
        ]}
      />
      <tbody>
        {accounts.map((account) => (
          <tr key={account.id}>
            <th scope="row">
              {account.email}
              <span className="under">
                <code>{account.id}</code>
                {account.operator && ' operator'}
              </span>
            </th>
            <td>{account.plan}</td>
            <td className="number">
              {formatCredits(account.credits_used)}
              <span className="under">
                {account.credits_limit > 0 &&
                  `${formatShare(account.credits_used / account.credits_limit)} of `}
                {formatCredits(account.credits_limit)}
              </span>
            </td>
            <td className="number">{formatWhole(account.members)}</td>
            <td className="number">{formatWhole(account.keys)}</td>
            <td>
              <Moment at={account.last_used_at} />
            </td>
            <td>
              <Moment at={account.created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
