import { useState } from 'react'
import { useTexts } from '../address.ts'
import { type OperatorAccount, useOperatorAccounts } from '../api/operator-queries.ts'
import { useSession } from '../api/own-queries.ts'
import { Button } from '../ui/button.tsx'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { Field } from '../ui/field.tsx'
import { formatCredits, formatShare, formatWhole } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Card, Heads, Table } from '../ui/page.tsx'
import { ChangeAccount } from './change-account.tsx'

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
          { unseen: 'Actions' },
        ]}
      />
      <tbody>
        {accounts.map((account) => (
          <AccountRow key={account.id} account={account} />
        ))}
      </tbody>
    </Table>
  )
}

function AccountRow({ account }: { account: OperatorAccount }) {
  const { id, email, operator, plan, credits_used: used, credits_limit: limit } = account
  const [isChanging, setChanging] = useState(false)
  const isOwner = useSession().data?.role === 'owner'
  return (
    <tr>
      <th scope="row">
        {email}
        <span className="under">
          <code>{id}</code>
          {operator && ' operator'}
        </span>
      </th>
      <td>{plan}</td>
      <td className="number">
        {formatCredits(used)}
        <span className="under">
          {limit > 0 && `${formatShare(used / limit)} of `}
          {formatCredits(limit)}
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
      <td>
        {isOwner && (
          <Button className="small" aria-label={`Change ${email}`} onClick={() => setChanging(true)}>
            Change
          </Button>
        )}
        {isChanging && <ChangeAccount account={account} onClose={() => setChanging(false)} />}
      </td>
    </tr>
  )
}
