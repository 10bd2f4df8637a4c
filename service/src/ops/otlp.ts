import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { SpanAttributes, Tracing, TracingOptions } from './tracing.ts'

/** Spans sent to an OpenTelemetry receiver. Loaded only when tracing is on. */
export function startTracing({ endpoint, ratio, role }: TracingOptions): Tracing {
  const contexts = new AsyncLocalStorageContextManager().enable()
  const sampler = new TraceIdRatioBasedSampler(ratio)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'vacancy',
      'service.instance.id': `${role}-${process.pid}`,
    }),
    // A caller's trace is continued, but the caller does not decide what we keep.
    sampler: new ParentBasedSampler({
      root: sampler,
      remoteParentSampled: sampler,
      remoteParentNotSampled: sampler,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
      }),
    ],
  })
  const tracer = provider.getTracer('vacancy')
  const propagator = new W3CTraceContextPropagator()

  async function spanIn<T>(
    outer: Context,
    name: string,
    attributes: SpanAttributes,
    work: () => Promise<T>,
  ): Promise<T> {
    const span = tracer.startSpan(name, { attributes }, outer)
    return ending([span], () => contexts.with(trace.setSpan(outer, span), work))
  }

  return {
    span: (name, attributes, work) => spanIn(contexts.active(), name, attributes, work),
    newTrace: (name, attributes, work) => spanIn(ROOT_CONTEXT, name, attributes, work),
    spanBelow: async (places, name, attributes, work) => {
      const spans = places.flatMap((place) =>
        place === undefined ? [] : [tracer.startSpan(name, { attributes }, place as Context)],
      )
      return ending(spans, work)
    },
    here: () => contexts.active(),
    beginRequest: (headers) => {
      const caller = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, caller)
      const inner = trace.setSpan(caller, span)
      return {
        inside: (callback) => contexts.with(inner, callback),
        end: (name, attributes, isFailure) => {
          span.updateName(name).setAttributes(attributes)
          if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    close: async () => {
      // A receiver that is away must not keep the process from ending.
      await provider.shutdown().catch(() => {})
      contexts.disable()
    },
  }
}

/** Errors are marked without their text, which may name what somebody asked for. */
async function ending<T>(spans: readonly Span[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    for (const span of spans) span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    for (const span of spans) span.end()
  }
}
