import { Injectable } from '@nestjs/common';
import { conflict, languages, type ImportedSpace, type Language } from '@bindery/contracts';
import { JobInputError, JobHandler, type JobContext } from '@bindery/jobs';
import type { SiteSettings, SpaceFolder } from '@bindery/git-sync';
import { newId } from '@bindery/persistence';
import { BranchRepository } from '../../drafts/branches/branch.repository';
import { CommitDraft } from '../../drafts/branches/commit-draft';
import { CommitRevision } from '../../revisions/revisions/commit-revision';
import type { RevisionContent } from '../../model/pages/revision-content';
import { RevisionRepository, type Head } from '../../revisions/revisions/revision.repository';
import { CreateSpace } from '../../revisions/revisions/create-space';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import { ImportProblems } from './import-problems';
import { ImportSpace, type ImportedContent } from './import-space';
import { importedSite } from './imported-site';
import { importJob, type ImportInput, type ImportProgress, type ImportResult } from './import.job';
import { inputError, OpenSources } from './open-source';
import { nothingBefore, previousContent, type PreviousContent } from './previous-content';
import { SourceReader } from './source-reader';
import { wellFormed } from '../../storage/well-formed';

/** One space that was read, ready to be stored. */
interface Ready {
  folder: SpaceFolder;
  imported: ImportedContent;
}

/** Runs imports: opens the source, reads its spaces, and publishes them all at once when everything is stored. */
@Injectable()
export class ImportWorker {
  constructor(
    private readonly sources: OpenSources,
    private readonly reader: SourceReader,
    private readonly spaces: ImportSpace,
    private readonly chunks: ChunkRepository,
    private readonly revisions: RevisionRepository,
    private readonly createSpace: CreateSpace,
    private readonly commit: CommitRevision,
    private readonly branches: BranchRepository,
    private readonly commitDraft: CommitDraft,
  ) {}

  @JobHandler(importJob)
  async import(input: ImportInput, context: JobContext<ImportProgress>): Promise<ImportResult> {
    const head = await this.headOf(input, context.organizationId);
    const problems = new ImportProblems();
    const previous = head ? await previousContent(this.chunks, head) : nothingBefore;
    const { ready, site } = await this.read(input, context, problems, previous).catch((error: unknown) => {
      throw inputError(error);
    });
    if (ready.length === 0) throw new JobInputError('The source has no Markdown pages');
    if (head && ready.length > 1)
      throw new JobInputError(`The source has ${ready.length} spaces; import it without target.space`);
    const result = await context.complete(async () => {
      const spaces = await this.store(input, context.organizationId, ready, head);
      const ids = new Map(ready.map(({ folder }, index) => [folder.directory, spaces[index]!.id]));
      return { spaces, ...(site && { site: importedSite(site, ids) }), problems: problems.list() };
    });
    await this.sources.discard(input.source);
    return result;
  }

  private async read(
    input: ImportInput,
    context: JobContext<ImportProgress>,
    problems: ImportProblems,
    previous: PreviousContent,
  ): Promise<{ ready: Ready[]; site?: SiteSettings }> {
    const ready: Ready[] = [];
    let site: SiteSettings | undefined;
    let finished: ImportProgress = { pages: { total: 0, done: 0 }, files: { total: 0, done: 0 } };
    for await (const files of this.sources.open(input.source)) {
      const repository = await this.reader.repository(files);
      for (const problem of [...(files.problems ?? []), ...repository.problems]) problems.add(problem);
      site ??= repository.site;
      for (const folder of repository.spaces) {
        const { directory } = folder;
        const onProgress = (progress: ImportProgress) => context.report(added(finished, progress));
        const imported = await this.spaces.run({
          organization: context.organizationId,
          files,
          directory,
          previous,
          problems,
          onProgress,
        });
        if (!imported) {
          if (directory)
            problems.add({ severity: 'error', file: directory, message: 'The folder has no pages and was left out' });
          continue;
        }
        finished = added(finished, imported.progress);
        ready.push({ folder, imported });
      }
    }
    return { ready, ...(site && { site }) };
  }

  private async store(input: ImportInput, organization: string, ready: Ready[], head?: Head): Promise<ImportedSpace[]> {
    const { user } = input;
    if (head) {
      const [{ imported }] = ready as [Ready];
      const redirects = redirectsOf(imported);
      if (input.changeRequest) await this.replaceDraft(head, input.changeRequest, user, imported.content);
      else
        await this.commit.run({ space: head.spaceId, organization, parent: head.id, user, content: imported.content });
      return [{ id: head.spaceId, title: head.title, ...redirects }];
    }
    const stored: ImportedSpace[] = [];
    for (const { folder, imported } of ready) {
      const title = (ready.length === 1 ? input.title : undefined) ?? folder.title ?? imported.firstTitle;
      const space = { id: newId(), title: wellFormed([...title].slice(0, 50).join('')) };
      await this.createSpace.run(
        { ...space, organizationId: organization, createdBy: user, ...languageOf(folder) },
        imported.content,
      );
      stored.push({ ...space, ...redirectsOf(imported) });
    }
    return stored;
  }

  /** An import that replaces a whole draft also resolves its conflicts. */
  private async replaceDraft({ id, spaceId }: Head, changeRequest: string, user: string, content: RevisionContent) {
    const branch = await this.branches.lock(spaceId, changeRequest);
    if (!branch || branch.merged) throw new JobInputError('The change request is merged or no longer exists');
    if (branch.head !== id) throw conflict('The change request has changed in the meantime');
    await this.commitDraft.run(branch, { user, content, conflicts: [] });
  }

  /** The head to replace, if there is one. */
  private async headOf({ space, changeRequest }: ImportInput, organization: string): Promise<Head | undefined> {
    if (!space) return undefined;
    const head = await this.revisions.headOf(space, changeRequest);
    // It may have been transferred to another organization.
    if (head?.organizationId !== organization) throw new JobInputError('The content to replace no longer exists');
    return head;
  }
}

const redirectsOf = ({ redirects }: ImportedContent): Pick<ImportedSpace, 'redirects'> =>
  redirects.length > 0 ? { redirects } : {};

function added(a: ImportProgress, b: ImportProgress): ImportProgress {
  const sum = (name: 'pages' | 'files') => ({
    total: a[name].total + b[name].total,
    done: a[name].done + b[name].done,
  });
  return { pages: sum('pages'), files: sum('files') };
}

const languageOf = ({ language }: SpaceFolder): { language?: Language } =>
  languages.includes(language as Language) ? { language: language as Language } : {};
