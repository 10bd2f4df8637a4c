import { Link } from '@tanstack/react-router'
import type { Chain, Endpoint } from '@vacancy/client'
import { type FormEvent, useState } from 'react'
import { useMail, useSession } from '../api/own-queries.ts'
import { useEndpoints } from '../api/v1-queries.ts'
import { BY_MAIL } from '../endpoints/receivers.ts'
import type { HotelId } from '../hotels/hotel-id.ts'
import { HotelPicker } from '../hotels/hotel-picker.tsx'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { Field } from '../ui/field.tsx'
import { addDays, dayFromNow, formatCredits, formatNight, formatPoints } from '../ui/format.ts'
import { Card } from '../ui/page.tsx'
import { useCreateWatch } from '../watches/create-watch.ts'
import { costOf } from '../watches/watch-cost.ts'

const withPoints = ({ award_points }: Chain) => award_points

/** A mail when a hotel has an award night that is cheap enough: choose the hotel, one click. */
export function TellMeCard({ chains }: { chains: Chain[] }) {
  const [hotel, setHotel] = useState<HotelId>()
  return (
    <Card title="Tell me about a hotel">
      <HotelPicker value={hotel} chains={chains.filter(withPoints)} onPick={setHotel} />
      {hotel ? (
        <TellMe key={`${hotel.chain} ${hotel.hotel_code}`} hotel={hotel} chains={chains} />
      ) : (
        <p className="hint">Choose a hotel to get a mail when one of its nights costs few enough points.</p>
      )}
    </Card>
  )
}

interface TellMeProps {
  hotel: HotelId
  chains: Chain[]
  /** The first night; a month from there is watched. */
  from?: string | undefined
}

const NIGHTS = 30

export function TellMe({ hotel, chains, from: first = dayFromNow(14) }: TellMeProps) {
  const [points, setPoints] = useState('40000')
  const [from, setFrom] = useState(first)
  const to = addDays(from, NIGHTS - 1)
  const endpoints = useEndpoints().data?.endpoints
  const hasMail = useMail().data?.available
  const email = useSession().data?.email
  const create = useCreateWatch(endpoints ?? [])
  if (hasMail === undefined || endpoints === undefined) return null
  const { chain, hotel_code } = hotel
  const values = {
    chain,
    hotel_code,
    from,
    to,
    los: '1',
    condition: 'points_lte',
    points,
    refresh_sec: '86400',
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
          onChange={(event) => setPoints(event.target.value)}
        />
        <Field
          label="First night"
          type="date"
          required
          min={dayFromNow(0)}
          max={dayFromNow(400)}
          value={from}
          hint={`Up to ${formatNight(to)}`}
          onChange={(event) => setFrom(event.target.value)}
        />
      </div>
      {create.error && <FaultNote error={create.error} />}
      <div className="bench-actions">
        <Button type="submit" look="primary" icon="awards" busy={create.isPending}>
          Tell me
        </Button>
        <span className="hint" role="status">
          A mail to {email}, once a day at most.
          {cost &&
            ` Costs ${formatCredits(cost.perRefresh)} credits a day, about ${formatCredits(cost.perMonth)} a month.`}
        </span>
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
        You will get a mail at {endpoint?.address} when a standard night costs {formatPoints(Number(points))}{' '}
        points or fewer.{' '}
        <Link to="/watches/$id" params={{ id: watch }}>
          Open the watch
        </Link>
      </p>
      {endpoint?.status === 'unverified' && (
        <p className="caution">
          One thing is left: follow the link in the mail that we have just sent you. What happens until then
          is sent once you have followed it, within 7 days.
        </p>
      )}
    </div>
  )
}
