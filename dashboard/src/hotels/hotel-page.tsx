import { getRouteApi, Link } from '@tanstack/react-router'
import type { Chain, HotelFacts } from '@vacancy/client'
import { useEffect } from 'react'
import { Fault } from '../api/fault.ts'
import { useChains, useHotelFacts } from '../api/v1-queries.ts'
import { HotelAwards } from '../awards/hotel-awards.tsx'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Button } from '../ui/button.tsx'
import { FaultNote, Skeleton } from '../ui/feedback.tsx'
import { dayFromNow, formatFullDay, formatWhole } from '../ui/format.ts'
import { LOCALE } from '../ui/locale.ts'
import { Card, FactList, Page } from '../ui/page.tsx'
import { AwardAccess } from './award-access.tsx'
import { GoodPrice } from './good-price.tsx'
import { HotelActions } from './hotel-actions.tsx'
import type { HotelId } from './hotel-id.ts'
import { PriceHistory } from './price-history.tsx'
import { type KnownHotel, rememberHotel, toggleStar, useKeptHotels } from './recent-hotels.ts'

const route = getRouteApi('/shell/hotels/$chain/$code')

/** One hotel: what is known of it for free, and what can be asked about it, on a night or in general. */
export function HotelPage() {
  const { chain, code } = route.useParams()
  const { keyId } = useActingKey()
  if (keyId === undefined) {
    return (
      <Page title={code}>
        <NeedsKey />
      </Page>
    )
  }
  return <KnownOrNot hotel={{ chain, hotel_code: code }} />
}

function KnownOrNot({ hotel }: { hotel: HotelId }) {
  const { night, found } = route.useSearch()
  const facts = useHotelFacts(hotel)
  const chains = useChains().data?.chains
  const isUnknown = facts.error instanceof Fault && facts.error.code === 'hotel_not_found'
  const known = facts.data?.hotel
  useEffect(() => {
    if (known) rememberHotel(known)
  }, [known])
  if (facts.error && !isUnknown) {
    return (
      <Page title={hotel.hotel_code}>
        <FaultNote error={facts.error} onRetry={() => void facts.refetch()} />
      </Page>
    )
  }
  if (!chains || facts.isPending) return <Skeleton lines={6} />
  const chain = chains.find(({ id }) => id === hotel.chain)
  const actions = (
    <Card title={night === undefined ? 'What would you like to know?' : formatFullDay(night)}>
      <HotelActions
        hotel={hotel}
        chain={chain}
        night={night ?? dayFromNow(30)}
        isChosen={night !== undefined}
      />
    </Card>
  )
  // People who come from an award search want its nights first.
  const isForPoints = found !== undefined && chain?.award_points === true
  return (
    <Page
      title={known?.name ?? hotel.hotel_code}
      about={<Where hotel={hotel} facts={known} chain={chain} />}
      actions={known && <Star hotel={known} />}
    >
      {isUnknown && (
        <p className="note">
          The directory does not know this code. If the source does, the calls below work all the same.
        </p>
      )}
      {!isForPoints && actions}
      {chain?.award_points && (
        <HotelAwards hotel={hotel} name={known?.name ?? hotel.hotel_code} chains={chains} night={night} />
      )}
      {chain?.award_points && <AwardAccess hotel={hotel} />}
      <GoodPrice
        key={`price ${night}`}
        hotel={hotel}
        currency={known?.currency ?? 'USD'}
        night={night}
        hasPoints={chain?.award_points ?? false}
      />
      <PriceHistory
        key={`history ${night}`}
        hotel={hotel}
        currency={known?.currency ?? 'USD'}
        night={night}
      />
      {isForPoints && actions}
      {known && <Facts facts={known} />}
    </Page>
  )
}

interface WhereProps {
  hotel: HotelId
  facts: HotelFacts | undefined
  chain: Chain | undefined
}

function Where({ hotel, facts, chain }: WhereProps) {
  const place = [facts?.address, facts?.city, facts?.region, facts?.country].filter(Boolean).join(', ')
  return (
    <>
      {place !== '' && <>{place} · </>}
      {facts?.brand ?? chain?.name ?? hotel.chain} <code>{hotel.hotel_code}</code>
    </>
  )
}

function Star({ hotel }: { hotel: KnownHotel }) {
  const starred = useKeptHotels().isStarred(hotel)
  return (
    <Button icon="awards" aria-pressed={starred} onClick={() => toggleStar(hotel)}>
      {starred ? 'Starred' : 'Star'}
    </Button>
  )
}

const NOT_KNOWN = <span className="faint">not known</span>

function Facts({ facts }: { facts: HotelFacts }) {
  const rows: [string, string | null][] = [
    ['Stars', facts.stars === null ? null : '★'.repeat(Math.round(facts.stars))],
    ['Rooms', facts.rooms_total === null ? null : formatWhole(facts.rooms_total)],
    ['Currency', facts.currency],
    ['Local time', facts.timezone === null ? null : localTime(facts.timezone)],
    ['Status', facts.status === 'unknown' ? null : facts.status],
  ]
  return (
    <Card title="Facts">
      <FactList facts={rows.map(([name, value]) => [name, value ?? NOT_KNOWN])} />
      <p className="hint">
        From the directory of hotels, free.{' '}
        <Link to="/explorer/$tool" params={{ tool: 'area' }} search={placeOf(facts)}>
          Hotels nearby
        </Link>
      </p>
    </Card>
  )
}

/** For the form of an area. Without a city, the form suggests a place. */
function placeOf({ city, country }: HotelFacts): Record<string, string> {
  return city === null ? {} : { q: [city, country].filter(Boolean).join(', ') }
}

function localTime(timeZone: string): string {
  const time = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', timeZone })
  return `${time.format(Date.now())} (${timeZone})`
}
