import type { Task } from './task.ts'
import type { Args } from './tool.ts'

/** A dry run that a client wants as a task. There is nothing to wait for and nothing to keep: the id of the task is the question. */
export interface Quoted {
  tool: string
  args: Args
  createdAt: string
}

const PREFIX = 'quote_'

export function quoteTask(quoted: Quoted): Task {
  const { createdAt } = quoted
  return {
    taskId: PREFIX + Buffer.from(JSON.stringify(quoted)).toString('base64url'),
    status: 'completed',
    statusMessage: 'A quote, made when it is read.',
    createdAt,
    lastUpdatedAt: createdAt,
    ttlMs: null,
    pollIntervalMs: 0,
  }
}

/** Null: it is the id of something else. */
export function readQuote(id: string): Quoted | null {
  if (!id.startsWith(PREFIX)) return null
  const { tool, args, createdAt } = parsed(Buffer.from(id.slice(PREFIX.length), 'base64url').toString())
  const isObject = typeof args === 'object' && args !== null && !Array.isArray(args)
  if (typeof tool !== 'string' || !isObject || Number.isNaN(Date.parse(String(createdAt)))) return null
  return { tool, args: args as Args, createdAt: new Date(String(createdAt)).toISOString() }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}
