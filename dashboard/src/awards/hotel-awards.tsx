import type {
  AwardSearchResponse,
  AwardSearchResponse202,
  Chain,
  MatrixCell,
  MatrixResponse,
  MatrixResponse202,
} from '@vacancy/client'
import { useState } from 'react'
import { useTexts } from '../address.ts'
import { useAllCells } from '../api/v1-queries.ts'
import type { HotelId } from '../hotels/hotel-id.ts'
import { JobOutcome } from '../jobs/job-outcome.tsx'
import { useAnswer } from '../paid/asks.ts'
import { PaidCard } from '../paid/paid-card.tsx'
import { Button } from '../ui/button.tsx'
import { Loaded } from '../ui/feedback.tsx'
import { Select } from '../ui/field.tsx'
import {
  certificateWords,
  formatCount,
  formatCpp,
  formatFullDay,
  formatLongMonth,
  formatPoints,
} from '../ui/format.ts'
import { Card } from '../ui/page.tsx'
import { useOwnMoney } from '../wallet/own-currency.ts'
import { useWallet } from '../wallet/use-wallet.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { AwardCalendar } from './award-calendar.tsx'
import { monthsAhead, nightsOf } from './award-form.tsx'
import { type AwardHotel, byCheapest, nightsAcross, worthOf } from './award-nights.ts'
import { ValueWords } from './value-words.tsx'

interface HotelAwardsProps {
  hotel: HotelId
  name: string
  chains: Chain[]
  /** The night that somebody came with. */
  night: string | undefined
}

/** The nights of a hotel in points: those of the search that led here, free, or a month that is asked for. */
export function HotelAwards(props: HotelAwardsProps) {
  const [{ found }] = useTexts()
  const search = useAnswer<AwardSearchResponse | AwardSearchResponse202>('/award/search', found)
  if (found === undefined || search.data === null || search.error) return <AskedNights {...props} />
  return (
    <Card title="Award nights">
      <Loaded query={{ ...search, data: search.data?.data }}>
        {(answer) => <FoundNights answer={answer} {...props} />}
      </Loaded>
    </Card>
  )
}

interface FoundProps extends HotelAwardsProps {
  answer: AwardSearchResponse | AwardSearchResponse202
}

function FoundNights({ answer, ...props }: FoundProps) {
  const { chain, hotel_code: code } = props.hotel
  const isOwn = (one: HotelId) => one.chain === chain && one.hotel_code === code
  const listed = answer.hotels.find(isOwn)?.nights ?? []
  if (!('jobs' in answer)) return <Nights cells={listed} {...props} />
  return (
    <JobOutcome jobs={answer.jobs}>
      {(ids) => (
        <Fetched ids={ids}>
          {(cells) => {
            const since = cells.filter(isOwn)
            const isNew = new Set(since.map(({ night }) => night))
            return (
              <Nights cells={[...listed.filter(({ night }) => !isNew.has(night)), ...since]} {...props} />
            )
          }}
        </Fetched>
      )}
    </JobOutcome>
  )
}

function Fetched({ ids, children }: { ids: string[]; children: (cells: MatrixCell[]) => React.ReactNode }) {
  return <Loaded query={useAllCells(ids)}>{children}</Loaded>
}

/** A month of one hotel, for as much as its nights cost. */
function AskedNights(props: HotelAwardsProps) {
  const { hotel, night } = props
  const [{ nights_month: asked }] = useTexts()
  const [month, setMonth] = useState(asked ?? (night ?? monthsAhead()[1] ?? '').slice(0, 7))
  return (
    <PaidCard<MatrixResponse | MatrixResponse202>
      title="Award nights"
      path="/matrix"
      body={{
        hotels: [{ chain: hotel.chain, hotel_code: hotel.hotel_code }],
        nights: nightsOf(month),
        kind: 'award',
      }}
      name="nights"
      kept={{ nights_month: month }}
      action="Show award nights"
      fields={
        <Select label="Month" value={month} onChange={({ target }) => setMonth(target.value)}>
          {monthsAhead().map((one) => (
            <option key={one} value={one}>
              {formatLongMonth(`${one}-01`)}
            </option>
          ))}
        </Select>
      }
    >
      {(answer) =>
        'job' in answer ? (
          <JobOutcome jobs={[answer.job]}>
            {(ids) => <Fetched ids={ids}>{(cells) => <Nights cells={cells} {...props} />}</Fetched>}
          </JobOutcome>
        ) : (
          <Nights cells={answer.cells} {...props} />
        )
      }
    </PaidCard>
  )
}

function Nights({ cells, hotel, name, chains, night }: HotelAwardsProps & { cells: MatrixCell[] }) {
  const [, setTexts] = useTexts()
  const [isAlerting, setAlerting] = useState(false)
  const money = useOwnMoney(useWallet(chains).currency)
  const whole: AwardHotel = { ...hotel, name, lat: null, lng: null, distance: null, nights: cells }
  const [own] = byCheapest([whole], ({ lowest_points: points }) => points !== null)
  const month = (cells.find((cell) => cell.night === night) ?? cells[0])?.night.slice(0, 7)
  const chosen = own?.nights.find((cell) => cell.night === night)
  return (
    <>
      <p className="note">
        {chosen ? (
          <OneNight cell={chosen} worth={worthOf(chosen, money)} currency={money.currency} />
        ) : (
          wordsOf(cells, own, night)
        )}
      </p>
      {month !== undefined && own && (
        <AwardCalendar
          month={month}
          nights={nightsAcross([own], money)}
          currency={money.currency}
          chosen={night}
          onChoose={(day) => setTexts({ night: day })}
        />
      )}
      {own && <ValueWords hotel={own} money={money} />}
      <div className="bench-actions">
        <Button icon="events" onClick={() => setAlerting(true)}>
          Alert me
        </Button>
      </div>
      {isAlerting && (
        <AlertDialog hotel={own ?? whole} chains={chains} night={night} onClose={() => setAlerting(false)} />
      )}
    </>
  )
}

function OneNight({ cell, worth, currency }: { cell: MatrixCell; worth: number | null; currency: string }) {
  const certs = (cell.certs ?? '')
    .split(';')
    .flatMap((entry) => certificateWords(entry.split(':')[0] ?? '') || [])
  return (
    <>
      {formatFullDay(cell.night)}: <strong>{formatPoints(cell.lowest_points)} points</strong>
      {worth !== null && `, ${formatCpp(worth, currency)} per point`}
      {certs.length > 0 && `, or a certificate ${certs.join(', ')}`}.
    </>
  )
}

function wordsOf(
  cells: readonly MatrixCell[],
  own: AwardHotel | undefined,
  night: string | undefined,
): string {
  if (!own) return `No award night among ${formatCount(cells.length, 'night')} that were looked at.`
  const known = `${formatCount(own.nights.length, 'award night')}, from ${formatPoints(own.nights[0]?.lowest_points)} points.`
  return night === undefined ? known : `${formatFullDay(night)}: no award night known. ${known}`
}
