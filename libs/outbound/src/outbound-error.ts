/** Every way in which a guarded request fails, with the only text that a tenant sees of it. */
const TEXTS = {
  INVALID_URL: 'The URL must begin with http or https and have no credentials',
  // One text for all addresses that are refused and all names that do not exist: it must not reveal which of the two it is.
  REFUSED_ADDRESS: 'The address is not public or does not exist',
  REFUSED_REDIRECT: 'The server redirects too often or to a place that is not acceptable',
  REFUSED_TYPE: 'The answer is of a type that is not acceptable here',
  TOO_LARGE: 'The answer is too large',
  TIMEOUT: 'The server took too long',
  FETCH_ERROR: 'The server could not be reached or its answer could not be read',
} as const;

type OutboundErrorCode = keyof typeof TEXTS;

/** A guarded request that failed. `message` may be shown to the tenant; `cause` is for the log alone. */
export class OutboundError extends Error {
  constructor(
    readonly code: OutboundErrorCode,
    options?: ErrorOptions,
  ) {
    super(TEXTS[code], options);
    this.name = 'OutboundError';
  }
}

/** The failure of a request as an OutboundError. */
export function outboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const isSlow = (error as { code?: unknown }).code === 'UND_ERR_CONNECT_TIMEOUT';
  return new OutboundError(isSlow ? 'TIMEOUT' : 'FETCH_ERROR', { cause: error });
}
