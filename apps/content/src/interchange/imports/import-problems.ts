import type { ImportProblem } from '@bindery/contracts';
import { cut, wellFormed } from '../../storage/well-formed';

/** The maximum of problems that are listed one by one. */
const maximum = 1_000;
const longestMessage = 1_000;
const longestFile = 1_024;

/** The problems of an import: a list up to the maximum, and the number of further ones. */
export class ImportProblems {
  private readonly listed: ImportProblem[] = [];
  private firstOmitted?: string;
  private omitted = 0;

  add(problem: ImportProblem): void {
    if (this.listed.length < maximum) this.listed.push(bounded(problem));
    else this.omit(problem.file, 1);
  }

  /** Counts problems of a file that are not listed. */
  omit(file: string, count: number): void {
    if (count === 0) return;
    this.firstOmitted ??= file;
    this.omitted += count;
  }

  /** Sorted by file and line; a last one counts those that are left out. */
  list(): ImportProblem[] {
    const sorted = this.listed.sort((a, b) => compare(a.file, b.file) || compare(a.line ?? 0, b.line ?? 0));
    if (this.firstOmitted === undefined) return sorted;
    const message = `${this.omitted} further ${this.omitted === 1 ? 'problem is' : 'problems are'} not listed`;
    return [...sorted, bounded({ severity: 'warning', file: this.firstOmitted, message })];
  }
}

const bounded = (problem: ImportProblem): ImportProblem =>
  wellFormed({ ...problem, file: cut(problem.file, longestFile), message: cut(problem.message, longestMessage) });

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
