import type {
  ImportedSite,
  ImportedSpace,
  ImportFileSource,
  ImportGitSource,
  ImportProblem,
  ImportRun,
} from '@bindery/contracts';
import type { JobEntity, JobKind } from '@bindery/jobs';

export interface ImportInput {
  source: ImportFileSource | ImportGitSource;
  /** The space whose content is replaced, if there is one. */
  space?: string;
  /** The id of the change request whose draft is replaced instead. */
  changeRequest?: string;
  title?: string;
  user: string;
}

export type ImportProgress = ImportRun['progress'];

export interface ImportResult {
  spaces: ImportedSpace[];
  site?: ImportedSite;
  problems: ImportProblem[];
}

export const importJob: JobKind<ImportInput, ImportProgress, ImportResult> = {
  name: 'import',
  attempts: 5,
  isKept: true,
};

export type ImportJob = JobEntity<ImportInput, ImportProgress, ImportResult>;
