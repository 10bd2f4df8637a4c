import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { reasonOf } from '../read-error.ts'
import { chooseCredentials } from './credentials.ts'
import { withExamples } from './options.ts'
import type { Shell } from './shell.ts'

/** `vacancy mcp`: the tools of the service for agents that start a program, with the stored key. */
export function add(program: Command, shell: Shell): void {
  const command = program
    .command('mcp')
    .description('serve the MCP tools of the service over standard input and output, for AI agents')
    .action(async () => {
      const { url, key } = await chooseCredentials(shell.env)
      const address = `${url.replace(/\/+$/, '').replace(/\/v1$/, '')}/mcp`
      await bridge(shell, (message, revision) => post(address, key, message, revision))
    })
  withExamples(command, 'mcp')
}

/** A JSON-RPC message. Its content is the business of the two ends. */
interface Message {
  id?: unknown
  method?: string
  params?: Record<string, unknown>
  result?: { protocolVersion?: unknown }
}

type Post = (message: Message, revision: string | null) => Promise<Message[]>

/** Every line is a message to the service, and every message of its answer is a line. Calls do not wait for each other. */
async function bridge(shell: Shell, send: Post): Promise<void> {
  let revision: string | null = null
  const pending = new Set<Promise<void>>()
  const forward = async (message: Message) => {
    for (const answer of await send(message, message.method === 'initialize' ? null : revision)) {
      if (message.method === 'initialize' && typeof answer.result?.protocolVersion === 'string')
        revision = answer.result.protocolVersion
      shell.print(JSON.stringify(answer))
    }
  }
  for await (const line of createInterface({ input: shell.stdin })) {
    if (line.trim() === '') continue
    const message = parsed(line)
    if (!message) {
      shell.print(JSON.stringify(failure(null, -32_700, 'The line is not a JSON object.')))
      continue
    }
    const done = forward(message).finally(() => pending.delete(done))
    pending.add(done)
  }
  await Promise.all(pending)
}

function parsed(line: string): Message | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** The current revision names itself in every message; the previous one when the connection is opened. */
async function post(url: string, key: string, message: Message, agreed: string | null): Promise<Message[]> {
  const { id, method, params } = message
  const { name, taskId, ['_meta']: meta } = params ?? {}
  const subject = name ?? taskId
  const named = (meta as Record<string, unknown> | undefined)?.['io.modelcontextprotocol/protocolVersion']
  const revision = typeof named === 'string' ? named : agreed
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'x-api-key': key,
    ...(revision !== null && { 'mcp-protocol-version': revision }),
    ...(typeof named === 'string' && method !== undefined && { 'mcp-method': method }),
    ...(typeof named === 'string' && typeof subject === 'string' && { 'mcp-name': subject }),
  }
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(message),
      redirect: 'error',
    })
    const text = await answer.text()
    if (id === undefined) return []
    const messages = messagesOf(text, answer.headers.get('content-type') ?? '')
    return messages ?? [failure(id, -32_000, `The service answered ${answer.status}: ${refusalOf(text)}`)]
  } catch (error) {
    return id === undefined ? [] : [failure(id, -32_000, `The service cannot be reached: ${reasonOf(error)}`)]
  }
}

/** Null if the answer is not from the protocol, such as a refused key. */
function messagesOf(text: string, type: string): Message[] | null {
  const parts = type.startsWith('text/event-stream')
    ? text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice('data: '.length)] : []))
    : [text]
  const messages = parts.map(parsed).filter((message) => message !== null)
  return messages.length > 0 && messages.every((message) => 'jsonrpc' in message) ? messages : null
}

/** The message of an error of the API, or the beginning of whatever else answered. */
function refusalOf(text: string): string {
  const { error } = (parsed(text) ?? {}) as { error?: { message?: string } }
  return error?.message ?? text.slice(0, 500)
}

function failure(id: unknown, code: number, message: string) {
  return { jsonrpc: '2.0', id, error: { code, message } }
}
