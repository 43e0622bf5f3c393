import { PassThrough, Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ZipFile } from 'yazl';
import { renderPage, type Document } from '@bindery/documents';
import { writeSummary, type SpaceSettings } from '@bindery/git-sync';
import { Storage } from '@bindery/storage';
import { storageKeyOf, type FileEntry } from '../files/file-entry';
import { DocumentRepository, type StoredDocument } from '../pages/document.repository';
import type { DocumentPageEntry, PageEntry } from '../pages/page-entry';
import type { ReusableContentEntry } from '../pages/reusable-content-entry';
import type { RevisionAccess } from '../revisions/revision.repository';
import { ChunkRepository } from '../store/chunk.repository';
import { frontMatterOf } from './front-matter';
import { placeContent } from './place-content';
import { relativeLinks, type PlacedContent } from './placed-content';
import { layoutKey, treeHash, type SpaceLayout } from './settings-entries';
import { summaryNodes } from './summary-nodes';

/** Documents that are read in one statement. */
const batchSize = 100;

const plainSettings: SpaceSettings = { root: '', readme: 'README.md', summary: 'SUMMARY.md', redirects: {} };

type Pages = (readonly [string, PageEntry])[];

/** What of a revision is exported. */
export type ExportedContent = Pick<
  RevisionAccess,
  'organizationId' | 'pages' | 'files' | 'reusableContents' | 'settings'
>;

/** One file of a space on disk. */
export interface ExportedFile {
  path: string;
  /** What of the space it holds; absent for settings and the table of contents. */
  owner?: { kind: 'page' | 'file' | 'reusable-content'; id: string };
  content: Buffer | (() => Promise<Readable>);
  /** Whether compressing it is worth the while; where nothing is said, it is. */
  compress?: boolean;
}

/** Writes a revision as a zip file in Git Sync format. What was imported and not changed since comes back byte for byte. */
@Injectable()
export class ExportSpace {
  constructor(
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
    private readonly storage: Storage,
  ) {}

  /** Puts the zip file into the storage, unless it is there already, and answers its key. */
  async run(revision: RevisionAccess): Promise<string> {
    // A day's exports go together when they are old, so that none goes just after it was asked for again.
    const day = new Date().toISOString().slice(0, 10);
    const key = `exports/${revision.organizationId}/${revision.id}-${day}`;
    if (await this.storage.exists(key)) return key;
    const zip = new ZipFile();
    const out = new PassThrough();
    zip.outputStream.pipe(out);
    zip.outputStream.on('error', (error) => out.destroy(error as Error));
    const written = this.storage.put(key, out, { contentType: 'application/zip' });
    await Promise.all([written, this.fill(zip, revision).catch((error: Error) => out.destroy(error))]);
    return key;
  }

  private async fill(zip: ZipFile, revision: RevisionAccess): Promise<void> {
    for await (const { path, content, compress } of this.contents(revision)) {
      if (Buffer.isBuffer(content)) zip.addBuffer(content, path);
      else {
        const stream = await content();
        zip.addReadStream(stream, path, { compress });
        await new Promise<void>((resolve, reject) => stream.once('close', resolve).once('error', reject));
      }
    }
    zip.end();
  }

  /** Every file of a revision in Git Sync format. */
  async *contents(revision: ExportedContent): AsyncGenerator<ExportedFile> {
    const { organizationId } = revision;
    const [pages, files, reusable, layouts] = await Promise.all([
      this.chunks.map<PageEntry>(organizationId).entries(revision.pages),
      this.chunks.map<FileEntry>(organizationId).entries(revision.files),
      this.chunks.map<ReusableContentEntry>(organizationId).entries(revision.reusableContents),
      this.chunks.map<SpaceLayout>(organizationId).get(revision.settings, [layoutKey]),
    ]);
    const layout = layouts.get(layoutKey);
    const placed = placeContent(pages, files, reusable, layout?.settings.root ?? '');
    yield* settingsFiles(pages, placed, layout);
    yield* this.pageFiles(organizationId, pages, placed);
    yield* this.reusableFiles(organizationId, reusable, placed);
    for (const [id, entry] of files)
      yield {
        path: placed.files.get(id)!,
        owner: { kind: 'file', id },
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
        const text = pageText(entry, path, stored.get(entry.document ?? ''), placed);
        yield { path, owner: { kind: 'page', id }, content: Buffer.from(text) };
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
    for (const [id, { title, document }] of reusable) {
      const path = placed.reusableContents.get(id)!;
      const { body, markdown } = stored.get(document ?? '') ?? { body: undefined, markdown: '' };
      const text =
        markdown ??
        renderPage(
          { frontMatter: { title }, document: JSON.parse(body!) as Document },
          { links: relativeLinks(path, placed) },
        );
      yield { path, owner: { kind: 'reusable-content', id }, content: Buffer.from(text) };
    }
  }

  private async bytesOf(organization: string, path: string, entry: FileEntry): Promise<Readable> {
    const stored = await this.storage.get(storageKeyOf(organization, entry));
    if (!stored) throw new Error(`The bytes of ${path} are missing from the storage`);
    return stored.stream as Readable;
  }
}

function settingsFiles(pages: Pages, placed: PlacedContent, layout: SpaceLayout | undefined): ExportedFile[] {
  const { root, summary } = layout?.settings ?? plainSettings;
  const path = root ? `${root}/${summary}` : summary;
  const unchanged = layout !== undefined && layout.tree === treeHash(pages);
  const kept = Object.entries(layout?.sources ?? {})
    .filter(([name]) => name !== path || unchanged)
    .map(([name, source]) => ({ path: name, content: Buffer.from(source) }));
  // A space without a table of contents of its own, whose pages are where they were, needs none.
  if (unchanged) return kept;
  const written = writeSummary(summaryNodes(pages, placed, relativeLinks(path, placed)));
  return [...kept, { path, content: Buffer.from(written) }];
}

function pageText(
  entry: DocumentPageEntry,
  path: string,
  stored: StoredDocument | undefined,
  placed: PlacedContent,
): string {
  if (stored?.markdown != null) return stored.markdown;
  const links = relativeLinks(path, placed);
  const document = stored
    ? (JSON.parse(stored.body) as Document)
    : { object: 'document' as const, data: {}, nodes: [] };
  return renderPage({ frontMatter: frontMatterOf(entry, links), title: entry.title, document }, { links });
}
