import { Link } from '@tanstack/react-router'
import type { Standing } from '@vacancy/client'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { formatFullDay, formatRound, formatShare } from '../ui/format.ts'
import { Card, Heads, Table } from '../ui/page.tsx'

/** This far from the median of the others a night stands out, in percent. The server decides which do. */
export const FAR_PCT = 15

const FIRST = 10

interface StandOutProps {
  nights: Standing['stand_out']
  currency: string
  /** Null on a shared board, which has no pages of nights. */
  link: { set: string; job: string } | null
}

/** The nights to look at first: far from what the others ask. */
export function StandOut({ nights, currency, link }: StandOutProps) {
  const [all, setAll] = useState(false)
  const shown = all ? nights : nights.slice(0, FIRST)
  return (
    <Card
      flush
      title="Nights that stand out"
      aside={
        nights.length > FIRST && (
          <Button className="small" onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${nights.length}`}
          </Button>
        )
      }
    >
      {nights.length === 0 ? (
        <p className="hint inset">
          On no night is your rate {FAR_PCT}% or more above or below the median of the others.
        </p>
      ) : (
        <Table label="Nights that stand out">
          <Heads
            of={[
              'Night',
              { number: 'Your rate' },
              { number: 'Median of the others' },
              { number: 'Difference' },
              { number: 'Rank' },
            ]}
          />
          <tbody>
            {shown.map(({ night, rate, others_median: median, vs_others_median_pct: pct, rank, of }) => (
              <tr key={night}>
                <th scope="row">
                  {link ? (
                    <Link
                      to="/my-hotels/$id/$night"
                      params={{ id: link.set, night }}
                      search={{ job: link.job }}
                    >
                      {formatFullDay(night)}
                    </Link>
                  ) : (
                    formatFullDay(night)
                  )}
                </th>
                <td className="number strong">{formatRound(rate, currency)}</td>
                <td className="number">{formatRound(median, currency)}</td>
                <td className="number">
                  {formatShare(Math.abs(pct) / 100)} {pct < 0 ? 'cheaper' : 'dearer'}
                </td>
                <td className="number">
                  {rank} of {of}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}
