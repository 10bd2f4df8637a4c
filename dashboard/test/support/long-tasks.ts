import type { Browser, Page } from 'playwright-core'

interface TraceEvent {
  name: string
  pid: number
  tid: number
  args: { name?: string }
  /** Processor time in microseconds. */
  tdur?: number
}

/** The longest task on the main thread while a page loads, in milliseconds. */
export async function longestTask(browser: Browser, page: Page, path: string): Promise<number> {
  return longestTaskOf(browser, page, async () => {
    await page.goto(path)
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
  })
}

/**
 * The longest task on the main thread of a page during these steps, in milliseconds. Counted in processor time, because whatever
 * else runs on this machine stretches a task.
 */
export async function longestTaskOf(
  browser: Browser,
  page: Page,
  steps: () => Promise<void>,
): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel'] })
  let recorded: Buffer
  try {
    await steps()
  } finally {
    // After a failure too: else the next recording cannot begin.
    recorded = await browser.stopTracing()
  }
  const { traceEvents } = JSON.parse(String(recorded)) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mains = new Set(
    traceEvents.filter(({ args }) => args.name === 'CrRendererMain').map((event) => threadOf(event)),
  )
  const tasks = traceEvents.filter((event) => mains.has(threadOf(event)) && event.tdur !== undefined)
  if (tasks.length === 0) throw new Error('the browser recorded no tasks')
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000))
}
