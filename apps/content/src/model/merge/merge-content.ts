import type { FileEntry } from '../../storage/files/file-entry';
import type { StoredDocument } from '../pages/document.repository';
import type { NewDocument } from '../pages/new-document';
import type { PageEntry } from '../pages/page-entry';
import type { ReusableContentEntry } from '../pages/reusable-content-entry';
import type { RevisionContent } from '../pages/revision-content';
import type { Chunk } from '../../storage/store/chunk';
import type { PersistentMap } from '../../storage/store/persistent-map';
import type { Conflict } from './conflict';
import { DocumentMerges } from './document-merges';
import { documentsOf, mergeContent, mergePage } from './merge-entry';
import { mergeFiles } from './merge-files';
import { mergeMaps, touchedByDraft, type MapMerge } from './merge-maps';
import { PageTree } from './page-tree';
import { decide, decideFields, type Versions } from './three-way';

/** Reads the chunks and documents that revisions refer to. */
export interface ContentSource {
  map<V extends NonNullable<unknown>>(): PersistentMap<V>;
  documents(hashes: string[]): Promise<ReadonlyMap<string, StoredDocument>>;
}

/** A content in its common version, and as main and the draft have it. */
type ContentVersions = Required<Record<keyof Versions<unknown>, RevisionContent>>;

export interface MergedContent {
  content: RevisionContent;
  /** The data to store before the content is used. */
  chunks: Chunk[];
  documents: NewDocument[];
  /** The changes of both sides, in an order that depends on the contents alone. */
  conflicts: Conflict[];
}

/**
 * Merges the changes of main and a draft to a content: by page and by block, see README.md. The result depends on the three
 * contents alone. Only chunks in which a side differs are read.
 */
export async function mergeRevisions(source: ContentSource, versions: ContentVersions): Promise<MergedContent> {
  const { base, main, draft } = versions;
  const documents = new DocumentMerges((hashes) => source.documents(hashes));
  const chunks: Chunk[] = [];
  const write = async <V extends NonNullable<unknown>>(root: string, changes: ReadonlyMap<string, V | null>) => {
    const update = await source.map<V>().update(root, changes);
    chunks.push(...update.chunks);
    return update.root;
  };
  const pages = await mergePages(source, versions, documents);
  const reusable = await mergeReusable(source, versions, documents);
  const files = mergeFiles((await touched<FileEntry>(source, versions, 'files')).draft);
  const settings = mergeMaps<object>('page', (await touched<object>(source, versions, 'settings')).draft, (_, both) => [
    both.main,
    [],
  ]);
  const variables = decideFields({ base: base.variables, main: main.variables, draft: draft.variables });
  const content: RevisionContent = {
    pages: await write(main.pages, pages.changes),
    slugs: await write(main.slugs, pages.slugs),
    files: await write(main.files, files.changes),
    reusableContents: await write(main.reusableContents, reusable.changes),
    settings: await write(main.settings, settings.changes),
    variables: variables.values as RevisionContent['variables'],
    git: decide({ base: base.git, main: main.git, draft: draft.git }).value ?? null,
  };
  const conflicts = [
    ...pages.conflicts,
    ...reusable.conflicts,
    ...files.conflicts,
    ...variables.conflicts.map((id): Conflict => ({
      object: 'variable',
      id,
      reason: 'both-edited',
      main: main.variables[id],
      draft: draft.variables[id],
    })),
  ];
  return { content, chunks, documents: documents.made, conflicts };
}

/** The keys of a map that a side changed; those of the draft with their versions. */
async function touched<E extends object>(
  source: ContentSource,
  { base, main, draft }: ContentVersions,
  name: 'pages' | 'files' | 'reusableContents' | 'settings',
): Promise<{ keys: string[]; draft: [string, Versions<E>][] }> {
  const map = source.map<E>();
  const ofDraft = await map.diff(base[name], draft[name]);
  const ofMain = await map.diff(base[name], main[name]);
  const keys = new Set([...ofMain, ...ofDraft].map(({ key }) => key));
  return { keys: [...keys].sort(), draft: touchedByDraft(ofMain, ofDraft) };
}

async function mergePages(
  source: ContentSource,
  versions: ContentVersions,
  documents: DocumentMerges,
): Promise<MapMerge<PageEntry> & { slugs: Map<string, string | null> }> {
  const { keys, draft } = await touched<PageEntry>(source, versions, 'pages');
  await load(documents, draft);
  const merge = mergeMaps('page', draft, (_, both) => mergePage(both, documents));
  if (draft.length === 0) return { ...merge, slugs: new Map() };
  const tree = new PageTree(source.map(), source.map(), versions, merge);
  return { ...merge, slugs: await tree.repair(keys) };
}

async function mergeReusable(
  source: ContentSource,
  versions: ContentVersions,
  documents: DocumentMerges,
): Promise<MapMerge<ReusableContentEntry>> {
  const { draft } = await touched<ReusableContentEntry>(source, versions, 'reusableContents');
  await load(documents, draft);
  return mergeMaps('reusable-content', draft, (_, both) => mergeContent(both, documents));
}

/** Reads the documents that both sides changed. */
async function load(documents: DocumentMerges, touchedEntries: readonly [string, Versions<object>][]): Promise<void> {
  const both = touchedEntries.filter(([, { base, main, draft }]) => main && draft && main !== base);
  await documents.load(both.flatMap(([, entries]) => Object.values(documentsOf(entries))));
}
