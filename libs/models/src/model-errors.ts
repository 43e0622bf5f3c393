/** A model did not do its task; the message is for the user who requested it. */
export class ModelError extends Error {
  constructor(
    message: string,
    /** Whether asking again later may help. */
    readonly transient: boolean,
    /** The tokens that were spent all the same. */
    readonly tokens = 0,
  ) {
    super(message);
    this.name = 'ModelError';
  }

  /** The same, after more was spent. */
  spending(tokens: number): ModelError {
    return new ModelError(this.message, this.transient, this.tokens + tokens);
  }
}

/** The caller no longer waits for the answer. */
export class AbandonedError extends ModelError {
  constructor(
    /** Why. */
    readonly reason: unknown,
    tokens = 0,
  ) {
    super('Nobody waits for the answer any more', false, tokens);
  }

  override spending(tokens: number): AbandonedError {
    return new AbandonedError(this.reason, this.tokens + tokens);
  }
}

/** Throws `AbandonedError` when the signal is aborted. */
export function throwIfAbandoned(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AbandonedError(signal.reason);
}

/** A server is unreachable or too busy: the call is repeated, after as many milliseconds as it says. */
export class BusyError extends ModelError {
  constructor(
    message: string,
    readonly after?: number,
  ) {
    super(message, true);
  }
}

/** The milliseconds of a header `Retry-After` (RFC 9110, section 10.2.3); undefined where it says nothing usable. */
export function retryAfter(headers: Headers | undefined): number | undefined {
  const value = headers?.get('retry-after')?.trim();
  if (!value) return undefined;
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}
