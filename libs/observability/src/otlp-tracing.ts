import { setTimeout as sleep } from 'node:timers/promises';
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Span as OpenTelemetrySpan,
  type SpanContext,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { RootStart, Span, SpanStart, Tracing, TracingConfig } from './span';

/** Milliseconds. */
const closeTime = 2_000;

/** Sends spans to a collector by OTLP over HTTP, in batches; spans for which a collector that is away has no time are dropped. */
export class OtlpTracing implements Tracing {
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;
  /** The share of the traces begun here that are kept. */
  private readonly share: number;

  constructor(service: string, config: TracingConfig) {
    this.share = config.OTEL_TRACES_SAMPLER_ARG;
    const exporter = new OTLPTraceExporter({
      url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
      headers: config.OTEL_EXPORTER_OTLP_HEADERS,
      timeoutMillis: 5_000,
    });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.namespace': 'bindery', 'service.name': service }),
      // Traces that are not kept never reach the sampler.
      sampler: new AlwaysOnSampler(),
      spanLimits: { attributeValueLengthLimit: 2_000 },
      spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: 8_192, scheduledDelayMillis: 1_000 })],
    });
    this.tracer = this.provider.getTracer('bindery');
  }

  span(name: string, { parent, links = [], ...start }: RootStart): Span | undefined {
    const parentContext = spanContextOf(parent);
    const kept = parentContext ? (parentContext.traceFlags & TraceFlags.SAMPLED) !== 0 : Math.random() < this.share;
    if (!kept) return undefined;
    const context = parentContext ? trace.setSpanContext(ROOT_CONTEXT, parentContext) : ROOT_CONTEXT;
    const linked = links.flatMap((link) => spanContextOf(link) ?? []).map((found) => ({ context: found }));
    return new OtlpSpan(this.tracer, this.tracer.startSpan(name, { ...optionsOf(start), links: linked }, context));
  }

  async close(): Promise<void> {
    const closed = this.provider.shutdown().catch(() => undefined);
    await Promise.race([closed, sleep(closeTime, undefined, { ref: false })]);
  }
}

class OtlpSpan implements Span {
  constructor(
    private readonly tracer: Tracer,
    private readonly span: OpenTelemetrySpan,
  ) {}

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.span.spanContext();
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  child(name: string, start: SpanStart): Span {
    const context = trace.setSpan(ROOT_CONTEXT, this.span);
    return new OtlpSpan(this.tracer, this.tracer.startSpan(name, optionsOf(start), context));
  }

  end({ attributes, failure }: { attributes?: Attributes; failure?: string } = {}): void {
    if (!this.span.isRecording()) return;
    if (attributes) this.span.setAttributes(attributes);
    if (failure) this.span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
    this.span.end();
  }
}

const optionsOf = ({ kind, attributes, startTime }: SpanStart): SpanOptions => ({
  kind: SpanKind[kind.toUpperCase() as keyof typeof SpanKind],
  attributes,
  startTime,
});

/** Reads a W3C `traceparent`; undefined for what is none. */
function spanContextOf(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return undefined;
  const context = { traceId, spanId, traceFlags: parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
}
