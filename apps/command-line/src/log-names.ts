import { PROCESSES } from '@bindery/launcher';
import { UsageError } from './usage-error';

/** The log of all services where they run in one process. */
const OF_ALL = 'bindery';

const services: readonly string[] = PROCESSES;

/** Those of the logs that hold lines of the wanted service or server; all of them without one. Throws `UsageError`. */
export function logsWith(wanted: string | undefined, names: readonly string[]): readonly string[] {
  if (names.length === 0) throw new UsageError('There are no logs in this checkout: run npm start first');
  if (wanted === undefined) return names;
  const found = names.filter((name) => name === wanted || (name === OF_ALL && services.includes(wanted)));
  if (found.length > 0) return found;
  const known = new Set(names.flatMap((name) => (name === OF_ALL ? services : [name])));
  throw new UsageError(`There is no log of ${wanted}; there are ${[...known].join(', ')}`);
}
