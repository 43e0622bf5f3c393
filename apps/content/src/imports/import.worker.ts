import { Injectable } from '@nestjs/common';
import { languages, type ImportedSpace, type ImportProblem, type Language } from '@bindery/contracts';
import { JobInputError, Works, type JobContext } from '@bindery/jobs';
import { readRepository, type SpaceFolder } from '@bindery/git-sync';
import { newId } from '@bindery/persistence';
import type { FileEntry } from '../files/file-entry';
import type { PageEntry } from '../pages/page-entry';
import type { ReusableContentEntry } from '../pages/reusable-content-entry';
import { CommitRevision } from '../revisions/commit-revision';
import { RevisionRepository, type Head } from '../revisions/revision.repository';
import { CreateSpace } from '../spaces/create-space';
import { ChunkRepository } from '../store/chunk.repository';
import { ImportSpace, type ImportedContent } from './import-space';
import { importJob, type ImportInput, type ImportProgress, type ImportResult } from './import.job';
import { inputError, OpenSources, type OpenSource } from './open-source';
import type { PreviousContent } from './page-import';

/** One space that was read, ready to be stored. */
interface Ready {
  folder: SpaceFolder;
  imported: ImportedContent;
}

const maxProblems = 1_000;

/** Does imports: opens the source, reads its spaces, and lets them appear all at once when everything is stored. */
@Injectable()
export class ImportWorker {
  constructor(
    private readonly sources: OpenSources,
    private readonly spaces: ImportSpace,
    private readonly chunks: ChunkRepository,
    private readonly revisions: RevisionRepository,
    private readonly createSpace: CreateSpace,
    private readonly commit: CommitRevision,
  ) {}

  @Works(importJob)
  async import(input: ImportInput, context: JobContext<ImportProgress>): Promise<ImportResult> {
    const problems: ImportProblem[] = [];
    const ready: Ready[] = [];
    const head = input.space ? await this.headOf(input.space) : undefined;
    const previous = head ? await this.previous(head) : nothing;
    const finished = { pages: { total: 0, done: 0 }, files: { total: 0, done: 0 } };
    for await (const source of this.sources.open(input.source)) {
      await this.readSource(
        source,
        async (folder) => {
          const imported = await this.spaces.run(
            context.organizationId,
            source.files,
            folder.directory,
            previous,
            (progress) => context.report(added(finished, progress)),
          );
          Object.assign(finished, added(finished, imported.progress));
          problems.push(...imported.problems);
          ready.push({ folder, imported });
        },
        problems,
      );
    }
    if (input.space && ready.length !== 1)
      throw new JobInputError(`The source holds ${ready.length} spaces; import it without naming a space`);
    const result = await context.complete(async () => ({
      spaces: await this.store(input, context.organizationId, ready, head),
      problems: problems.slice(0, maxProblems),
    }));
    await this.sources.discard(input.source);
    return result;
  }

  private async readSource(
    source: OpenSource,
    read: (folder: SpaceFolder) => Promise<void>,
    problems: ImportProblem[],
  ): Promise<void> {
    try {
      const repository = await readRepository(source.files);
      problems.push(...repository.problems);
      for (const folder of repository.spaces) await read(folder);
    } catch (error) {
      throw inputError(error);
    }
  }

  private async store(input: ImportInput, organization: string, ready: Ready[], head?: Head): Promise<ImportedSpace[]> {
    const { user } = input;
    if (head) {
      const [{ imported }] = ready as [Ready];
      await this.commit.run({ space: head.spaceId, organization, parent: head.id, user, content: imported.content });
      return [{ id: head.spaceId, title: head.title }];
    }
    const stored: ImportedSpace[] = [];
    for (const { folder, imported } of ready) {
      const title = (ready.length === 1 ? input.title : undefined) ?? folder.title ?? imported.firstTitle ?? 'Imported';
      const space = { id: newId(), title: [...title].slice(0, 50).join('') };
      await this.createSpace.run(
        { ...space, organizationId: organization, createdBy: user, ...languageOf(folder) },
        imported.content,
      );
      stored.push(space);
    }
    return stored;
  }

  private async headOf(space: string): Promise<Head> {
    const head = await this.revisions.headOf(space);
    if (!head) throw new JobInputError('The space does not exist any more');
    return head;
  }

  /** What the space holds now by path, so that what stays keeps its id. */
  private async previous({ organizationId, pages, files, reusableContents }: Head): Promise<PreviousContent> {
    const byPath = async <E extends { git?: { path: string } }>(root: string) => {
      const entries = await this.chunks.map<E>(organizationId).entries(root);
      return new Map(entries.flatMap(([id, { git }]) => (git ? [[git.path, id] as const] : [])));
    };
    return {
      pages: await byPath<PageEntry>(pages),
      files: await byPath<FileEntry>(files),
      reusableContents: await byPath<ReusableContentEntry>(reusableContents),
    };
  }
}

const nothing: PreviousContent = { pages: new Map(), files: new Map(), reusableContents: new Map() };

function added(a: ImportProgress, b: ImportProgress): ImportProgress {
  const sum = (name: 'pages' | 'files') => ({
    total: a[name].total + b[name].total,
    done: a[name].done + b[name].done,
  });
  return { pages: sum('pages'), files: sum('files') };
}

const languageOf = ({ language }: SpaceFolder): { language?: Language } =>
  languages.includes(language as Language) ? { language: language as Language } : {};
