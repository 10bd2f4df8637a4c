import { useState } from 'react'
import { useEverCharged, useKeys, useSession, useSpend, useUsage } from '../api/own-queries.ts'
import type { Key, Spend } from '../api/own-shapes.ts'
import { useConnected } from '../api/source-queries.ts'
import { Loaded, Settled } from '../ui/feedback.tsx'
import { Segments } from '../ui/field.tsx'
import { dayFromNow } from '../ui/format.ts'
import { Card, Page } from '../ui/page.tsx'
import { Breakdown } from './breakdown.tsx'
import { DayChart } from './day-chart.tsx'
import { FirstChoice } from './first-choice.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LinesCard } from './lines-card.tsx'
import { MeterCard } from './meter-card.tsx'
import { type Narrowing, totalsBy } from './totals.ts'

const SPANS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const

export function OverviewPage() {
  const [span, setSpan] = useState<(typeof SPANS)[number]['value']>('30')
  const [narrow, setNarrow] = useState<Narrowing>({})
  const to = dayFromNow(0)
  const from = dayFromNow(1 - Number(span))
  const usage = useUsage()
  const spend = useSpend(from, to)
  const keys = useKeys()
  const connected = useConnected(useSession().data?.account.operator === true)
  const list = keys.data?.keys ?? []
  const isQuiet = spend.data?.length === 0
  // An account is new only if it was never charged, not if the shown days are empty.
  const everCharged = useEverCharged(isQuiet)
  const isNew = keys.data !== undefined && isQuiet && everCharged.data === false
  const isKnown = !isQuiet || everCharged.data !== undefined || everCharged.error !== null
  return (
    <Page
      title="Overview"
      actions={<Segments label="Days shown" value={span} options={SPANS} onChoose={setSpan} />}
    >
      <Settled of={[usage, spend, keys, everCharged, connected]} lines={8}>
        <FirstChoice />
        {isNew && <FirstSteps />}
        <Loaded query={usage} lines={3}>
          {(data) => <MeterCard usage={data} />}
        </Loaded>
        <Loaded query={spend} lines={6}>
          {(data) =>
            isNew || !isKnown ? null : (
              <>
                <Card title="Credits by day">
                  <DayChart
                    spend={data}
                    from={from}
                    to={to}
                    chosen={narrow.day}
                    onChoose={(day) => setNarrow({ ...narrow, day })}
                  />
                </Card>
                <div className="halves">
                  <EndpointCard spend={data} narrow={narrow} onNarrow={setNarrow} />
                  <KeyCard spend={data} keys={list} narrow={narrow} onNarrow={setNarrow} />
                </div>
              </>
            )
          }
        </Loaded>
        {!isNew && isKnown && (
          <LinesCard from={from} to={to} narrow={narrow} onNarrow={setNarrow} keys={list} />
        )}
      </Settled>
    </Page>
  )
}

interface NarrowProps {
  spend: Spend[]
  narrow: Narrowing
  onNarrow: (narrow: Narrowing) => void
}

function EndpointCard({ spend, narrow, onNarrow }: NarrowProps) {
  return (
    <Card title="By endpoint">
      <Breakdown
        rows={totalsBy(spend, ({ endpoint }) => endpoint)}
        nameOf={(endpoint) => endpoint}
        colored
        chosen={narrow.endpoint}
        onChoose={(endpoint) => onNarrow({ ...narrow, endpoint })}
      />
    </Card>
  )
}

function KeyCard({ spend, keys, narrow, onNarrow }: NarrowProps & { keys: Key[] }) {
  return (
    <Card title="By key">
      <Breakdown
        rows={totalsBy(spend, ({ key_id }) => key_id)}
        nameOf={(id) => keys.find((key) => key.id === id)?.name ?? id}
        chosen={narrow.keyId}
        onChoose={(keyId) => onNarrow({ ...narrow, keyId })}
      />
    </Card>
  )
}
