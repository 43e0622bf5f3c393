/** The answer of an operation, as a service sends it to its caller. */
export interface Reply {
  /** JSON, or empty when the operation returns nothing. */
  data: Buffer;
  version?: number;
  /** It is the stored answer of an earlier call with the same `Idempotency-Key`. */
  replayed: boolean;
  /** The next answer may be another, although the operation says that it never is. */
  changing: boolean;
  /** Nothing in it is left to fill. */
  complete: boolean;
}
