import { maxHeaderSize } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { OutcomeUnknown } from '../db/pool.ts'
import { judge, tell } from '../edge/faults.ts'
import type { Metering } from '../edge/metering.ts'
import { ApiError, ERROR_STATUS, internalFault, invalid } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'

export function envelope(error: ApiError, requestId: string): string {
  const { code, message, chain } = error
  return JSON.stringify({ error: { code, message, ...(chain && { chain }), request_id: requestId } })
}

/** Maps every thrown error to one of the seven codes. Unknown errors are internal faults. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code, statusCode, validation } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return invalid(`The body is larger than ${LIMITS.bodyBytes} bytes.`)
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return invalid('The body must be JSON, with the header content-type: application/json.')
  }
  if (
    code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ||
    code === 'FST_ERR_CTP_INVALID_JSON_BODY' ||
    error instanceof SyntaxError
  ) {
    return invalid('The body is not valid JSON.')
  }
  if (validation || (statusCode !== undefined && statusCode >= 400 && statusCode < 500)) {
    return invalid('The request is malformed.')
  }
  return internalFault(error)
}

function isExempt(request: FastifyRequest): boolean {
  const { route } = request.routeOptions.config
  return (route?.kind === 'free' && route.exempt) || request.metered?.isPageRead === true
}

/** Refusing takes time, too: a client that does not wait is refused at most twenty times a second on each of its connections. */
const REFUSED_MS = 50

export function createErrorHandler(metering: Metering, log: Logger) {
  return async (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (thrown instanceof OutcomeUnknown) {
      // The outcome is unknown, and any answer would claim one. So there is no answer.
      log.error(
        { err: thrown, request_id: request.id },
        'the outcome of a request is unknown; closing its connection',
      )
      if (request.metered) metering.leave(request.metered)
      reply.hijack()
      request.raw.socket.destroy()
      return
    }
    const error = await judge(toApiError(thrown), request.metered, metering, isExempt(request))
    tell(error, request.id, log)
    if (error.code === 'rate_limited') {
      // It waits without its place among the requests in flight.
      if (request.metered) metering.leave(request.metered)
      await wait(REFUSED_MS)
    }
    if (error.retryAfterSec !== undefined) reply.header('retry-after', String(error.retryAfterSec))
    await reply.code(error.status).type('application/json; charset=utf-8').send(envelope(error, request.id))
  }
}

const BROKEN: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
  HPE_HEADER_OVERFLOW: `The address and headers are larger than ${maxHeaderSize} bytes.`,
}

/** Input that is not even HTTP gets our error envelope too, before the connection is closed. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, log: Logger): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  log.debug({ err: error }, 'a request could not be read')
  const requestId = newId('req')
  const refusal = invalid(BROKEN[error.code ?? ''] ?? 'The request is not readable HTTP.')
  const body = envelope(refusal, requestId)
  const head = [
    `HTTP/1.1 ${ERROR_STATUS.invalid_request} Bad Request`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'X-Credits-Charged: 0',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
