import type { Chain, TripBlock, TripOption } from '@vacancy/client'
import { HotelLink } from '../hotels/hotel-link.tsx'
import { addDays, certificateWords, formatCount, formatDay, formatMoney, formatPoints } from '../ui/format.ts'

interface StripProps {
  blocks: readonly TripBlock[]
  currency: string
  label: string
}

const WORDS: Readonly<Record<TripBlock['pay'], string>> = {
  cash: 'cash',
  points: 'points',
  points_cash: 'points + cash',
  certificate: 'certificate',
}

/** The nights of a trip from left to right, one block per hotel and way of paying, as wide as its nights. */
export function Strip({ blocks, currency, label }: StripProps) {
  return (
    <ol className="strip" aria-label={label}>
      {blocks.map((block) => (
        <li
          key={`${block.checkin} ${block.chain} ${block.hotel_code} ${block.pay}`}
          className={`strip-block pay-${block.pay}`}
          style={{ flexGrow: block.los }}
        >
          <span className="strip-pay">{WORDS[block.pay]}</span>
          <HotelLink hotel={block} night={block.checkin}>
            {block.name ?? block.hotel_code}
          </HotelLink>
          <span className="strip-nights">
            {formatDay(block.checkin)} – {formatDay(addDays(block.checkin, block.los))},{' '}
            {formatCount(block.los, 'night')}
            {block.free_nights > 0 && `, ${block.free_nights} free`}
          </span>
          <span className="strip-price">{priceOf(block, currency)}</span>
        </li>
      ))}
    </ol>
  )
}

function priceOf({ cash_after_tax: cash, points, certificate }: TripBlock, currency: string): string {
  const parts = [
    certificate !== null && `certificate ${certificateWords(certificate)}`,
    points > 0 && `${formatPoints(points)} points`,
    cash > 0 && formatMoney(cash, currency),
  ]
  return parts.filter(Boolean).join(' + ')
}

interface OptionCardProps {
  option: TripOption
  /** Its place on the page. */
  number: number
  currency: string
  chains: readonly Chain[]
}

export function OptionCard({ option, number, currency, chains }: OptionCardProps) {
  const nameOf = (chain: string) => chains.find(({ id }) => id === chain)?.name ?? chain
  const points = Object.entries(option.points).map(
    ([chain, amount]) => `${formatPoints(amount)} ${nameOf(chain)} points`,
  )
  const certificates = option.certificates.map(({ chain, id, count }) =>
    formatCount(count, `${nameOf(chain)} ${certificateWords(id)} certificate`),
  )
  const paid = [option.cash_total > 0 && formatMoney(option.cash_total, currency), ...points, ...certificates]
  return (
    <article className="trip-option" aria-label={`Option ${number}`}>
      <header>
        <h3>
          {number}. {paid.filter(Boolean).join(' + ') || 'nothing to pay'}
        </h3>
        <p className="hint">{worthOf(option, currency)}</p>
      </header>
      <Strip blocks={option.blocks} currency={currency} label={`Nights of option ${number}`} />
      {transfersOf(option).map((words) => (
        <p key={words} className="hint">
          {words}
        </p>
      ))}
      <p className="note">{option.why}</p>
    </article>
  )
}

/** What the option costs in all, and against cash; only what its title does not say. */
function worthOf({ cost, cash_total: cash, saving_vs_cash: saved }: TripOption, currency: string): string {
  const parts = [
    cost > cash && `${formatMoney(cost, currency)} counting the value of the points`,
    saved !== null && saved > 0 && `${formatMoney(saved, currency)} less than with cash alone`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** What to transfer before booking. */
function transfersOf({ blocks }: TripOption): string[] {
  return blocks.flatMap(({ transfers }) =>
    transfers.map(
      ({ bank, chain, points, received }) =>
        `Transfer ${formatPoints(points)} ${bank} points first: they become ${formatPoints(received)} ${chain} points.`,
    ),
  )
}
