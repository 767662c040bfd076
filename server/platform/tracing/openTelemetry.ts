/**
 * Sends spans to an OpenTelemetry collector (OTLP over HTTP, as JSON). Its packages are loaded only if an address is
 * set. They read the other variables of the standard themselves, such as OTEL_EXPORTER_OTLP_HEADERS.
 */
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import type * as ApiModule from '@opentelemetry/api';
import type { Context, Span as OtelSpan, SpanKind, Tracer } from '@opentelemetry/api';
import type * as ExporterModule from '@opentelemetry/exporter-trace-otlp-http';
import type * as ResourcesModule from '@opentelemetry/resources';
import type * as SdkModule from '@opentelemetry/sdk-trace';
import type { Config } from '../../base/config';
import type { Span, SpanAttributes } from '../../base/tracing';

export interface Tracing {
  /** The span of a request, a child of the caller's if it sent a W3C `traceparent`. */
  begin(name: string, facts: SpanAttributes, traceparent: string | undefined): Span;
  /** Sends the remaining spans. Without a collector they are lost: a server must stop in time. */
  close(): Promise<void>;
}

type Api = typeof ApiModule;

const load = createRequire(__filename);

const CLOSE_WITHIN_MS = 2_000;

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}/;
const ZEROS = /^0+$/;

/** Undefined if tracing is off. */
export function openTracing({ tracing }: Pick<Config, 'tracing'>): Tracing | undefined {
  if (tracing === undefined) return undefined;
  const api = load('@opentelemetry/api') as Api;
  const { OTLPTraceExporter } = load('@opentelemetry/exporter-trace-otlp-http') as typeof ExporterModule;
  const { resourceFromAttributes } = load('@opentelemetry/resources') as typeof ResourcesModule;
  const sdk = load('@opentelemetry/sdk-trace') as typeof SdkModule;
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': tracing.serviceName }),
    // Depends only on the trace's id: callers must not decide whether they are traced.
    sampler: new sdk.TraceIdRatioBasedSampler(tracing.ratio),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: tracing.url }) })],
  });
  const tracer = provider.getTracer('staffing-vms');
  return {
    begin(name, facts, traceparent) {
      const above = remote(api, traceparent);
      return spanOf(api, tracer, tracer.startSpan(name, { kind: api.SpanKind.SERVER, attributes: facts }, above));
    },
    close: () =>
      Promise.race([provider.shutdown().catch(() => undefined), delay(CLOSE_WITHIN_MS, undefined, { ref: false })]),
  };
}

function remote(api: Api, traceparent: string | undefined): Context {
  const [, traceId = '', spanId = ''] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === '' || ZEROS.test(traceId) || ZEROS.test(spanId)) return api.ROOT_CONTEXT;
  const flags = api.TraceFlags.SAMPLED;
  return api.trace.setSpanContext(api.ROOT_CONTEXT, { traceId, spanId, traceFlags: flags, isRemote: true });
}

function spanOf(api: Api, tracer: Tracer, span: OtelSpan): Span {
  const below = api.trace.setSpan(api.ROOT_CONTEXT, span);
  return {
    child(name, facts = {}) {
      const kind: SpanKind = 'db.system.name' in facts ? api.SpanKind.CLIENT : api.SpanKind.INTERNAL;
      return spanOf(api, tracer, tracer.startSpan(name, { kind, attributes: facts }, below));
    },
    setAttributes: (facts) => void span.setAttributes(facts),
    end(error) {
      // The message of a database error may hold a value, its code does not.
      if (error !== undefined)
        span.setStatus({ code: api.SpanStatusCode.ERROR }).setAttribute('error.type', typeOf(error));
      span.end();
    },
  };
}

function typeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  return String(code ?? name ?? 'error');
}
