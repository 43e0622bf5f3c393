import { serveTasks } from '@bindery/service/processes';
import type { Failure, LoadedFile, OpenApiReading, ReadingStart } from './openapi-reading';
import { readSpecification } from './read-specification';
import { parseError, SpecificationError } from './specification-error';

/** The program of a worker: reads a specification, and requests further files as it needs them. */
serveTasks<ReadingStart, undefined, string, LoadedFile>(async (start, { ask }): Promise<OpenApiReading | Failure> => {
  const load = async (url: string) => {
    const file = await ask(url);
    if ('errors' in file) throw new SpecificationError(file.code, file.errors, file.isTemporary);
    return file;
  };
  return readSpecification(start, load).catch(failureOf);
});

/** Any failure here is caused by the content of the specification. */
function failureOf(error: unknown): Failure {
  const known = error instanceof SpecificationError ? error : parseError(`Not readable: ${(error as Error).message}`);
  return { code: known.code, errors: known.errors };
}
