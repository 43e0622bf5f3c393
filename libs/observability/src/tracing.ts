import { OtlpTracing } from './otlp-tracing';
import { currentContext } from './request-context';

/** What a span is to its trace, as OpenTelemetry names it. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/** Names and statuses only: what callers sent, ids of tokens and texts of errors have no place in a trace. */
export type SpanAttributes = Record<string, string | number | boolean>;

export interface SpanStart {
  kind: SpanKind;
  attributes?: SpanAttributes;
  /** When it began, in milliseconds since 1970: now unless told. */
  startTime?: number;
}

export interface RootStart extends SpanStart {
  /** The W3C `traceparent` of the span that it continues, in this process or another; one that is absent or malformed begins a new trace. */
  parent?: string;
  /** Those of other spans that led to it. */
  links?: (string | undefined)[];
}

/** One piece of work within a trace. */
export interface Span {
  /** What goes to whoever continues the trace (W3C Trace Context, section 3.2). */
  readonly traceparent: string;
  child(name: string, start: SpanStart): Span;
  /** Ends it; `failure` is the kind of error that ended it (a status, an SQLSTATE or a class), never its text. */
  end(outcome?: { attributes?: SpanAttributes; failure?: string }): void;
}

/** The spans of one service. */
export interface Tracing {
  /**
   * Undefined where the trace is not kept. Whoever begins it decides for all, as a part of a trace tells nothing: what
   * follows in a trace that is not kept has no span to continue, and costs nothing.
   */
  span(name: string, start: RootStart): Span | undefined;
  /** Sends what is left, within two seconds. */
  close(): Promise<void>;
}

/** The injection token of the service's `Tracing`; undefined where nothing is traced. */
export const TRACING = Symbol('tracing');

export interface TracingConfig {
  OTEL_EXPORTER_OTLP_ENDPOINT: string;
  OTEL_EXPORTER_OTLP_HEADERS: string;
  OTEL_TRACES_SAMPLER_ARG: number;
}

/** Begins to trace a service, if a collector is set. Nothing of OpenTelemetry is loaded otherwise: it takes 17 MB. */
export function startTracing(service: string, config: TracingConfig): Tracing | undefined {
  // Its packages are loaded when it is first used (see .swcrc).
  return config.OTEL_EXPORTER_OTLP_ENDPOINT ? new OtlpTracing(service, config) : undefined;
}

/** Does `work` as a child of the span that the current request is in; without one only `work`. */
export function traced<T>(
  describe: () => [name: string, start: SpanStart],
  work: (span?: Span) => Promise<T>,
): Promise<T> {
  const parent = currentContext()?.span;
  return parent ? within(parent.child(...describe()), work) : work();
}

/** Ends the span with the work, and with the kind of its error when it fails. */
export async function within<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    const result = await work(span);
    span.end();
    return result;
  } catch (error) {
    span.end({ failure: failureOf(error) });
    throw error;
  }
}

/** The kind of an error: its code (a status, an SQLSTATE, a system's name) or its class; none of what the caller did wrong. */
export function failureOf(error: unknown): string | undefined {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === 'number') return code < 500 ? undefined : String(code);
  return typeof code === 'string' ? code : String(name ?? 'Error');
}
