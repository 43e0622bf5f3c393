import { PassThrough, Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ZipFile } from 'yazl';
import type { GitBlob, SpaceExportRun } from '@bindery/contracts';
import { renderPage, type Document } from '@bindery/documents';
import { directoryOf, updateSummary, writeSummary, type SpaceSettings } from '@bindery/git-sync';
import { Storage } from '@bindery/storage';
import { storageKeyOf, type FileEntry } from '../../storage/files/file-entry';
import { DocumentRepository, type StoredDocument } from '../../model/pages/document.repository';
import type { DocumentPageEntry, PageEntry } from '../../model/pages/page-entry';
import { sourceOf, type PageSource } from '../../model/pages/page-source';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import type { RevisionAccess } from '../../revisions/revisions/revision.repository';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import { frontMatterOf } from '../../model/pages/written-front-matter';
import { placeContent, type ContentFolder } from './place-content';
import { relativeLinks, withPlacedLinks, type PlacedContent } from './placed-content';
import { bytesOfKept, layoutKey, textOfKept, treeHash, type SpaceLayout } from './settings-entries';
import { summaryNodes } from './summary-nodes';

/** Documents that are read in one statement. */
const batchSize = 100;

const plainSettings: SpaceSettings = { root: '', readme: 'README.md', summary: 'SUMMARY.md', redirects: {} };

type Pages = (readonly [string, PageEntry])[];

/** The parts of a revision that are exported. */
type ExportedContent = Pick<RevisionAccess, 'organizationId' | 'pages' | 'files' | 'reusableContents' | 'settings'>;

/** The same with the id of the revision. */
export type ExportedRevision = ExportedContent & Pick<RevisionAccess, 'id'>;

export type ExportProgress = SpaceExportRun['progress'];

type OnProgress = (progress: ExportProgress) => Promise<void>;

/** The content of a revision, with the path of each part. */
interface ExportContent {
  pages: Pages;
  /** Files that are not the source of a page. */
  files: (readonly [string, FileEntry])[];
  reusable: (readonly [string, ReusableContentEntry])[];
  layout: SpaceLayout | undefined;
  placed: PlacedContent;
}

/** One file of a space on disk. */
export interface ExportedFile {
  path: string;
  /** The object that the file holds, with its file of the last Git synchronisation; absent for settings and the table of contents. */
  owner?: { kind: 'page' | 'file' | 'reusable-content'; id: string; git?: GitBlob };
  content: Buffer | (() => Promise<Readable>);
  /** Whether compressing it is worthwhile; true by default. */
  compress?: boolean;
  /** The reason why the page's file could not be read; it is exported as it was imported. */
  unreadable?: string;
}

/** Writes a revision as a zip file in Git Sync format. Imported files that did not change since are the same byte for byte. */
@Injectable()
export class ExportSpace {
  constructor(
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
    private readonly storage: Storage,
  ) {}

  /** Stores the zip file, unless it is stored already, and returns its key. `onProgress` is called for each file. */
  async run(revision: ExportedRevision, onProgress: OnProgress = async () => undefined): Promise<string> {
    // Exports of a day expire together, so that none expires just after a user requested it again.
    const day = new Date().toISOString().slice(0, 10);
    const key = `exports/${revision.organizationId}/${revision.id}-${day}`;
    if (await this.storage.exists(key)) return key;
    const zip = new ZipFile();
    const out = new PassThrough();
    zip.outputStream.pipe(out);
    zip.outputStream.on('error', (error) => out.destroy(error as Error));
    const written = this.storage.put(key, out, { contentType: 'application/zip' });
    await Promise.all([written, this.fill(zip, revision, onProgress).catch((error: Error) => out.destroy(error))]);
    return key;
  }

