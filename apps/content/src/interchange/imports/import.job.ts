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
  /** Whether it takes long, or may: the size of a repository is not known before it is cloned. */
  large?: true;
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
  sideBySide: { perProcess: 4, largePerProcess: 3, perOrganization: 3, largePerOrganization: 2 },
};

export type ImportJob = JobEntity<ImportInput, ImportProgress, ImportResult>;
