import { Injectable } from '@nestjs/common';
import type { ImportedRedirect } from '@bindery/contracts';
import { type SpaceTree } from '@bindery/git-sync';
import { newId } from '@bindery/persistence';
import { settingsEntries } from '../exports/settings-entries';
import { FileStore } from '../files/file-store';
import { DocumentRepository } from '../pages/document.repository';
import { slugKeyOf, type DocumentPageEntry, type PageEntry } from '../pages/page-entry';
import type { ReusableContentEntry } from '../pages/reusable-content-entry';
import type { RevisionContent } from '../revisions/revision-content';
import { canonicalJson } from '../store/canonical-json';
import { ChunkRepository } from '../store/chunk.repository';
import { PersistentMap } from '../store/persistent-map';
import type { FileSource } from './archive-source';
import { AssetImport } from './asset-import';
import { eachAtOnce } from './each-at-once';
import type { ImportProblems } from './import-problems';
import type { ImportProgress } from './import.job';
import { importedRedirects } from './imported-redirects';
import { PageImport } from './page-import';
import type { Known, PreviousContent } from './previous-content';
import type { KnownPaths } from './reading/reading-tasks';
import { ReadingProcesses } from './reading/reading-processes';
import { placeIn } from './source-files';
import { SourceReader } from './source-reader';
import { treeEntries, type PlacedPages } from './tree-entries';

export interface SpaceSource {
  organization: string;
  files: FileSource;
  directory: string;
  /** What the space holds now: what stays keeps its ids, and blocks their keys. */
  previous: PreviousContent;
  problems: ImportProblems;
  /** Is told how far the space is, now and then. */
  onProgress: (progress: ImportProgress) => Promise<void>;
}

export interface ImportedContent {
  content: RevisionContent;
  progress: ImportProgress;
  /** The title of the first page, for a space that has no other. */
  firstTitle: string;
  redirects: ImportedRedirect[];
}

/** Reads one space of a source and stores all it holds, except the revision that will point at it. */
@Injectable()
export class ImportSpace {
  constructor(
    private readonly fileStore: FileStore,
    private readonly documents: DocumentRepository,
    private readonly chunks: ChunkRepository,
    private readonly processes: ReadingProcesses,
    private readonly reader: SourceReader,
  ) {}

  /** Undefined when there are no pages. */
  async run(source: SpaceSource): Promise<ImportedContent | undefined> {
    const { organization, files, directory, previous, problems, onProgress } = source;
    const space = await this.reader.space(files, directory);
    for (const problem of space.problems) problems.add(problem);
    const place = placeIn(directory);
    const placed = treeEntries(space.tree, previous, place);
    const [first] = placed.pages;
    if (!first) return undefined;

    const known = knownPaths(files.paths(), placed, space, previous, place);
    const pages = new PageImport(organization, files, place, known, this.processes, this.documents, problems);
    const assets = new AssetImport(organization, files, place, known.files, this.fileStore, problems);
    let done = 0;
    const progress = (): ImportProgress => ({
      pages: { total: placed.pages.length, done },
      files: { total: assets.wanted, done: assets.stored },
    });
    const report = () => onProgress(progress());

    const readPages = eachAtOnce(placed.pages, this.processes.size + 1, async ({ id, file }) => {
      const before = previous.pages.get(place(file));
      const entry = await pages.page(file, placed.entries.get(id) as DocumentPageEntry, documentOf(before?.entry));
      placed.entries.set(id, entry);
      if (++done % 50 === 0) await report();
    });
    // Pages are read in processes and files wait for the disk: neither holds the other up.
    await bothSettled(readPages, assets.store(space.assets, report));
    const reusable = new Map<string, ReusableContentEntry>();
    await eachAtOnce(space.includes, this.processes.size + 1, async (path) => {
      const entry = await pages.reusableContent(path, previous.reusableContents.get(place(path))?.entry.document);
      if (entry) reusable.set(known.reusableContents.get(path)!, entry);
    });
    await assets.store(pages.used, report);
    await pages.flush();
    await report();
    keepTimes(placed.entries, previous);
    const settings = settingsEntries(space.sources, space.settings, placed.entries);
    const content = await this.store(organization, {
      pages: placed.entries,
      reusableContents: reusable,
      files: assets.entries,
      settings: new Map(settings),
    });
    const redirects = importedRedirects(space, placed.ids, problems, directory);
    return { content, progress: progress(), firstTitle: placed.entries.get(first.id)!.title, redirects };
  }

  private async store(
    organization: string,
    maps: Record<'pages' | 'files' | 'reusableContents' | 'settings', ReadonlyMap<string, object>> & {
      pages: ReadonlyMap<string, PageEntry>;
    },
  ): Promise<RevisionContent> {
    const slugs = new Map<string, string>();
    for (const [id, entry] of maps.pages) {
      const key = slugKeyOf(entry);
      if (key !== undefined) slugs.set(key, id);
    }
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

/** Every file of the source has an id before a page is read, so that processes can resolve links on their own. */
function knownPaths(
  paths: string[],
  placed: PlacedPages,
  space: SpaceTree,
  previous: PreviousContent,
  place: (path: string) => string,
): KnownPaths {
  const idsOf = (own: string[], before: ReadonlyMap<string, Known<unknown>>) =>
    new Map(own.map((path) => [path, before.get(place(path))?.id ?? newId()]));
  return {
    pages: placed.ids,
    reusableContents: idsOf(space.includes, previous.reusableContents),
    files: idsOf(paths, previous.files),
  };
}

const documentOf = (entry: PageEntry | undefined): string | undefined =>
  entry?.type === 'document' ? entry.document : undefined;

/** A page that was there before was created then; one that did not change was updated then as well. */
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

/** Waits for both, also when one fails, so that nothing goes on behind the caller's back. */
async function bothSettled(one: Promise<void>, other: Promise<void>): Promise<void> {
  await Promise.allSettled([one, other]);
  await Promise.all([one, other]);
}
