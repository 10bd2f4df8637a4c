import { reasonOf, VacancyError } from './errors.ts'

/** The content of an answer. Where it ends before it is whole, that is told as every other failure is. */
export async function contentOf(response: Response, signal?: AbortSignal | null): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (!isJson) return streamOf(response, signal)
  try {
    return await response.json()
  } catch (cause) {
    throw failureOf(response, cause, signal)
  }
}

/** As it comes: nothing is read before somebody asks for it. */
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

/** Whoever left of his own will gets his own reason back. */
function failureOf({ url, status, headers }: Response, cause: unknown, signal?: AbortSignal | null): unknown {
  if (signal?.aborted) return signal.reason
  const isGarbled = cause instanceof SyntaxError
  return new VacancyError({
    code: isGarbled ? 'unexpected_answer' : 'cut_off',
    message: isGarbled
      ? `${url} answered ${status} with something that is no JSON`
      : `the answer of ${url} was cut off on its way: ${reasonOf(cause)}`,
    status,
    requestId: headers.get('x-request-id'),
    cause,
  })
}
