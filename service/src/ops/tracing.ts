/** Texts and numbers about a span. Never a key, a secret or what somebody asked for. */
export type SpanAttributes = Readonly<Record<string, string | number>>

/** A point in a trace below which spans can be added later. */
export type TracePoint = object

/** The span of one request. */
export interface RequestSpan {
  /** Runs a callback so that spans begun by it are below this one. */
  inside(callback: () => void): void
  end(name: string, attributes: SpanAttributes, isFailure: boolean): void
}

/** Where a request, a task, a call to a source or an entry of the ledger spends its time. */
export interface Tracing {
  /** Runs work in a span below the current one. */
  span<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>
  /** The same, as the beginning of a new trace. */
  newTrace<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>
  /** Runs work that is done for several points at once: each gets a span. */
  spanBelow<T>(
    points: readonly (TracePoint | undefined)[],
    name: string,
    attributes: SpanAttributes,
    work: () => Promise<T>,
  ): Promise<T>
  here(): TracePoint
  /** `headers` may name the caller's own trace. */
  beginRequest(headers: Readonly<Record<string, string | string[] | undefined>>): RequestSpan
  /** Sends what is left. */
  close(): Promise<void>
}

export interface TracingOptions {
  /** The base address of an OTLP/HTTP receiver; empty: no tracing. */
  endpoint: string
  /** The share of traces that is kept. */
  ratio: number
  role: string
}
