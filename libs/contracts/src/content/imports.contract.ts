import { Foreign } from '../core/compose';
import { contract, get, post } from '../core/endpoint';
import { Const, Id, Int, Nested, OneOf, Text, Timestamp, Union, Url, Value } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import { User, userCards } from '../identity/users.contract';

/** Bytes of the largest file that is sent to the platform: what stands before the gateway has to let it pass. */
export const largestUpload = 500 * 1024 * 1024;

export class StorageFile {
  @Text({ min: 1, max: 256 }) name!: string;
  @Text({ min: 1, max: 200 }) type!: string;
  @Int({ min: 1, max: largestUpload }) size!: number;
}

const uploadKinds = ['import_file', 'customization_font'] as const;

export class CreateStorageUpload {
  @Nested(() => StorageFile) file!: StorageFile;
  @OneOf(uploadKinds) kind!: (typeof uploadKinds)[number];
}

export class StorageUploadURL {
  @Const('storage-signed-url') object!: 'storage-signed-url';
  @Url({ description: 'The URL to which the file is uploaded with PUT. Valid for one hour.' }) url!: string;
  @Text({ description: 'The key of the uploaded file, which other operations take.' }) key!: string;
}

export class ImportFileSource {
  @Const('file') type!: 'file';
  @Text({
    min: 1,
    max: 400,
    array: { min: 1, max: 50 },
    description: 'The keys of uploaded zip files in Git Sync format.',
  })
  files!: string[];
}

export class ImportGitSource {
  @Const('git') type!: 'git';
  @Url() url!: string;
  @Text({ min: 1, max: 200, optional: true, description: 'A branch or tag. Defaults to the default branch.' })
  ref?: string;
}

export class ImportTarget {
  @Id({ optional: true, description: 'The space whose content is replaced.' }) space?: string;
  @Text({
    min: 1,
    max: 100,
    optional: true,
    description:
      'The id or number of a change request of the space. If set, the draft of the change request is replaced instead.',
  })
  changeRequest?: string;
  @Id({
    optional: true,
    description: 'Not supported. An import replaces the whole content, so a request with a page fails with 400.',
  })
  page?: string;
  @Text({ min: 1, max: 50, optional: true, description: 'The title of the new space. Used if `space` is omitted.' })
  title?: string;
}

export class StartImport {
  @Union('type', () => [ImportFileSource, ImportGitSource]) source!: ImportFileSource | ImportGitSource;
  @Nested(() => ImportTarget, { optional: true }) target?: ImportTarget;
}

const importStatuses = ['pending', 'in-progress', 'completed', 'failed', 'cancelled'] as const;
export type ImportStatus = (typeof importStatuses)[number];

class Progress {
  @Int() total!: number;
  @Int() done!: number;
}

class ImportProgress {
  @Nested(() => Progress) pages!: Progress;
  @Nested(() => Progress) files!: Progress;
}

export class ImportedRedirect {
  @Text({ description: 'The old path within the space, in the format of the sources of site redirects.' })
  source!: string;
  @Id() page!: string;
}

export class ImportedSpace {
  @Id() id!: string;
  @Text() title!: string;
  @Nested(() => ImportedRedirect, {
    array: { max: 1000 },
    optional: true,
    description: 'The `redirects` in the `.gitbook.yaml` of the space, which can be created as redirects of a site.',
  })
  redirects?: ImportedRedirect[];
}

/** A part of the site that a source describes: what is in it, or the imported space that it shows. */
export interface ImportedSiteNode {
  type: 'section' | 'section-group' | 'space';
  title: string;
  path?: string;
  description?: string;
  icon?: string;
  default?: boolean;
  /** Of a space. */
  space?: string;
  children: ImportedSiteNode[];
}

export class ImportedSite {
  @Text({ optional: true }) title?: string;
  @Value({ type: 'array', items: { type: 'object' } }, (value) => Array.isArray(value) || 'must be a list')
  structure!: ImportedSiteNode[];
}

