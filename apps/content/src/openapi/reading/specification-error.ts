import type { OpenAPIErrorCode, OpenAPIErrorObject } from '@bindery/contracts';
import { cut, wellFormed } from '../../imports/well-formed';

/** Errors that are told of one specification, and characters of each. */
const mostErrors = 50;
const longestMessage = 1_000;

/** Why a specification cannot be used, for the one who wrote it. */
export class SpecificationError extends Error {
  readonly errors: OpenAPIErrorObject[];

  constructor(
    readonly code: OpenAPIErrorCode,
    errors: readonly OpenAPIErrorObject[],
  ) {
    super(errors[0]?.message ?? code);
    this.name = 'SpecificationError';
    this.errors = errors
      .slice(0, mostErrors)
      .map((error) => wellFormed({ ...error, message: cut(error.message, longestMessage) }));
  }
}

export const parseError = (message: string): SpecificationError => new SpecificationError('PARSE_ERROR', [{ message }]);
