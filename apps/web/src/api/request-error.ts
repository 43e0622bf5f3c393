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