  private async fill(zip: ZipFile, revision: ExportedRevision, onProgress: OnProgress): Promise<void> {
    const { progress, contents } = await this.open(revision);
    for await (const { path, owner, content, compress } of contents) {
      // A zip file would have a path with a letter of a drive for an absolute one.
      const name = path.replace(/^([a-z]):/i, '$1-');
      if (Buffer.isBuffer(content)) zip.addBuffer(content, name);
      else {
        const stream = await content();
        zip.addReadStream(stream, name, { compress });
        await new Promise<void>((resolve, reject) => stream.once('close', resolve).once('error', reject));
      }
      if (owner) progress[owner.kind === 'file' ? 'files' : 'pages'].done += 1;
      await onProgress(structuredClone(progress));
    }
    zip.end();
  }

  /** Every file of a revision in Git Sync format, beside other files of its folder. */
  async *contents(revision: ExportedContent, others?: ContentFolder['others']): AsyncGenerator<ExportedFile> {
    yield* (await this.open(revision, others)).contents;
  }

  /** The paths of these files. */
  async paths(revision: ExportedContent, others?: ContentFolder['others']): Promise<string[]> {
    const paths: string[] = [];
    for await (const { path } of this.contents(revision, others)) paths.push(path);
    return paths;
  }

  /** The files of a revision, and how many there are of each kind. */
  private async open(revision: ExportedContent, others?: ContentFolder['others']) {
    const { organizationId } = revision;
    const [pages, files, reusable, layouts] = await Promise.all([
      this.chunks.map<PageEntry>(organizationId).entries(revision.pages),
      this.chunks.map<FileEntry>(organizationId).entries(revision.files),
      this.chunks.map<ReusableContentEntry>(organizationId).entries(revision.reusableContents),
      this.chunks.map<SpaceLayout>(organizationId).get(revision.settings, [layoutKey]),
    ]);
    const layout = layouts.get(layoutKey);
    const folder = { root: layout?.settings.root ?? '', settings: settingsPaths(layout), others };
    const placed = placeContent(pages, files, reusable, folder);
    const written = pages.filter(([, { type }]) => type === 'document').length + reusable.length;
    const sources = new Set([...pages, ...reusable].flatMap(([, entry]) => fileOfSource(entry) ?? []));
    const assets = files.filter(([id]) => !sources.has(id));
    const progress: ExportProgress = { pages: { total: written, done: 0 }, files: { total: assets.length, done: 0 } };
    const contents = this.files(organizationId, { pages, files: assets, reusable, layout, placed });
    return { progress, contents };
  }

  private async *files(
    organizationId: string,
    { pages, files, reusable, layout, placed }: ExportContent,
  ): AsyncGenerator<ExportedFile> {
    yield* settingsFiles(pages, placed, layout);
    yield* this.pageFiles(organizationId, pages, placed);
    yield* this.reusableFiles(organizationId, reusable, placed);
    for (const [id, entry] of files)
      yield {
        path: placed.files.get(id)!,
        owner: { kind: 'file', id, git: entry.git },
        content: () => this.bytesOf(organizationId, placed.files.get(id)!, entry),
        compress: !/^(image\/(?!svg)|video|audio)/.test(entry.contentType),
      };
  }

  private async *pageFiles(organization: string, pages: Pages, placed: PlacedContent): AsyncGenerator<ExportedFile> {
    const own = pages.filter((item): item is readonly [string, DocumentPageEntry] => item[1].type === 'document');
    for (let at = 0; at < own.length; at += batchSize) {
      const some = own.slice(at, at + batchSize);
      const stored = await this.documents.findAll(
        organization,
        some.flatMap(([, { document }]) => document ?? []),
      );
      for (const [id, entry] of some) {
        const path = placed.pages.get(id)!;
        const owner = { kind: 'page' as const, id, git: entry.git };
        if (sourceOf(entry)) yield* this.sourceFile(organization, path, entry, owner);
        else {
          const text = pageText(entry, path, stored.get(entry.document ?? ''), placed);
          yield { path, owner, content: Buffer.from(text) };
        }
      }
    }
  }

