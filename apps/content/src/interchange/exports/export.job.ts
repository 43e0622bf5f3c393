import type { JobEntity, JobKind } from '@bindery/jobs';
import type { ExportedRevision, ExportProgress } from './export-space';

export interface ExportInput {
  space: string;
  revision: ExportedRevision;
  user: string;
}

export interface ExportResult {
  /** Of the zip file in the storage. */
  key: string;
}

/** An export writes to one file and reads in order, so further ones at a time would only share the storage. */
const twoAtOnce = { perProcess: 3, largePerProcess: 3, perOrganization: 2, largePerOrganization: 2 };

export const exportJob: JobKind<ExportInput, ExportProgress, ExportResult> = {
  name: 'export',
  attempts: 3,
  sideBySide: twoAtOnce,
};

export type ExportJob = JobEntity<ExportInput, ExportProgress, ExportResult>;
