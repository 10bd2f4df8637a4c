import { type Call, type HttpAnswer, SourceFailure } from '../../source.ts'
import { refusal } from '../http-answer.ts'
import { keepRead } from '../last-read.ts'
import { type Element, parseXml } from '../read-xml.ts'
import { sealed, unsealed } from './envelope.ts'
import type { Binding } from './profile.ts'
import type { Message } from './request.ts'
import { attribute } from './xml.ts'

export interface Reply {
  root: Element
  /** Whether the answer repeats the token of this request. */
  echoed: boolean
  body: string
}

/** Sends one message and returns the answer's root, whatever its business outcome. `last`: the call sends no other. */
export async function exchange(
  binding: Binding,
  message: Message,
  call: Call,
  { last = false } = {},
): Promise<Reply> {
  const soap = binding.profile.envelope === 'soap'
  const login = { username: binding.requestorId, password: binding.password }
  const document = soap ? sealed(message.payload, login, binding.now()) : message.payload
  const answer = await call.http({
    method: 'POST',
    path: binding.profile.path,
    headers: {
      'content-type': soap ? 'text/xml; charset=utf-8' : 'application/xml; charset=utf-8',
      accept: 'text/xml, application/xml',
      ...(soap ? { soapaction: `"${message.name}"` } : {}),
    },
    body: `<?xml version="1.0" encoding="UTF-8"?>${document.markup}`,
    last,
  })
  // SOAP 1.1 sends faults with status 500, so the body decides there.
  if (answer.status !== 200 && !(soap && answer.status === 500 && answer.body.includes('Fault')))
    throw failureOfStatus(answer, binding.now())

  const parsed = await readDocument(answer.body)
  const root = soap ? unsealed(parsed) : parsed
  // Errors before the business system, in parsing or validation, have their own message.
  if (root.name === 'OTA_ErrorRS')
    throw new SourceFailure('refused', `OTA_ErrorRS ${attribute(root, 'ErrorCode')?.slice(0, 80) ?? ''}`)
  const expected = message.name.replace(/RQ$/, 'RS')
  if (root.name !== expected)
    throw new SourceFailure('broken', `<${root.name.slice(0, 60)}> where ${expected} should be`)
  const token = root.attributes.get('EchoToken')
  if (token !== undefined && token !== message.echoToken)
    throw new SourceFailure('broken', 'the answer carries the echo token of another request')
  return { root, echoed: token === message.echoToken, body: answer.body }
}

async function readDocument(body: string): Promise<Element> {
  try {
    return keepRead(body, await parseXml(body))
  } catch (cause) {
    throw new SourceFailure('broken', 'the answer is not an XML document', { cause })
  }
}

function failureOfStatus(answer: HttpAnswer, nowMs: number): SourceFailure {
  const { status } = answer
  const refused = status === 401 || status === 403 || status === 429 || status >= 500
  return refused ? refusal(answer, `HTTP ${status}`, nowMs) : new SourceFailure('broken', `HTTP ${status}`)
}
