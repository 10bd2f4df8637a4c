import {
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Listing } from './offer.ts'
import type { ToolResult } from './result.ts'
import type { Task } from './task.ts'
import { TaskRefused } from './tasks.ts'
import type { Args } from './tool.ts'

/** A call of a tool, as a client asks for it. */
export interface Asked {
  name: string
  arguments?: Args | undefined
  /** The previous revision: answer with a task. */
  task?: object | undefined
}

/** What a tool answered. */
export interface Called {
  result: ToolResult
  /** The work that makes the whole answer. */
  task?: Task | undefined
}

/** How a revision of the protocol speaks of work that outlasts a call. Both speak of the same jobs. */
export interface TaskWay {
  capabilities: object
  list(tools: readonly Listing[]): Listing[]
  /** Whether only a task will do as the answer. */
  isTask(asked: Asked): boolean
  /** What is answered in the place of what the tool answered; undefined: that. */
  instead(called: Called, asked: Asked, context: ServerContext): object | undefined
  follow(server: Server): void
}

/** Answers a method that is about one task. */
export function followWith(
  server: Server,
  method: string,
  run: (id: string, context: ServerContext) => Promise<object>,
): void {
  server.setRequestHandler(method, { params: TASK_PARAMS }, async (params, context) => {
    try {
      return { ...(await run((params as { taskId: string }).taskId, context)) }
    } catch (error) {
      throw error instanceof TaskRefused ? invalidParams(error.message) : error
    }
  })
}

export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

const TASK_PARAMS = {
  '~standard': {
    version: 1 as const,
    vendor: 'vacancy',
    validate: (params: unknown) => {
      const { taskId } = (params ?? {}) as { taskId?: unknown }
      return typeof taskId === 'string'
        ? { value: { taskId } }
        : { issues: [{ message: '`taskId` must be a text.' }] }
    },
  },
}
