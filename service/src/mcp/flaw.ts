import { type AgentReply, NO_JSON } from '../edge/agent-message.ts'

/** Messages have six levels. What is far beyond that would overflow the stack of the code that reads it. */
const MOST_LEVELS = 64

/** The codes of JSON-RPC. */
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600

/** The answer to a message that nobody should even look into; null if it is in order. */
export function flawOf(body: unknown): AgentReply | null {
  if (body === NO_JSON) return refusal(PARSE_ERROR, 'The message is not valid JSON.')
  if (isDeeperThan(MOST_LEVELS, body))
    return refusal(INVALID_REQUEST, `The JSON of the message has more than ${MOST_LEVELS} levels.`)
  return null
}

/** The id is unknown, or not worth finding. */
function refusal(code: number, message: string): AgentReply {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })
  return { status: 400, type: 'application/json', body }
}

function isDeeperThan(levels: number, body: unknown): boolean {
  let level = [body]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
  return false
}
