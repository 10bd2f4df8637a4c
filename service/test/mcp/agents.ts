import { randomUUID } from 'node:crypto'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import {
  createTaskSessionFromClient,
  type RawClientDispatch,
  type TaskEnabledSession,
} from '@modelcontextprotocol/ext-tasks/client'
import { Client as PreviousClient } from '@modelcontextprotocol/sdk/client/index.js'
import type { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as PreviousTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** What every tool answers with. */
export interface Outcome {
  isError?: boolean
  content: { type: string; text: string }[]
  structuredContent?: {
    summary: string
    rows: Record<string, unknown>[]
    rows_total?: number
    next_cursor: string | null
    why_empty: string | null
    quote?: { credits_min: number; credits_max: number }
    jobs?: { job_id: string; status: string }[]
    credits: { charged: number; remaining: number | null }
  }
}

/** An agent: the official client of one revision of the protocol. */
export interface Agent {
  revision(): string | undefined
  tools(): Promise<
    {
      name: string
      description?: string | undefined
      outputSchema?: object | undefined
      inputSchema: object
    }[]
  >
  call(name: string, args?: Record<string, unknown>): Promise<Outcome>
  close(): Promise<void>
}

/** The current revision of the protocol. */
const CURRENT = '2026-07-28'
const INFO = { name: 'vacancy-test', version: '1.0.0' }

export async function currentAgent(url: string, headers: Record<string, string>): Promise<Agent> {
  const client = new Client(INFO, { versionNegotiation: { mode: { pin: CURRENT } } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return {
    revision: () => client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as Outcome,
    close: () => client.close(),
  }
}

/** The official client of the previous revision, with what it can do beside calling tools. */
export async function previousClient(
  transport: PreviousTransport | StdioClientTransport,
): Promise<PreviousClient> {
  const client = new PreviousClient(INFO)
  await client.connect(transport)
  return client
}

export async function previousAgent(url: string, headers: Record<string, string>): Promise<Agent> {
  const transport = new PreviousTransport(new URL(url), { requestInit: { headers } })
  const client = await previousClient(transport)
  return {
    revision: () => transport.protocolVersion,
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as unknown as Outcome,
    close: () => client.close(),
  }
}

export const TASKS = 'io.modelcontextprotocol/tasks'

/** A client of the current revision that follows long work as tasks: the official package of that extension. */
export async function taskAgent(
  url: string,
  headers: Record<string, string>,
): Promise<{ session: TaskEnabledSession; close(): Promise<void> }> {
  const client = new Client(INFO, { versionNegotiation: { mode: { pin: CURRENT } } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  const session = createTaskSessionFromClient(client, {
    endpointId: randomUUID(),
    v2RequestFraming: {
      protocolVersion: CURRENT,
      clientInfo: INFO,
      clientCapabilities: { extensions: { [TASKS]: {} } },
    },
    rawDispatch: async (request) => {
      const { result, error } = await ask(url, headers, request as unknown as Asked)
      return error ? { kind: 'error', error } : { kind: 'result', result }
    },
  })
  return {
    session,
    close: async () => {
      await session.close()
      await client.close()
    },
  }
}

interface Asked {
  method: string
  params: { name?: string; taskId?: string; _meta?: object }
}
type Answered = Awaited<ReturnType<RawClientDispatch>>
interface Said {
  result: Extract<Answered, { kind: 'result' }>['result']
  error?: Extract<Answered, { kind: 'error' }>['error']
}

/** One request as the current revision sends it. */
export async function ask(url: string, headers: Record<string, string>, asked: Asked): Promise<Said> {
  const { method, params } = asked
  const { ['_meta']: own } = params
  const meta = {
    'io.modelcontextprotocol/protocolVersion': CURRENT,
    'io.modelcontextprotocol/clientInfo': INFO,
    'io.modelcontextprotocol/clientCapabilities': {},
    ...own,
  }
  const answer = await send(
    url,
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } },
    {
      'mcp-protocol-version': CURRENT,
      'mcp-method': method,
      'mcp-name': `=?base64?${Buffer.from(params.name ?? params.taskId ?? '').toString('base64')}?=`,
      ...headers,
    },
  )
  return (await answer.json()) as Said
}

/** One message over plain HTTP, as the previous revision sends it. */
export async function send(
  url: string,
  message: unknown,
  headers: Record<string, string>,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  })
}

export function callOf(name: unknown, args: unknown, id: unknown = 1) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } }
}
