import type { AnswerAgent } from '../edge/agent-message.ts'
import type { Route } from '../edge/route.ts'
import { createValidation } from '../edge/validation.ts'
import { invalid } from '../kernel/errors.ts'
import type { PriceList } from '../sources/catalog/price-list.ts'
import { type CallDeps, callTool } from './call.ts'
import { flawOf } from './flaw.ts'
import { type Offer, offer } from './offer.ts'
import type { Quoted } from './quotes.ts'
import { type LifeOf, taskOf } from './task.ts'
import { TaskRefused, type Tasks, tasksOf } from './tasks.ts'
import type { Args } from './tool.ts'
import { TOOLS } from './tools/tools.ts'

export interface McpDeps extends CallDeps {
  /** As they are now: their schemas list the sources. */
  routes: () => readonly Route[]
  /** What they cost now: descriptions of tools say it. */
  prices: () => PriceList
  version: string
  lifeOf: LifeOf
}

/** Answers the messages of agents with the tools. */
export function createMcp(deps: McpDeps): AnswerAgent {
  const { version, log, services, lifeOf } = deps
  const { metering } = services
  let made = offersOf(deps.routes(), deps.prices())
  const current = () => {
    const routes = deps.routes()
    if (made.routes !== routes) made = offersOf(routes, deps.prices())
    return made
  }

  return async (message) => {
    const { offers, list, taskTools, follow, cancelRoute } = current()
    const { body = null, by, headers, requestId, left } = message
    const flaw = flawOf(body)
    if (flaw) {
      await metering.admit(by.metered, { exempt: true })
      return flaw
    }
    // Batches are in neither revision, and one of them could ask for thousands of answers.
    if (Array.isArray(body)) throw invalid('Send one message per request: batches are not supported.')
    // What calls a route is counted by it. Everything else is counted like a free call.
    if (!callsRoute(body, offers)) await metering.admit(by.metered, { exempt: true })
    let thrown: unknown
    /** What is no answer of the protocol is answered like a call of the API. */
    const keeping = async <T>(answer: Promise<T>) =>
      answer.catch((error: unknown) => {
        if (!(error instanceof TaskRefused)) thrown = error
        throw error
      })
    const call = async (name: string, args: Args, asTask: boolean) => {
      const found = offers.get(name)
      if (!found) return null
      const { result, task } = await keeping(callTool(deps, { ...message, offer: found, args, asTask }))
      return { result, task: task && taskOf(task, lifeOf) }
    }
    const quote = async ({ tool, args }: Quoted) => {
      if (!taskTools.has(tool)) return null
      const called = await call(tool, { ...args, dry_run: true }, true)
      return called && called.result
    }
    const { get, cancel } = tasksOf({ services, lifeOf, follow, cancelRoute, quote }, by, requestId)
    const tasks: Tasks = { get: (id) => keeping(get(id)), cancel: (id) => keeping(cancel(id)) }
    const refused = (error: Error) => log.debug({ err: error }, 'a message of an agent was refused')
    // The library takes as long to load as the rest of a start, so it is loaded for the first agent.
    const { answerMessage } = await import('./protocol.ts')
    const response = await answerMessage(
      { version, list, taskTools, call, tasks, refused, left },
      headers,
      body,
    )
    const text = await response.text()
    if (thrown !== undefined) throw thrown
    // The protocol refused the call before it reached its route.
    if (!by.metered.judged) await metering.admit(by.metered, { exempt: true })
    return { status: response.status, type: response.headers.get('content-type'), body: text }
  }
}

function offersOf(routes: readonly Route[], prices: PriceList) {
  const compile = createValidation()
  const offers = new Map(TOOLS.map((tool) => [tool.name, offer(tool, routes, prices, compile)]))
  const follow = offers.get('get_job')
  const cancelRoute = routes.find(({ operationId }) => operationId === 'cancelJob')
  if (!follow || !cancelRoute) throw new Error('tasks cannot be followed')
  const list = [...offers.values()].map(({ listing }) => listing)
  const taskTools = new Set(TOOLS.filter(({ asTask }) => asTask).map(({ name }) => name))
  return { routes, offers, follow, cancelRoute, list, taskTools }
}

const TASK_METHODS: ReadonlySet<unknown> = new Set([
  'tasks/get',
  'tasks/result',
  'tasks/update',
  'tasks/cancel',
])

function callsRoute(body: unknown, offers: ReadonlyMap<string, Offer>): boolean {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } | null }
  return TASK_METHODS.has(method) || (method === 'tools/call' && offers.has(String(params?.name)))
}
