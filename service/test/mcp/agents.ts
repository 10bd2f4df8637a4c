import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as PreviousClient } from '@modelcontextprotocol/sdk/client/index.js'
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
  tools(): Promise<{ name: string; outputSchema?: object | undefined; inputSchema: object }[]>
  call(name: string, args?: Record<string, unknown>): Promise<Outcome>
  close(): Promise<void>
}

const INFO = { name: 'vacancy-test', version: '1.0.0' }

export async function currentAgent(url: string, headers: Record<string, string>): Promise<Agent> {
  const client = new Client(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return {
    revision: () => client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as Outcome,
    close: () => client.close(),
  }
}

export async function previousAgent(url: string, headers: Record<string, string>): Promise<Agent> {
  const client = new PreviousClient(INFO)
  const transport = new PreviousTransport(new URL(url), { requestInit: { headers } })
  await client.connect(transport)
  return {
    revision: () => transport.protocolVersion,
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as unknown as Outcome,
    close: () => client.close(),
  }
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
