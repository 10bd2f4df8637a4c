import { OutcomeUnknown } from '../db/pool.ts'
import type { AnswerAgent } from '../edge/agent-message.ts'
import type { Route } from '../edge/route.ts'
import { createValidation } from '../edge/validation.ts'
import { invalid } from '../kernel/errors.ts'
import { type CallDeps, callTool } from './call.ts'
import { flawOf } from './flaw.ts'
import { type Offer, offer } from './offer.ts'
import { TOOLS } from './tools/tools.ts'

export interface McpDeps extends CallDeps {
  /** As they are now: their schemas list the sources. */
  routes: () => readonly Route[]
  version: string
}

/** Answers the messages of agents with the tools. */
export function createMcp(deps: McpDeps): AnswerAgent {
  const { version, log } = deps
  const { metering } = deps.services
  let made = offersOf(deps.routes())
  const current = () => {
    const routes = deps.routes()
    if (made.routes !== routes) made = offersOf(routes)
    return made
  }

  return async (message) => {
    const { offers, list } = current()
    const { body = null, by, headers } = message
    const flaw = flawOf(body)
    if (flaw) {
      await metering.admit(by.metered, { exempt: true })
      return flaw
    }
    // Batches are in neither revision, and one of them could ask for thousands of answers.
    if (Array.isArray(body)) throw invalid('Send one message per request: batches are not supported.')
    // A call of a tool is counted by its route. Everything else is counted like a free call.
    if (!callsTool(body, offers)) await metering.admit(by.metered, { exempt: true })
    let unknown: OutcomeUnknown | undefined
    const call = (name: string, args: Record<string, unknown>) => {
      const found = offers.get(name)
      if (!found) return null
      return callTool(deps, { ...message, offer: found, args }).catch((error: unknown) => {
        if (error instanceof OutcomeUnknown) unknown = error
        throw error
      })
    }
    const refused = (error: Error) => log.debug({ err: error }, 'a message of an agent was refused')
    // The library takes as long to load as the rest of a start, so it is loaded for the first agent.
    const { answerMessage } = await import('./protocol.ts')
    const response = await answerMessage({ version, list, call, refused }, headers, body)
    const text = await response.text()
    if (unknown) throw unknown
    // The protocol refused the call before it reached its route.
    if (!by.metered.judged) await metering.admit(by.metered, { exempt: true })
    return { status: response.status, type: response.headers.get('content-type'), body: text }
  }
}

function offersOf(routes: readonly Route[]) {
  const compile = createValidation()
  const offers = new Map(TOOLS.map((tool) => [tool.name, offer(tool, routes, compile)]))
  return { routes, offers, list: [...offers.values()].map(({ listing }) => listing) }
}

function callsTool(body: unknown, offers: ReadonlyMap<string, Offer>): boolean {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } | null }
  return method === 'tools/call' && offers.has(String(params?.name))
}
