import type { OpenAPIErrorCode, OpenAPIErrorObject } from '@bindery/contracts';
import { cut, wellFormed } from '../../storage/well-formed';

/** Errors that are told of one specification, and characters of each. */
export const mostErrors = 50;
const longestMessage = 1_000;

/** Errors as they are kept. */
export const toldErrors = (errors: readonly OpenAPIErrorObject[]): OpenAPIErrorObject[] =>
  errors.slice(0, mostErrors).map((error) => wellFormed({ ...error, message: cut(error.message, longestMessage) }));

/** Why a specification cannot be used, for the one who wrote it. */
export class SpecificationError extends Error {
  readonly errors: OpenAPIErrorObject[];

  /** `isTemporary`: whether a later attempt may succeed though nobody changes the specification. */
  constructor(
    readonly code: OpenAPIErrorCode,
    errors: readonly OpenAPIErrorObject[],
    readonly isTemporary = false,
  ) {
    super(errors[0]?.message ?? code);
    this.name = 'SpecificationError';
    this.errors = toldErrors(errors);
  }
}

export const parseError = (message: string): SpecificationError => new SpecificationError('PARSE_ERROR', [{ message }]);

/** The first line of an error's message. */
export const firstLine = (error: unknown): string => (error as Error).message.split('\n')[0]!.replace(/:$/, '');
