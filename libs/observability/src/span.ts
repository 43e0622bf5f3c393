/** The role of a span in its trace, by OpenTelemetry's `SpanKind`. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/** Names and statuses only: what callers sent, ids of tokens and texts of errors have no place in a trace. */
type SpanAttributes = Record<string, string | number | boolean>;

export interface SpanStart {
  kind: SpanKind;
  attributes?: SpanAttributes;
  /** When it began, in milliseconds since 1970: now by default. */
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
  /** The header for the process that continues the trace (W3C Trace Context, section 3.2). */
  readonly traceparent: string;
  child(name: string, start: SpanStart): Span;
  /** Ends it; `failure` is the kind of error that ended it (a status, an SQLSTATE or a class), never its text. */
  end(outcome?: { attributes?: SpanAttributes; failure?: string }): void;
}

/** The spans of one service. */
export interface Tracing {
  /**
   * Undefined where the trace is not kept. The process that begins a trace decides for all, as a part of a trace is of no
   * use: later work in a trace that is not kept has no span to continue, and costs nothing.
   */
  span(name: string, start: RootStart): Span | undefined;
  /** Sends what is left, within two seconds. */
  close(): Promise<void>;
}

/** The injection token of the service's `Tracing`; undefined where nothing is traced. */
export const TRACING = Symbol('tracing');

export interface TracingConfig {
  OTEL_EXPORTER_OTLP_ENDPOINT: string;
  OTEL_EXPORTER_OTLP_HEADERS: Record<string, string>;
  OTEL_TRACES_SAMPLER_ARG: number;
}
