import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { readSpaceTree, type FileSource, type SpaceTree } from '@bindery/git-sync';
import type { ImportProblem } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { Storage } from '@bindery/storage';
import { DocumentRepository } from '../pages/document.repository';
import { slugKeyOf, type DocumentPageEntry, type PageEntry } from '../pages/page-entry';
import type { ReusableContentEntry } from '../pages/reusable-content-entry';
import type { RevisionContent } from '../revisions/revision-content';
import { ChunkRepository } from '../store/chunk.repository';
import { PersistentMap } from '../store/persistent-map';
import { AssetImport } from './asset-import';
import type { ImportProgress } from './import.job';
import { importLinks, type KnownPaths } from './link-resolver';
import { PageImport, type PreviousContent } from './page-import';
import { treeEntries } from './tree-entries';
import { settingsEntries } from '../exports/settings-entries';

/** How far the import of one space is; called often. */
export type OnProgress = (progress: ImportProgress) => Promise<void>;

export interface ImportedContent {
  content: RevisionContent;
  problems: ImportProblem[];
  progress: ImportProgress;
  /** The title of the first page, for a space that has no other. */
  firstTitle?: string;
}

/** Documents that are stored in one statement. */
const batchSize = 100;
/** Files that are read before others may have their turn. */
const storedAtOnce = 20;

/** Reads one space of a source and stores all it holds, except the revision that will point at it. */
@Injectable()
export class ImportSpace {
  constructor(
    private readonly storage: Storage,
    private readonly documents: DocumentRepository,
    private readonly chunks: ChunkRepository,
  ) {}

  /** `previous` is what the space holds now: pages and files of the same path keep their ids. */
  async run(
    organization: string,
    files: FileSource,
    directory: string,
    previous: PreviousContent,
    onProgress: OnProgress,
  ): Promise<ImportedContent> {
    const space = await readSpaceTree(files, directory);
    const problems: ImportProblem[] = [...space.problems];
    const place = (path: string) => (directory ? path.slice(directory.length + 1) : path);
    const placed = treeEntries(space.tree, (path) => previous.pages.get(place(path)) ?? newId());
    const reusableIds = new Map(
      space.includes.map((path) => [path, previous.reusableContents.get(place(path)) ?? newId()]),
    );
    const assets = new AssetImport(files, place, previous.files, this.storage, organization);
    for (const path of space.assets) assets.idOf(path);
    const known: KnownPaths = { pages: placed.ids, reusableContents: reusableIds, fileId: (path) => assets.idOf(path) };

    const pages = new Map<string, PageEntry>(placed.entries);
    const reader = new PageImport(files, place, this.documents, organization, problems);
    let done = 0;
    const progress = (): ImportProgress => ({
      pages: { total: placed.pages.length, done },
      files: { total: assets.wanted, done: assets.stored },
    });
    const report = () => onProgress(progress());
    for (const { id, file } of placed.pages) {
      const links = importLinks(file, known, (url) => reader.broken(url));
      pages.set(id, await reader.page(file, pages.get(id) as DocumentPageEntry, links));
      done++;
      if (done % batchSize === 0) await reader.flush();
      if (done % 10 === 0) await nextTurn();
      if (done % 50 === 0) await report();
    }
    const reusable = await this.includes(space, reusableIds, reader, known);
    await reader.flush();
    while (assets.stored < assets.wanted) {
      problems.push(...(await assets.store(storedAtOnce)));
      await report();
    }
    await report();
    const content = await this.store(organization, {
      pages,
      reusable,
      files: assets.entries,
      settings: settingsEntries(space.sources, space.settings, pages),
    });
    const first = placed.pages[0];
    return { content, problems, progress: progress(), ...(first && { firstTitle: pages.get(first.id)!.title }) };
  }

  private async includes(space: SpaceTree, ids: Map<string, string>, reader: PageImport, known: KnownPaths) {
    const reusable: [string, ReusableContentEntry][] = [];
    for (const path of space.includes) {
      const links = importLinks(path, known, (url) => reader.broken(url));
      const entry = await reader.reusableContent(path, links);
      if (entry) reusable.push([ids.get(path)!, entry]);
    }
    return reusable;
  }

  private async store(
    organization: string,
    maps: {
      pages: Map<string, PageEntry>;
      reusable: [string, ReusableContentEntry][];
      files: Iterable<[string, object]>;
      settings: [string, object][];
    },
  ): Promise<RevisionContent> {
    const slugs = [...maps.pages].flatMap(([id, entry]) => {
      const key = slugKeyOf(entry);
      return key === undefined ? [] : [[key, id] as const];
    });
    const built = {
      pages: PersistentMap.fromEntries(maps.pages),
      slugs: PersistentMap.fromEntries(slugs),
      files: PersistentMap.fromEntries(maps.files),
      reusableContents: PersistentMap.fromEntries(maps.reusable),
      settings: PersistentMap.fromEntries(maps.settings),
    };
    for (const { chunks } of Object.values(built)) await this.chunks.insert(organization, chunks);
    const roots = Object.fromEntries(Object.entries(built).map(([name, { root }]) => [name, root])) as Record<
      keyof typeof built,
      string
    >;
    return { ...roots, variables: {}, git: null };
  }
}
