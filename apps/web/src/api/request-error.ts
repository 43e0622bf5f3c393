/** An answer of the API that is no success; `code` is the HTTP status, 0 where there was no answer. */
export class RequestError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly details: readonly { field: string; message: string }[] = [],
  ) {
    super(message);
    this.name = 'RequestError';
  }
}

/** Whether a request got no answer of its own, and may have been done all the same. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof RequestError && (error.code === 0 || error.code >= 500);

/** Whether an error means that the server was not reached, or will answer later. */
export const isAway = (error: unknown): boolean =>
  isUnanswered(error) || (error instanceof RequestError && error.code === 429);
