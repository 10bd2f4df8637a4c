import { useEffect, useRef } from 'react'
import { CostBefore } from '../paid/cost.tsx'
import { usePaid } from '../paid/use-paid.tsx'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'

interface KnownPlanProps {
  path: string
  /** What is asked, apart from fetching. */
  body: Record<string, unknown>
  /** The most that it may cost. */
  credits: number
  onAsk: (id: string) => void
  /** Plans at once: the button before has said what all of it may cost. */
  isDue: boolean
  words: string
}

/** A plan from the prices that are known. Nothing is fetched, so it costs the least. */
export function KnownPlan({ path, body, credits, onAsk, isDue, words }: KnownPlanProps) {
  const paid = usePaid({ path, body: { ...body, fill: 'none', max_credits: credits } }, onAsk, {
    isAgreed: true,
  })
  const submit = useRef(paid.submit)
  useEffect(() => {
    if (isDue) submit.current()
  }, [isDue])
  return (
    <div className="note again">
      <p>{words}</p>
      <Button busy={paid.isQuoting} onClick={paid.submit}>
        Plan from known prices
      </Button>
      <CostBefore cost={paid.cost} />
      {paid.error && <FaultNote error={paid.error} />}
      {paid.dialog}
    </div>
  )
}
