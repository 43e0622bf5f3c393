/** A column, or a part of one, that holds sealed texts. All parts of it are SQL of the service's own, never input. */
export interface SealedPlace {
  table: string;
  /** The columns of the primary key, all of them texts. */
  key: readonly string[];
  /** Which rows have something sealed, where not all do. */
  where?: string;
  /** The sealed text. */
  value: string;
  /** What the text is sealed for: the context that the service's code gives to its sealer. */
  context: string;
  /** The purpose of that sealer. */
  purpose: string;
  /** The assignments that put a sealed text in the place; the arguments are names of parameters. */
  set(sealed: string, more: readonly string[]): string;
  /** What else of the row depends on the key and changes with it. */
  alongside?(text: string, secretKeys: readonly Buffer[]): unknown[];
}

/** What stored answers of mutations are sealed for. */
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