export class ImportProblem {
  @OneOf(['warning', 'error']) severity!: 'warning' | 'error';
  @Text({ max: 1024 }) file!: string;
  @Int({ optional: true }) line?: number;
  @Text({ max: 1000 }) message!: string;
}

export class ImportRun {
  @Const('content-import-run') object!: 'content-import-run';
  @Id() id!: string;
  @OneOf(importStatuses) status!: ImportStatus;
  @Foreign(userCards) createdBy!: User;
  @Timestamp() createdAt!: string;
  @Timestamp({ optional: true }) startedAt?: string;
  @Timestamp({ optional: true }) completedAt?: string;
  @Nested(() => ImportProgress) progress!: ImportProgress;
  @Nested(() => ImportedSpace, { array: true }) spaces!: ImportedSpace[];
  @Nested(() => ImportedSite, { optional: true, description: 'The site described by the `docs.yaml` of the source.' })
  site?: ImportedSite;
  @Nested(() => ImportProblem, { array: { max: 10_000 } }) problems!: ImportProblem[];
  @Text({ optional: true }) error?: string;
}

export class SpaceExport {
  @Url({ description: 'The URL at which the zip file is downloaded with GET. Valid for one hour.' }) url!: string;
}

export class SpaceExportRun {
  @Const('space-export-run') object!: 'space-export-run';
  @Id() id!: string;
  @OneOf(importStatuses) status!: ImportStatus;
  @Id({ description: 'The exported revision, which was the current one when the export was requested.' })
  revision!: string;
  @Foreign(userCards) createdBy!: User;
  @Timestamp() createdAt!: string;
  @Timestamp({ optional: true }) startedAt?: string;
  @Timestamp({ optional: true }) completedAt?: string;
  @Nested(() => ImportProgress) progress!: ImportProgress;
  @Url({
    optional: true,
    description:
      'The URL at which the zip file is downloaded with GET. Valid for one hour. Included from completion on, for two days.',
  })
  url?: string;
  @Text({ optional: true }) error?: string;
}

export const imports = contract('content', 'Imports', {
  exportSpace: get('/spaces/:spaceId/export', {
    summary: 'Get a small space as a zip file in Git Sync format',
    description: 'An export run takes a space of any size.',
    returns: SpaceExport,
    timeout: 30_000,
  }),
  startSpaceExport: post('/spaces/:spaceId/exports', {
    summary: 'Start an export of a space of any size as a zip file in Git Sync format',
    returns: SpaceExportRun,
    status: 201,
  }),
  getSpaceExport: get('/spaces/:spaceId/exports/:exportRunId', {
    summary: 'Get an export of a space with the URL of its zip file',
    returns: SpaceExportRun,
  }),
  cancelSpaceExport: post('/spaces/:spaceId/exports/:exportRunId/cancel', {
    summary: 'Cancel an export of a space',
    returns: SpaceExportRun,
    errors: [409],
  }),
  createStorageUpload: post('/orgs/:organizationId/storage/upload', {
    summary: 'Get a URL to which a file can be uploaded',
    body: CreateStorageUpload,
    returns: StorageUploadURL,
    status: 201,
  }),
  startImport: post('/org/:organizationId/imports', {
    summary: 'Start an import of documentation from uploaded files or a Git repository',
    body: StartImport,
    returns: ImportRun,
    status: 201,
    errors: [409],
  }),
  listImports: get('/org/:organizationId/imports', {
    summary: 'List import runs, newest first',
    query: PageQuery,
    returns: PageOf(ImportRun),
  }),
  getImport: get('/org/:organizationId/imports/:importRunId', { summary: 'Get an import run', returns: ImportRun }),
  cancelImport: post('/org/:organizationId/imports/:importRunId/cancel', {
    summary: 'Cancel an import run',
    returns: ImportRun,
    errors: [409],
  }),
});
