import type { Chain, Endpoint, Watch } from '@vacancy/client'
import { type FormEvent, useState } from 'react'
import { givenOf, useTexts } from '../address.ts'
import { useMail, useSession } from '../api/own-queries.ts'
import { useChains, useEndpoints } from '../api/v1-queries.ts'
import { BY_MAIL, receiversOf } from '../endpoints/receivers.ts'
import { RequestFields } from '../explorer/request-fields.tsx'
import type { Values } from '../explorer/tools.ts'
import { useQuotedCurrency } from '../hotels/quoted-currency.ts'
import { upstreamWords } from '../paid/upstream-words.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'
import { Loaded } from '../ui/feedback.tsx'
import { dayFromNow, formatCredits } from '../ui/format.ts'
import { useCreateWatch } from './create-watch.ts'
import { SecretOnce } from './secret-once.tsx'
import { useWatchUpstream } from './use-watch-upstream.ts'
import { costOf } from './watch-cost.ts'
import { BY_WEBHOOK, fieldsOf, firstHotel, kindOf, settled, withWebhook } from './watch-fields.ts'

/** The defaults of the API. */
const DEFAULT_CURRENCY = 'USD'

/** The form of a new watch. What is filled in stands in the address, so that other pages can link to it. */
export function NewWatch({ onClose }: { onClose: () => void }) {
  const chains = useChains()
  const endpoints = useEndpoints()
  const mail = useMail()
  if (chains.data && endpoints.data && mail.data)
    return (
      <WatchForm
        chains={chains.data.chains}
        endpoints={endpoints.data.endpoints}
        hasMail={mail.data.available}
        onClose={onClose}
      />
    )
  const awaited = [chains, endpoints, mail].find(({ data }) => data === undefined) ?? chains
  return (
    <Dialog title="New watch" onClose={onClose}>
      <Loaded query={{ ...awaited, data: undefined }}>{() => null}</Loaded>
    </Dialog>
  )
}

interface WatchFormProps {
  chains: Chain[]
  endpoints: Endpoint[]
  hasMail: boolean
  onClose: () => void
}

function WatchForm({ chains, endpoints, hasMail, onClose }: WatchFormProps) {
  const [{ new: wanted, ...linked }] = useTexts()
  const email = useSession().data?.email
  const receivers = withWebhook(receiversOf(endpoints, hasMail ? email : undefined))
  const [typed, setTyped] = useState<Values>(() => ({
    ...initial(chains, receivers.choices[0] ?? BY_WEBHOOK),
    ...(wanted && wanted !== '1' && { condition: wanted }),
    ...givenOf(linked),
  }))
  const quoted = useQuotedCurrency(typed, chains)
  // Follows the hotel's currency, if known, until the user types another.
  const values = { currency: quoted ?? DEFAULT_CURRENCY, ...typed }
  const kind = kindOf(values, chains)
  const cost = costOf(values, kind, chains)
  const upstream = useWatchUpstream(values, kind)
  const create = useCreateWatch(endpoints)
  const made = create.data
  if (made?.watch.secret !== undefined)
    return <SecretOnce title="Watch created" secret={made.watch.secret} onClose={onClose} />
  if (made) return <WatchCreated {...made} onClose={onClose} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ values, kind, email })
  }
  return (
    <Dialog title="New watch" onClose={onClose} byButtonOnly={create.isPending}>
      <form onSubmit={submit}>
        <RequestFields
          fields={fieldsOf(values, chains, quoted, receivers)}
          values={values}
          chains={chains}
          onChange={(changed) => setTyped(settled({ ...typed, ...changed }, chains))}
        />
        {cost && (
          <p className="hint" role="status">
            Costs {formatCredits(cost.perRefresh)} credits each time it looks, at most{' '}
            {formatCredits(cost.perMonth)} a month.
            {upstream && ` Each time takes ${upstreamWords(upstream)}.`}
          </p>
        )}
        <DialogEnd action="Create watch" send={create} onClose={onClose} />
      </form>
    </Dialog>
  )
}

interface WatchCreatedProps {
  watch: Watch
  /** Where its events go, if that is an endpoint. */
  endpoint: Endpoint | undefined
  onClose: () => void
}

function WatchCreated({ endpoint, onClose }: WatchCreatedProps) {
  const address = endpoint?.address
  return (
    <Dialog title="Watch created" onClose={onClose}>
      {address !== undefined && endpoint?.status === 'unverified' ? (
        <p>
          One thing is left: <strong>follow the link in the mail to {address}</strong>. It shows that the
          address is yours. What happens until then is sent once you have followed it, within 7 days.
        </p>
      ) : (
        <p>You will be told{address === undefined ? '' : ` at ${address}`} as soon as the condition holds.</p>
      )}
      <div className="dialog-actions">
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}

function initial(chains: Chain[], via: string): Values {
  return {
    ...firstHotel(chains),
    from: dayFromNow(30),
    to: dayFromNow(32),
    los: '1',
    kind: 'cash',
    condition: 'any',
    basis: 'bar',
    channel: chains.find(({ kind }) => kind === 'ota')?.id ?? '',
    min_pct: '5',
    rooms_compared: 'any',
    // A mail a day is enough for a person; a program may want to know sooner.
    refresh_sec: via === BY_MAIL ? '86400' : '3600',
    via,
  }
}
