import type { Tracing, TracingOptions } from './tracing.ts'

/** Null if tracing is off. Then the library is not loaded, and nothing is wrapped: it costs nothing. */
export async function openTracing(options: TracingOptions): Promise<Tracing | null> {
  if (options.endpoint === '') return null
  const { startTracing } = await import('./otlp.ts')
  return startTracing(options)
}
