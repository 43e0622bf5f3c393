/** A column, or a part of one, that holds sealed texts. All parts of it are SQL of the service's own, never input. */
export interface SealedPlace {
  table: string;
  /** The columns of the primary key, all of them texts. */
  key: readonly string[];
  /** Which rows have something sealed, where not all do. */
  where?: string;
  /** The sealed text. */
  value: string;
  /** The context of the ciphertext, which the service's code gives to its `Encryptor`. */
  context: string;
  /** The purpose of that `Encryptor`. */
  purpose: string;
  /** The assignments that put a sealed text in the place; the arguments are names of parameters. */
  set(sealed: string, more: readonly string[]): string;
  /** The other values of the row that depend on the key and change with it. */
  alongside?(text: string, secretKeys: readonly Buffer[]): unknown[];
}

/** The purpose of the `Encryptor` of stored answers of mutations. */
export const answersPurpose = (service: string): string => `${service} answers`;

/** The answers of mutations that are kept for `Idempotency-Key`, in every service. */
export const sealedAnswers = (service: string): SealedPlace => ({
  table: 'idempotency',
  key: ['key'],
  where: `json_typeof(answer) = 'string'`,
  value: `answer #>> '{}'`,
  context: 'key',
  purpose: answersPurpose(service),
  set: (sealed) => `answer = to_json(${sealed}::text)`,
});
