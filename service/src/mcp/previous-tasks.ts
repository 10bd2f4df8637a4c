import { setTimeout as sleep } from 'node:timers/promises'
import { ProtocolError, ProtocolErrorCode, RELATED_TASK_META_KEY } from '@modelcontextprotocol/server'
import { quoteTask } from './quotes.ts'
import type { Task } from './task.ts'
import { type Asked, followWith, invalidParams, type TaskWay } from './task-way.ts'
import { TaskRefused, type TaskState, type Tasks } from './tasks.ts'

/** What a host may show the model while the task works. */
const MEANWHILE = 'io.modelcontextprotocol/model-immediate-response'
const LOOK_EVERY_MS = 1000
/** Clients give up a request after a minute, and so do most proxies. */
const LONGEST_WAIT_MS = 45_000

interface TaskTools {
  tasks: Tasks
  taskTools: ReadonlySet<string>
  left: AbortSignal
}

/** In the previous revision, the client asks for a task with the call, of the tools that say that they can be one. */
export function previousTasks({ tasks, taskTools, left }: TaskTools): TaskWay {
  const { get, cancel } = tasks
  return {
    capabilities: { tasks: { cancel: {}, requests: { tools: { call: {} } } } },
    list: (listed) =>
      listed.map((tool) =>
        taskTools.has(tool.name) ? { ...tool, execution: { taskSupport: 'optional' as const } } : tool,
      ),
    isTask: ({ name, task }) => {
      if (task === undefined) return false
      if (taskTools.has(name)) return true
      throw new ProtocolError(
        ProtocolErrorCode.MethodNotFound,
        `The tool ${JSON.stringify(name.slice(0, 64))} is not called as a task. Call it without \`task\`.`,
      )
    },
    instead: ({ result, task }, asked) => {
      if (asked.task === undefined) return undefined
      const text = result.content.map((part) => part.text).join('\n')
      if (result.isError) throw invalidParams(text)
      // Every task begins as one that works, also if its job had nothing to fetch.
      const begun = { ...shown(task ?? quoteOf(asked)), status: 'working' }
      return { task: begun, _meta: { [MEANWHILE]: text } }
    },
    follow: (server) => {
      followWith(server, 'tasks/get', async (id) => stateOf(await get(id)))
      followWith(server, 'tasks/result', async (id) => {
        const { result } = await settled(id)
        return { ...result, _meta: { [RELATED_TASK_META_KEY]: { taskId: id } } }
      })
      followWith(server, 'tasks/cancel', async (id) => {
        const { task } = await get(id)
        if (task.status === 'working') await cancel(id)
        const { task: now } = await get(id)
        if (task.status === 'working' && now.status === 'cancelled') return shown(now)
        throw new TaskRefused(`The task has ended already: it is ${now.status}.`)
      })
    },
  }

  async function settled(id: string): Promise<TaskState> {
    const end = performance.now() + LONGEST_WAIT_MS
    for (;;) {
      const state = await get(id)
      if (state.result) return state
      if (performance.now() > end)
        throw new ProtocolError(
          ProtocolErrorCode.InvalidRequest,
          'The task still works. Ask tasks/get until it has ended, then ask for its result again.',
        )
      // Nobody looks for a client that has left: waits that go on without one would add up.
      await sleep(LOOK_EVERY_MS, undefined, { signal: left })
    }
  }
}

function quoteOf({ name, arguments: args = {} }: Asked): Task {
  return quoteTask({ tool: name, args, createdAt: new Date().toISOString() })
}

function stateOf({ task, result }: TaskState): object {
  if (!result?.isError) return shown(task)
  return { ...shown(task), status: 'failed', statusMessage: result.content[0]?.text }
}

/** The same figures by the names of this revision. */
function shown({ ttlMs, pollIntervalMs, ...task }: Task): object {
  return { ...task, ttl: ttlMs, pollInterval: pollIntervalMs }
}
