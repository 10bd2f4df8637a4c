import type { Route, RouteInput } from '../edge/route.ts'
import { type CalledBy, type RouteServices, serve } from '../edge/serve.ts'
import { ApiError } from '../kernel/errors.ts'
import { type Offer, ROWS_MOST } from './offer.ts'
import { type Quoted, quoteTask, readQuote } from './quotes.ts'
import { failed, type ToolResult, viewResult } from './result.ts'
import { type LifeOf, type Task, taskOf } from './task.ts'
import type { JobView } from './tool.ts'

export interface TaskState {
  task: Task
  /** What the tool would have answered. Null while it works. */
  result: ToolResult | null
}

export interface TaskDeps {
  services: RouteServices
  lifeOf: LifeOf
  /** The tool that follows jobs: a task that has ended answers like it. */
  follow: Offer
  cancelRoute: Route
  /** Null if there is no such tool, or it cannot be a task. */
  quote(asked: Quoted): Promise<ToolResult | null>
}

/** What can be done with a task, by the routes that do it with a job. */
export interface Tasks {
  get(id: string): Promise<TaskState>
  cancel(id: string): Promise<void>
}

/** There is no such task for this key. The error says why. */
export class TaskRefused extends Error {}

const REFUSED: ReadonlySet<string> = new Set(['invalid_request', 'auth_failed'])

export function tasksOf(
  { services, lifeOf, follow, cancelRoute, quote }: TaskDeps,
  by: CalledBy,
  requestId: string,
): Tasks {
  const call = async (route: Route, askOf: () => RouteInput) => {
    try {
      const served = await serve(
        route,
        { asked: askOf(), by, repeat: undefined, dryRun: false, maxCredits: undefined },
        services,
      )
      return await served.body.value()
    } catch (error) {
      throw error instanceof ApiError && REFUSED.has(error.code) ? new TaskRefused(error.message) : error
    }
  }
  return {
    get: async (id) => {
      const quoted = readQuote(id)
      const quoteNow = quoted && (await quote(quoted))
      if (quoted && quoteNow) return { task: quoteTask(quoted), result: quoteNow }
      const body = await call(follow.route, () => follow.ask({ job_id: id, limit: ROWS_MOST }, requestId))
      const { job } = body as { job: JobView }
      const task = taskOf(job, lifeOf)
      return { task, result: task.status === 'working' ? null : await resultOf(job, body) }
    },
    cancel: async (id) => {
      await call(cancelRoute, () => ({ params: { id }, query: {}, body: undefined, requestId }))
    },
  }

  async function resultOf(job: JobView, body: unknown): Promise<ToolResult> {
    // Cells that were known when it began are there all the same.
    if (job.status === 'failed' && job.cells_done === 0) return failed(failureWords(job))
    const view = await follow.tool.show(body, {}, async () => null)
    return viewResult(
      { ...view, readOn: follow.tool.name },
      {
        limit: ROWS_MOST,
        cursor: { key: '', offset: 0 },
        metered: { ...by.metered, charged: Math.round(job.credits_spent * 1000) },
      },
    )
  }
}

function failureWords({ id, failures }: JobView): string {
  const why = failures.map(({ code, chain, hotel_code: hotel }) => `${code} at ${chain} ${hotel}`)
  return `The job ${id} failed: ${why.slice(0, MOST_NAMED).join('; ') || 'no cell could be fetched'}. Nothing was charged. Next: try again in a minute, or ask about other hotels.`
}

const MOST_NAMED = 5
