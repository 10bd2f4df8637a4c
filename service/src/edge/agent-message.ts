import type { CalledBy } from './serve.ts'

/** The body of a message that could not be parsed. */
export const NO_JSON = Symbol('no JSON')

/** One message of an agent, and whose key it came with. */
export interface AgentMessage {
  /** The headers that the protocol reads. */
  headers: Record<string, string>
  body: unknown
  idempotencyKey: string | undefined
  requestId: string
  by: CalledBy
  /** Aborted once nobody waits for the answer any more. */
  left: AbortSignal
}

export interface AgentReply {
  status: number
  /** The media type; null without a body. */
  type: string | null
  body: string
}

export type AnswerAgent = (message: AgentMessage) => Promise<AgentReply>
