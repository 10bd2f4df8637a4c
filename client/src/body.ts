import { VacancyError } from './errors.ts'
import type { Patience } from './patience.ts'
import { reasonOf, timedOut } from './read-error.ts'

/** Reads the body of an answer. A body that ends early becomes a VacancyError. */
export async function contentOf(
  response: Response,
  patience: Patience,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (!isJson) return streamOf(response, patience, signal)
  try {
    return await response.json()
  } catch (cause) {
    throw failureOf(response, cause, patience, signal)
  } finally {
    patience.end()
  }
}

/** A stream that reads from the network only as the caller reads from it. */
function streamOf(
  response: Response,
  patience: Patience,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  patience.end()
  const reader = (response.body ?? new Blob([]).stream()).getReader()
  return new ReadableStream(
    {
      pull: async (controller) => {
        patience.begin()
        try {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (cause) {
          controller.error(failureOf(response, cause, patience, signal))
        } finally {
          patience.end()
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** A caller who aborted gets the reason of their own signal. */
function failureOf(
  { url, status, headers }: Response,
  cause: unknown,
  patience: Patience,
  signal: AbortSignal | undefined,
): unknown {
  if (signal?.aborted) return signal.reason
  if (patience.hasRunOut()) return timedOut(url, cause)
  const isGarbled = cause instanceof SyntaxError
  return new VacancyError({
    code: isGarbled ? 'unexpected_answer' : 'cut_off',
    message: isGarbled
      ? `${url} answered ${status} with a body that is not JSON.`
      : `The answer from ${url} was cut off: ${reasonOf(cause)}.`,
    status,
    requestId: headers.get('x-request-id'),
    cause,
  })
}
