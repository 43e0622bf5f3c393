import { Injectable } from '@nestjs/common';
import type { ImportedRedirect, ImportProblem } from '@bindery/contracts';
import { twinsOf } from '@bindery/git-sync';
import { newId } from '@bindery/persistence';
import { settingsEntries } from '../exports/settings-entries';
import { FileStore } from '../../storage/files/file-store';
import { DocumentRepository } from '../../model/pages/document.repository';
import { formerSlugKey, slugKeyOf, type DocumentPageEntry, type PageEntry } from '../../model/pages/page-entry';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import type { RevisionContent } from '../../model/pages/revision-content';
import { canonicalJson } from '../../storage/store/canonical-json';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import { PersistentMap } from '../../storage/store/persistent-map';
import type { FileSource } from './archive-source';
import { AssetImport } from './asset-import';
import { forEachConcurrently } from '../../storage/for-each-concurrently';
import type { ImportProblems } from './import-problems';
import type { ImportProgress } from './import.job';
import { importedRedirects } from './imported-redirects';
import { FollowRenames } from './follow-renames';
import { PageImport } from './page-import';
import type { PreviousEntry, PreviousContent } from './previous-content';
import type { KnownPaths } from '../../model/pages/file-paths';

import { ReadingProcesses } from './reading/reading-processes';
import { placeIn } from './source-files';
import { SourceReader, type DescribedSpace } from './source-reader';
import { treeEntries, type PlacedPages } from './tree-entries';
import { UnlistedPages } from './unlisted-pages';

interface SpaceSource {
  organization: string;
  files: FileSource;
  directory: string;
  /** The present content of the space: matching content keeps its ids, and matching blocks their keys. */
  previous: PreviousContent;
  problems: ImportProblems;
  /** Called from time to time with the progress of the space. */
  onProgress: (progress: ImportProgress) => Promise<void>;
}

export interface ImportedContent {
  content: RevisionContent;
  progress: ImportProgress;
  /** The title of the first page, for a space that has no other. */
  firstTitle: string;
  redirects: ImportedRedirect[];
}

/** Reads one space of a source and stores all its content, except the revision that will refer to it. */
@Injectable()
export class ImportSpace {
  constructor(
    private readonly fileStore: FileStore,
    private readonly documents: DocumentRepository,
    private readonly chunks: ChunkRepository,
    private readonly processes: ReadingProcesses,
    private readonly reader: SourceReader,
    private readonly renames: FollowRenames,
  ) {}

  /** Undefined when there are no pages. */
  async run(source: SpaceSource): Promise<ImportedContent | undefined> {
    const { organization, files, directory, problems, onProgress } = source;
    const space = await this.reader.space(files, directory);
    for (const problem of [...space.problems, ...nameProblems(files.paths(), directory)]) problems.add(problem);
    const place = placeIn(directory);
    const previous = await this.renames.follow(source, space, place);
    const placed = treeEntries(space.tree, previous, place);
    const [first] = placed.pages;
    if (!first) return undefined;

    const known = knownPaths(files.paths(), placed, space, previous, place);
    const assets = new AssetImport(organization, files, place, known.files, this.fileStore, problems);
    const pages = new PageImport(organization, files, place, known, this.processes, this.documents, assets, problems);
    let done = 0;
    const progress = (): ImportProgress => ({
      pages: { total: placed.pages.length, done },
      files: { total: assets.wanted, done: assets.stored },
    });
    const report = () => onProgress(progress());

    const readPage = async ({ id, file }: PlacedPages['pages'][number]) => {
      const before = previous.pages.get(place(file));
      const entry = await pages.page(file, placed.entries.get(id) as DocumentPageEntry, documentOf(before?.entry));
      placed.entries.set(id, entry);
      if (++done % 50 === 0) await report();
    };
    const readPages = forEachConcurrently(placed.pages, this.processes.size + 1, readPage);
    // Pages are read in other processes and files wait for the disk, so both run at the same time.
    await bothSettled(readPages, assets.store(space.assets, report));
    const reusable = new Map<string, ReusableContentEntry>();
    await forEachConcurrently(space.includes, this.processes.size + 1, async (path) => {
      const entry = await pages.reusableContent(path, previous.reusableContents.get(place(path))?.entry);
      reusable.set(known.reusableContents.get(path)!, entry);
    });
    const unlisted = new UnlistedPages(known.unlisted, placed, previous, place);
    for (let more = unlisted.take(pages.used); more.length > 0; more = unlisted.take(pages.used))
      await forEachConcurrently(more, this.processes.size + 1, readPage);
    for (const problem of unlisted.problems()) problems.add(problem);
    await assets.store(
      [...pages.used].filter((path) => !known.unlisted.has(path)),
      report,
    );
    await pages.flush();
    await report();
    keepTimes(placed.entries, previous);
    const settings = settingsEntries(space.sources, space, placed.entries);
    const content = await this.store(
      organization,
      {
        pages: placed.entries,
        reusableContents: reusable,
        files: assets.entries,
        settings: new Map(settings),
      },
      previous,
    );
    const redirects = importedRedirects(space, placed.ids, problems, directory);
    return { content, progress: progress(), firstTitle: placed.entries.get(first.id)!.title, redirects };
  }

