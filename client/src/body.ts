import { reasonOf, VacancyError } from './errors.ts'

/** Reads the body of an answer. A body that ends early becomes a VacancyError. */
export async function contentOf(response: Response, signal?: AbortSignal | null): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (!isJson) return streamOf(response, signal)
  try {
    return await response.json()
  } catch (cause) {
    throw failureOf(response, cause, signal)
  }
}

/** A stream that reads from the network only as the caller reads from it. */
function streamOf(response: Response, signal?: AbortSignal | null): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = (response.body ?? new Blob([]).stream()).getReader()
  return new ReadableStream(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (cause) {
          controller.error(failureOf(response, cause, signal))
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** A caller who aborted gets the reason of their own signal. */
function failureOf({ url, status, headers }: Response, cause: unknown, signal?: AbortSignal | null): unknown {
  if (signal?.aborted) return signal.reason
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
