import { Injectable } from '@nestjs/common';
import type { GitCommit, ImportProblem } from '@bindery/contracts';
import { JobInputError, type JobContext } from '@bindery/jobs';
import { ExportSpace } from '../exports/export-space';
import { openFolder } from '../imports/archive-folder';
import type { GitClone } from '../imports/git-clone';
import { ImportProblems } from '../imports/import-problems';
import { ImportSpace } from '../imports/import-space';
import { inputError } from '../imports/open-source';
import { previousContent, type PreviousRevision } from '../imports/previous-content';
import type { RevisionContent } from '../../model/pages/revision-content';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import type { GitSyncInput, GitSyncProgress } from './git-sync.job';

/** The content of a space at a commit. */
export interface ReadContent {
  content: RevisionContent;
  /** The paths of its files, relative to the space's folder. */
  paths: string[];
  problems: ImportProblem[];
}

/** Reads the content of a space from a clone. */
@Injectable()
export class ReadClone {
  constructor(
    private readonly chunks: ChunkRepository,
    private readonly spaces: ImportSpace,
    private readonly exports: ExportSpace,
  ) {}

  /** `before` is its base. Throws `JobInputError` for a clone without pages. */
  async read(
    clone: GitClone,
    input: GitSyncInput,
    before: PreviousRevision & Pick<RevisionContent, 'variables'>,
    context: JobContext<GitSyncProgress>,
  ): Promise<ReadContent> {
    const { organizationId: organization, variables } = before;
    const problems = new ImportProblems();
    const files = await openFolder(clone.folder).catch((error: unknown) => {
      throw inputError(error);
    });
    const read = await this.spaces
      .run({
        organization,
        files,
        directory: input.directory,
        previous: await previousContent(this.chunks, before),
        problems,
        onProgress: () => context.report({ stage: 'content_process' }),
      })
      .catch((error: unknown) => {
        throw inputError(error);
      })
      .finally(() => files.close());
    if (!read) throw new JobInputError(withoutPages(input, files.paths()));
    await context.report({ stage: 'finalize' });
    const git: GitCommit = {
      oid: clone.commit,
      message: clone.message,
      createdByGitBook: false,
      ...(input.commitUrl && { url: `${input.commitUrl.replace(/\/$/, '')}/${clone.commit}` }),
      ref: input.ref,
    };
    const content = { ...read.content, variables, git };
    return {
      content,
      paths: await this.exports.paths({ ...content, organizationId: organization }),
      problems: problems.list(),
    };
  }
}

/** The reason why there are no pages: the folder is missing, or it contains none. */
function withoutPages({ directory, ref }: GitSyncInput, paths: readonly string[]): string {
  if (directory && !paths.some((path) => path.startsWith(`${directory}/`)))
    return `repoProjectDirectory is ${directory}, and ${ref} of the repository has no such folder. ${remedyFor(directory, paths)}`;
  const where = directory ? `The folder ${directory} (repoProjectDirectory)` : 'The repository';
  return `${where} has no Markdown pages at ${ref}`;
}

function remedyFor(directory: string, paths: readonly string[]): string {
  const start = `${directory}/`.toLowerCase();
  const alike = paths.find((path) => path.toLowerCase().startsWith(start))?.slice(0, directory.length);
  if (alike) return `It has ${alike}: upper and lower case differ`;
  if (paths.includes(directory))
    return 'It has a file with that name; set repoProjectDirectory to the folder of the file';
  return 'Set repoProjectDirectory to the folder with the pages, or leave it out for the whole repository';
}
