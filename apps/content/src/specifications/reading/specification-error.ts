import type { OpenAPIErrorCode, OpenAPIErrorObject } from '@bindery/contracts';
import { cut, wellFormed } from '../../storage/well-formed';

/** The maximum of reported errors of one specification, and of characters of each. */
export const mostErrors = 50;
const longestMessage = 1_000;

/** Errors in stored form. */
export const storedErrors = (errors: readonly OpenAPIErrorObject[]): OpenAPIErrorObject[] =>
  errors.slice(0, mostErrors).map((error) => wellFormed({ ...error, message: cut(error.message, longestMessage) }));

/** The reason why a specification cannot be used, for its author. */
export class SpecificationError extends Error {
  readonly errors: OpenAPIErrorObject[];

  /** `isTemporary`: whether a later attempt may succeed with the same specification. */
  constructor(
    readonly code: OpenAPIErrorCode,
    errors: readonly OpenAPIErrorObject[],
    readonly isTemporary = false,
  ) {
    super(errors[0]?.message ?? code);
    this.name = 'SpecificationError';
    this.errors = storedErrors(errors);
  }
}

export const parseError = (message: string): SpecificationError => new SpecificationError('PARSE_ERROR', [{ message }]);

/** The first line of an error's message. */
export const firstLine = (error: unknown): string => (error as Error).message.split('\n')[0]!.replace(/:$/, '');
