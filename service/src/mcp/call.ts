import type { Logger } from 'pino'
import { OutcomeUnknown } from '../db/pool.ts'
import { judge, tell } from '../edge/faults.ts'
import type { Repeat } from '../edge/repeats.ts'
import { type CalledBy, type RouteServices, serve } from '../edge/serve.ts'
import { ApiError, internalFault, invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { errorText } from './advice.ts'
import { type Cursor, freshCursor, readCursor } from './cursor.ts'
import { DEFAULT_MAX_CREDITS, type Offer } from './offer.ts'
import { endpointsText, type FindEndpoints } from './receivers.ts'
import { failed, quoteResult, type ToolResult, viewResult } from './result.ts'
import type { Args, FindNearest, JobView } from './tool.ts'

export interface CallDeps {
  services: RouteServices
  findNearest: FindNearest
  findEndpoints: FindEndpoints
  log: Logger
}

export interface ToolCall {
  offer: Offer
  args: Args
  /** The client wants a task instead of the answer. */
  asTask: boolean
  by: CalledBy
  requestId: string
  idempotencyKey: string | undefined
}

export interface Called {
  result: ToolResult
  /** The job that makes the whole answer. */
  task?: JobView | undefined
}

/** Calls a tool: its route, by the one way to every route. An error of the API is a result that a model can act on. */
export async function callTool(deps: CallDeps, call: ToolCall): Promise<Called> {
  const { by, requestId, offer } = call
  try {
    return await answer(deps, call)
  } catch (thrown) {
    if (thrown instanceof OutcomeUnknown) throw thrown
    const error = thrown instanceof ApiError ? thrown : internalFault(thrown)
    const exempt = offer.route.kind === 'free' && offer.route.exempt
    const told = await judge(error, by.metered, deps.services.metering, exempt)
    tell(told, requestId, deps.log)
    const { account } = by.metered.payer
    const more = await endpointsText(told, account, deps.findEndpoints)
    const { cheaper } = offer.tool
    return { result: failed(errorText(told, requestId, by.metered.charged, { cheaper, more })) }
  }
}

async function answer(deps: CallDeps, call: ToolCall): Promise<Called> {
  const { offer, asTask, by, requestId } = call
  const { tool } = offer
  const args = validated(call)
  const dryRun = args['dry_run'] === true
  const cursor = cursorOf(call, args)
  const asked = {
    asked: offer.ask(args, requestId, asTask),
    by,
    repeat: dryRun ? undefined : repeatOf(call, args, cursor),
    dryRun,
    maxCredits: typeof args['max_credits'] === 'number' ? args['max_credits'] : DEFAULT_MAX_CREDITS,
  }
  const served = await serve(offer.route, asked, deps.services)
  const body = await served.body.value()
  if (dryRun) return { result: quoteResult(body, by.metered) }
  const view = await tool.show(body, args, deps.findNearest)
  const page = { limit: Number(args['limit']), cursor, metered: by.metered }
  return { result: viewResult(view, page), task: view.task }
}

function validated({ offer, args }: ToolCall): Args {
  const copy = structuredClone(args)
  const checked = offer.validate(copy)
  if ('error' in checked) throw checked.error
  return copy
}

/** Routes that page by themselves take the cursor as it is. */
function cursorOf({ offer, idempotencyKey }: ToolCall, args: Args): Cursor {
  const { cursor } = args
  if (typeof cursor === 'string' && !offer.tool.pagesItself) return readCursor(cursor)
  if (idempotencyKey === undefined) return freshCursor()
  if (idempotencyKey === '' || idempotencyKey.length > LIMITS.idempotencyKeyLength) {
    throw invalid(`The header Idempotency-Key must have 1 to ${LIMITS.idempotencyKeyLength} characters.`)
  }
  return { key: idempotencyKey, offset: 0 }
}

/** Further pages come from the stored answer and cost nothing. So does a retry with the same Idempotency-Key. */
function repeatOf(
  { offer, asTask, idempotencyKey }: ToolCall,
  args: Args,
  { key }: Cursor,
): Repeat | undefined {
  const { tool, route } = offer
  const isRetry = idempotencyKey !== undefined && route.method === 'POST'
  if (route.kind !== 'billable' || (!tool.keepsAnswer && !isRetry)) return undefined
  const { cursor: _cursor, limit: _limit, max_credits: _max, dry_run: _dry, ...asked } = args
  return {
    endpoint: `/mcp/${tool.name}`,
    key,
    bodyText: JSON.stringify(asTask ? { ...asked, ...tool.asTask } : asked),
  }
}
