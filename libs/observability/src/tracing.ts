import { OtlpTracing } from './otlp-tracing';
import { currentContext } from './request-context';
import type { Span, SpanStart, Tracing, TracingConfig } from './span';

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