  private async store(
    organization: string,
    maps: Record<'pages' | 'files' | 'reusableContents' | 'settings', ReadonlyMap<string, object>> & {
      pages: ReadonlyMap<string, PageEntry>;
    },
    previous: PreviousContent,
  ): Promise<RevisionContent> {
    const slugs = slugsOf(maps.pages, previous);
    const store = async <V extends NonNullable<unknown>>(entries: Iterable<readonly [string, V]>): Promise<string> => {
      const { root, chunks } = PersistentMap.fromEntries(entries);
      await this.chunks.insert(organization, chunks);
      return root;
    };
    return {
      pages: await store(maps.pages),
      slugs: await store(slugs),
      files: await store(maps.files),
      reusableContents: await store(maps.reusableContents),
      settings: await store(maps.settings),
      variables: {},
      git: null,
    };
  }
}

/** Files of the space whose names collide on some systems. */
const nameProblems = (paths: readonly string[], directory: string): ImportProblem[] =>
  twinsOf(paths.filter((path) => !directory || path.startsWith(`${directory}/`))).map(([one, other]) => ({
    severity: 'warning',
    file: other,
    message: `It differs from ${one} only in case, or in the form of letters: some systems take both for one file. Rename one of them.`,
  }));

/** The slugs of the pages, and the slugs that they had before. */
function slugsOf(pages: ReadonlyMap<string, PageEntry>, previous: PreviousContent): Map<string, string> {
  const slugs = new Map([...previous.formerSlugs].filter(([, id]) => pages.has(id)));
  for (const { id, entry: before } of previous.pages.values()) {
    const entry = pages.get(id);
    const [old, key] = [slugKeyOf(before), entry && slugKeyOf(entry)];
    if (entry && old !== undefined && old !== key) slugs.set(formerSlugKey(old), id);
  }
  for (const [id, entry] of pages) {
    const key = slugKeyOf(entry);
    if (key !== undefined) slugs.set(key, id);
  }
  return slugs;
}

/** Every file of the source gets an id before a page is read, so that processes can resolve links on their own. */
function knownPaths(
  paths: string[],
  placed: PlacedPages,
  space: DescribedSpace,
  previous: PreviousContent,
  place: (path: string) => string,
): KnownPaths {
  const idsOf = (own: string[], before: ReadonlyMap<string, PreviousEntry<unknown>>) =>
    new Map(own.map((path) => [path, before.get(place(path))?.id ?? newId()]));
  return {
    pages: placed.ids,
    unlisted: idsOf(space.unlisted, previous.pages),
    reusableContents: idsOf(space.includes, previous.reusableContents),
    files: idsOf(paths, previous.files),
  };
}

const documentOf = (entry: PageEntry | undefined): DocumentPageEntry | undefined =>
  entry?.type === 'document' ? entry : undefined;

/** A page that existed before keeps its creation time, and its update time if it did not change. */
function keepTimes(pages: Map<string, PageEntry>, previous: PreviousContent): void {
  const before = new Map([...previous.pages.values()].map(({ id, entry }) => [id, entry]));
  for (const [id, entry] of pages) {
    const old = before.get(id);
    if (!old) continue;
    const { createdAt, updatedAt } = old;
    const unchanged = canonicalJson({ ...entry, createdAt, updatedAt }) === canonicalJson(old);
    pages.set(id, { ...entry, createdAt, ...(unchanged && { updatedAt }) });
  }
}

/** Waits for both, also when one fails, so that nothing continues after the call. */
async function bothSettled(one: Promise<void>, other: Promise<void>): Promise<void> {
  await Promise.allSettled([one, other]);
  await Promise.all([one, other]);
}
