/**
 * A handler marks its answer for the transport, besides the body: with the row's version, and with how the gateway may treat the
 * answer. A mark is a hidden property of the answer itself, so that handlers return nothing but the DTO of the contract, and
 * presenters can set it where they know it. The transport sends the marks as headers of the reply.
 */

const version = Symbol('version');

/** Marks an answer with its row's version, which becomes part of the ETag and is what `If-Match` compares. */
export function withVersion<T extends object>(answer: T, rowVersion: number): T {
  return Object.defineProperty(answer, version, { value: rowVersion, enumerable: false });
}

export const versionOf = (answer: unknown): number | undefined =>
  typeof answer === 'object' && answer !== null ? (answer as { [version]?: number })[version] : undefined;

const changing = Symbol('changing');

/** Marks an answer that may be another the next time, although its operation says that it never is. */
export function asChanging<T extends object>(answer: T): T {
  return Object.defineProperty(answer, changing, { value: true, enumerable: false });
}

export const isChanging = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && changing in answer;

const complete = Symbol('complete');

/** Marks an answer in which nothing is left for the gateway to fill, although its DTO has such fields. */
export function asComplete<T extends object>(answer: T): T {
  return Object.defineProperty(answer, complete, { value: true, enumerable: false });
}

export const isComplete = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && complete in answer;

/** An answer that is JSON already, such as one that a cache holds: it goes out as it is. */
export const rawAnswer = <T>(json: Buffer): T => json as unknown as T;