  private async *reusableFiles(
    organization: string,
    reusable: (readonly [string, ReusableContentEntry])[],
    placed: PlacedContent,
  ): AsyncGenerator<ExportedFile> {
    const stored = await this.documents.findAll(
      organization,
      reusable.flatMap(([, { document }]) => document ?? []),
    );
    for (const [id, entry] of reusable) {
      const { title, document } = entry;
      const path = placed.reusableContents.get(id)!;
      const owner = { kind: 'reusable-content' as const, id, git: entry.git };
      if (sourceOf(entry)) {
        yield* this.sourceFile(organization, path, entry, owner);
        continue;
      }
      const { body, markdown } = stored.get(document ?? '') ?? { body: undefined, markdown: '' };
      const text =
        markdown !== null
          ? withPlacedLinks(markdown, path, placed)
          : renderPage(
              { frontMatter: { title }, document: JSON.parse(body!) as Document },
              { links: relativeLinks(path, placed) },
            );
      yield { path, owner, content: Buffer.from(text) };
    }
  }

  /** The imported file of a page; none if its bytes are not available, so that nothing is written over it. */
  private *sourceFile(
    organization: string,
    path: string,
    entry: object,
    owner: NonNullable<ExportedFile['owner']>,
  ): Generator<ExportedFile> {
    const { bytes, unreadable } = sourceOf(entry)!;
    const problem = unreadable && { unreadable };
    if (bytes) yield { path, owner, content: () => this.bytesOf(organization, path, bytes), ...problem };
  }

  private async bytesOf(organization: string, path: string, entry: FileEntry): Promise<Readable> {
    const stored = await this.storage.get(storageKeyOf(organization, entry));
    if (!stored) throw new Error(`The bytes of ${path} are missing from the storage`);
    return stored.stream as Readable;
  }
}

/** The id under which the files of the space contain the file of a page, which is exported as the page, or no longer. */
const fileOfSource = (entry: { source?: PageSource } | PageEntry): string | undefined =>
  'source' in entry ? entry.source?.file : undefined;

const summaryPath = ({ root, summary }: SpaceSettings): string => (root ? `${root}/${summary}` : summary);

/** The paths that describe a space, with or without a file. */
function settingsPaths(layout: SpaceLayout | undefined): string[] {
  const { settings, sources = {} } = layout ?? { settings: plainSettings };
  const { root, readme } = settings;
  return ['.gitbook.yaml', root ? `${root}/${readme}` : readme, summaryPath(settings), ...Object.keys(sources)];
}

function settingsFiles(pages: Pages, placed: PlacedContent, layout: SpaceLayout | undefined): ExportedFile[] {
  const path = summaryPath(layout?.settings ?? plainSettings);
  const unchanged = layout !== undefined && layout.tree === treeHash(pages);
  const { [path]: own, ...others } = layout?.sources ?? {};
  const kept = Object.entries(others).map(([name, source]) => ({ path: name, content: bytesOfKept(source) }));
  // A space without a table of contents of its own, whose pages did not move, needs none.
  if (unchanged) return own === undefined ? kept : [...kept, { path, content: bytesOfKept(own) }];
  const nodes = summaryNodes(pages, relativeLinks(path, placed));
  const update = { folder: directoryOf(path), ignored: new Set(layout?.ignored) };
  const before = textOfKept(own);
  const written = before === undefined ? writeSummary(nodes) : updateSummary(before, nodes, update);
  return [...kept, { path, content: Buffer.from(written) }];
}

function pageText(
  entry: DocumentPageEntry,
  path: string,
  stored: StoredDocument | undefined,
  placed: PlacedContent,
): string {
  if (stored?.markdown != null) return withPlacedLinks(stored.markdown, path, placed);
  const links = relativeLinks(path, placed);
  const document = stored
    ? (JSON.parse(stored.body) as Document)
    : { object: 'document' as const, data: {}, nodes: [] };
  return renderPage({ frontMatter: frontMatterOf(entry, links), title: entry.title, document }, { links });
}
