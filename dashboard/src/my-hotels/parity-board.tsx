import type { GetBoardResponse, ParityFigures as Parity } from '@vacancy/client'
import type { ReactNode } from 'react'
import { formatShare } from '../ui/format.ts'
import { Card } from '../ui/page.tsx'
import { BoardChanges } from './board-changes.tsx'
import { Facts } from './facts.tsx'
import { FailedHotels } from './failed-hotels.tsx'
import { ParityFigures } from './parity-figures.tsx'

interface ParityBoardProps extends Pick<GetBoardResponse, 'failures' | 'changes'> {
  parity: Parity
  nameOf: (agency: string) => string
  /** Null on a shared board, which has no pages of nights. */
  link: { set: string; job: string } | null
  /** Where the figures come from. */
  children: ReactNode
}

/** A hotel's own rate against the agencies that sell it, night by night. */
export function ParityBoard({ parity, failures, changes, nameOf, link, children }: ParityBoardProps) {
  const { win, meet, lose, compared } = parity.score
  const share = (count: number) => (compared === 0 ? '–' : formatShare(count / compared))
  const undercut = parity.nights.filter(({ verdict }) => verdict === 'lose').length
  return (
    <div className="board parity-board">
      <Facts
        facts={[
          { name: 'Lose', value: share(lose), note: `${lose} of ${compared}: the agency is cheaper` },
          {
            name: 'Meet',
            value: share(meet),
            note: `${meet} of ${compared}: within 1%, or 2% if converted`,
          },
          { name: 'Win', value: share(win), note: `${win} of ${compared}: you are cheaper` },
          { name: 'Nights undercut', value: String(undercut), note: `of ${parity.nights.length}` },
        ]}
      />
      <FailedHotels failures={failures} />
      <Card>
        {children}
        <ParityFigures data={parity} link={link} nameOf={nameOf} />
      </Card>
      <BoardChanges changes={changes} />
    </div>
  )
}
