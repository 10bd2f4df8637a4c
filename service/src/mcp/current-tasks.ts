import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { followWith, type TaskWay } from './task-way.ts'
import type { TaskState, Tasks } from './tasks.ts'

/** The extension of the protocol by which clients of the current revision follow work that outlasts a call. */
const TASKS = 'io.modelcontextprotocol/tasks'

/** The client says with each message whether it knows tasks, and the server decides what becomes one. */
export function currentTasks({ get, cancel }: Tasks): TaskWay {
  return {
    capabilities: { extensions: { [TASKS]: {} } },
    list: (tools) => [...tools],
    isTask: () => false,
    instead: ({ task }, _asked, context) =>
      task && knowsTasks(context) ? { resultType: 'task', ...task } : undefined,
    follow: (server) => {
      const answer = (method: string, run: (id: string) => Promise<object>) =>
        followWith(server, method, async (id, context) => {
          if (knowsTasks(context)) return run(id)
          throw new MissingRequiredClientCapabilityError({
            requiredCapabilities: { extensions: { [TASKS]: {} } },
          })
        })
      answer('tasks/get', async (id) => shown(await get(id)))
      answer('tasks/cancel', async (id) => {
        await cancel(id)
        return {}
      })
      // No task ever asks for anything.
      answer('tasks/update', async (id) => {
        await get(id)
        return {}
      })
    },
  }
}

function shown({ task, result }: TaskState): object {
  if (task.status !== 'completed') return task
  return { ...task, result: { resultType: 'complete', ...result } }
}

function knowsTasks({ mcpReq }: ServerContext): boolean {
  const envelope: Record<string, { extensions?: object } | undefined> = mcpReq.envelope ?? {}
  const able = envelope[CLIENT_CAPABILITIES_META_KEY]
  return Object.hasOwn(able?.extensions ?? {}, TASKS)
}
