/** The problem of one field of a request. `field` is a path such as `body.mergeRules.type`. */
export interface ErrorDetail {
  field: string;
  message: string;
}

/**
 * The one error of the platform: thrown in a service, carried over NATS, answered over HTTP as
 * `{ error: { code, message, details? } }`. `code` is the HTTP status.
 */
export class ApiError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly details?: ErrorDetail[],
    /** Seconds after which the caller may try again (503 and 429 only). */
    readonly retryAfter?: number,
  ) {
    super(message);
    this.name = 'ApiError';
  }

  toJSON() {
    return { code: this.code, message: this.message, details: this.details, retryAfter: this.retryAfter };
  }

  /** Rebuilds an error from its JSON; anything that is not one becomes a bare 500. */
  static from(value: unknown): ApiError {
    if (value instanceof ApiError) return value;
    const { code, message, details, retryAfter } = (value ?? {}) as Partial<ApiError>;
    if (typeof code !== 'number' || typeof message !== 'string') return new ApiError(500, 'Internal error');
    return new ApiError(code, message, details, retryAfter);
  }
}

export const notFound = (what: string) => new ApiError(404, `${what} not found`);
/** Whether an error says that this object is not found, and not one that it refers to. */
export const saysNotFound = ({ code, message }: ApiError, what: string): boolean =>
  code === 404 && message === notFound(what).message;
export const forbidden = (message = 'You do not have permission to do this') => new ApiError(403, message);
export const conflict = (message: string) => new ApiError(409, message);
export const preconditionFailed = (message: string) => new ApiError(412, message);
export const tooLarge = (message: string) => new ApiError(413, message);
export const unavailable = (message: string, retryAfter = 1) => new ApiError(503, message, undefined, retryAfter);
export const timedOut = (message = 'The operation took too long') => new ApiError(504, message);
/** The caller no longer waits: not a failure of the service. nginx uses the same status. */
export const callerLeft = () => new ApiError(499, 'The caller has left');

/** For `catch` where a missing object is no failure: returns undefined for a 404, and throws every other error. */
export function ifNotFound(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 404) return undefined;
  throw error;
}

/** 400 for one field, or for several at once. */
export function invalid(field: string, message: string, more: ErrorDetail[] = []): ApiError {
  return new ApiError(400, message, [{ field, message }, ...more]);
}

/** Throws 403 unless the permission is held. */
export function requires(permission: boolean): void {
  if (!permission) throw forbidden();
}
