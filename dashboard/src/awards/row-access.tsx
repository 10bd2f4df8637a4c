import type { AwardAccessResponse } from '@vacancy/client'
import { type FormEvent, useState } from 'react'
import { type Texts, useTexts } from '../address.ts'
import type { HotelId } from '../hotels/hotel-id.ts'
import { useAnswer } from '../paid/asks.ts'
import { CostBefore } from '../paid/cost.tsx'
import { SpentLine } from '../paid/spent-line.tsx'
import { usePaid } from '../paid/use-paid.tsx'
import { Button } from '../ui/button.tsx'
import { FaultNote, Skeleton } from '../ui/feedback.tsx'
import { addDays, dayFromNow } from '../ui/format.ts'
import { nightsOf } from './award-form.tsx'

/** A month has too few weekends to tell a habit from chance. */
const DAYS_AROUND = 30
/** In the address: the answer about each hotel. */
const PREFIX = 'access_of_'

/** For a new search: nothing is kept of the hotels of the last one. */
export function withoutAccess(texts: Texts): Texts {
  const kept = Object.keys(texts).filter((name) => name.startsWith(PREFIX))
  return Object.fromEntries(kept.map((name) => [name, undefined]))
}

interface RowAccessProps {
  hotel: HotelId & { name: string }
  /** The month of the search. */
  month: string
}

/** Whether a hotel of the list sells its nights for points. It costs credits, so it is asked for one hotel at a time. */
export function RowAccess({ hotel, month }: RowAccessProps) {
  const { chain, hotel_code: code } = hotel
  const [texts, setTexts] = useTexts()
  const [isOpen, setOpen] = useState(false)
  const path = pathOf(hotel, month)
  const name = `${PREFIX}${chain}_${code}`
  const query = useAnswer<AwardAccessResponse>(path, texts[name])
  if (query.isLoading) return <Skeleton lines={1} />
  if (query.error) return <FaultNote error={query.error} />
  if (query.data) {
    return (
      <div className="row-access">
        <p className="note">{query.data.data.why}</p>
        {!query.data.isRecalled && <SpentLine answer={query.data} />}
      </div>
    )
  }
  if (isOpen) return <AskAccess path={path} onAsk={(id) => setTexts({ [name]: id })} />
  return (
    <Button
      look="quiet"
      className="row-access"
      aria-label={`Sold for points? ${hotel.name}`}
      onClick={() => setOpen(true)}
    >
      Sold for points?
    </Button>
  )
}

function AskAccess({ path, onAsk }: { path: string; onAsk: (id: string) => void }) {
  const paid = usePaid({ path }, onAsk)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    paid.submit()
  }
  return (
    <form className="inline-form row-access" onSubmit={submit}>
      <Button type="submit" busy={paid.isQuoting}>
        Show access
      </Button>
      <CostBefore cost={paid.cost} />
      {paid.error && <FaultNote error={paid.error} />}
      {paid.dialog}
    </form>
  )
}

function pathOf({ chain, hotel_code }: HotelId, month: string): string {
  const nights = nightsOf(month)
  const [today, earlier] = [dayFromNow(0), addDays(nights.from, -DAYS_AROUND)]
  const from = earlier < today ? today : earlier
  return `/award/access?${new URLSearchParams({ chain, hotel_code, from, to: addDays(nights.to, DAYS_AROUND) })}`
}
