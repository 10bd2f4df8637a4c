import { Link } from '@tanstack/react-router'
import type { Chain, Endpoint, MatrixCell } from '@vacancy/client'
import { type FormEvent, useState } from 'react'
import { useMail, useSession } from '../api/own-queries.ts'
import { useEndpoints } from '../api/v1-queries.ts'
import { BY_MAIL } from '../endpoints/receivers.ts'
import type { HotelId } from '../hotels/hotel-id.ts'
import { Button } from '../ui/button.tsx'
import { FaultNote, Skeleton } from '../ui/feedback.tsx'
import { Field } from '../ui/field.tsx'
import { addDays, dayFromNow, formatCount, formatCredits, formatNight, formatPoints } from '../ui/format.ts'
import { useCreateWatch } from '../watches/create-watch.ts'
import { costOf } from '../watches/watch-cost.ts'
import { firstNight, leastOf, nightsFor, pointsBelow } from './alert-terms.ts'

interface AlertFormProps {
  hotel: HotelId
  chains: Chain[]
  /** The night that somebody looks at. */
  night?: string | undefined
  /** What is known of its nights. */
  cells?: readonly MatrixCell[]
}

const DAY_SEC = '86400'
const NO_CELLS: readonly MatrixCell[] = []

/** A mail when a night costs no more than so many points, by a look a day. */
export function AlertForm({ hotel, chains, night, cells = NO_CELLS }: AlertFormProps) {
  const { chain, hotel_code } = hotel
  const [nights, setNights] = useState(() => String(nightsFor(chains.find(({ id }) => id === chain))))
  const [from, setFrom] = useState(() => firstNight(night, Number(nights)))
  const [typed, setTyped] = useState<string>()
  const to = addDays(from, Math.max(1, Number(nights) || 1) - 1)
  const least = leastOf(cells, from, to)
  const points = typed ?? String(pointsBelow(least))
  const endpoints = useEndpoints().data?.endpoints
  const hasMail = useMail().data?.available
  const email = useSession().data?.email
  const create = useCreateWatch(endpoints ?? [])
  if (hasMail === undefined || endpoints === undefined) return <Skeleton />
  const values = {
    chain,
    hotel_code,
    from,
    to,
    los: '1',
    condition: 'points_lte',
    points,
    refresh_sec: DAY_SEC,
    via: BY_MAIL,
  }
  const cost = costOf(values, 'award', chains)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ values, kind: 'award', email })
  }
  if (!hasMail) {
    return (
      <p className="note">
        This server sends no e-mail.{' '}
        <Link to="/watches" search={{ new: 'points_lte', chain, hotel_code, from, to }}>
          Watch it by webhook instead
        </Link>
      </p>
    )
  }
  if (create.data)
    return <Told points={points} endpoint={create.data.endpoint} watch={create.data.watch.id} />
  return (
    <form onSubmit={submit} className="tell-me">
      <div className="request-fields">
        <Field
          label="Points per night, at most"
          type="number"
          inputMode="numeric"
          required
          min={1}
          value={points}
          hint={least === null ? undefined : `Now ${formatPoints(least)}`}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Field
          label="First night"
          type="date"
          required
          min={dayFromNow(0)}
          max={dayFromNow(400)}
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Field
          label="Nights"
          type="number"
          inputMode="numeric"
          required
          min={1}
          max={62}
          value={nights}
          hint={`Up to ${formatNight(to)}`}
          onChange={(event) => setNights(event.target.value)}
        />
      </div>
      <p className="hint" role="status">
        Looks once a day
        {cost &&
          ` for ${formatCount(cost.perRefresh, 'credit')}, about ${formatCredits(cost.perMonth)} a month`}
        . You get a mail at {email} only when a night costs that many points or fewer.
      </p>
      {create.error && <FaultNote error={create.error} />}
      <div className="bench-actions">
        <Button type="submit" look="primary" icon="events" busy={create.isPending}>
          Create alert
        </Button>
      </div>
    </form>
  )
}

interface ToldProps {
  points: string
  endpoint: Endpoint | undefined
  watch: string
}

function Told({ points, endpoint, watch }: ToldProps) {
  return (
    <div role="status" className="note">
      <p>
        You will get a mail at {endpoint?.address} when one of these nights can be booked for{' '}
        {formatPoints(Number(points))} points or fewer.{' '}
        <Link to="/watches/$id" params={{ id: watch }}>
          Open the alert
        </Link>
      </p>
      {endpoint?.status === 'unverified' && (
        <p className="caution">
          Confirm your address first: follow the link in the mail that we have just sent you. Alerts wait up
          to 7 days until you do.
        </p>
      )}
    </div>
  )
}
