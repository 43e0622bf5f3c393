import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { referencesOf, type Document } from '@bindery/documents';
import { JobInputError, JobHandler, type JobContext } from '@bindery/jobs';
import { Storage } from '@bindery/storage';
import { ComputedPages } from '../../revisions/computed/computed-pages';
import type { ComputedBody } from '../../revisions/computed/computed-content';
import { evaluatedFor } from '../../revisions/evaluation/evaluated-for';
import { storageKeyOf, type FileEntry } from '../../storage/files/file-entry';
import { DocumentRepository } from '../../model/pages/document.repository';
import { byOrder, isOfSpecification, type ComputedEntry, type PageEntry } from '../../model/pages/page-entry';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import { ContentIncluder, deepest, includedIn, type IncludedContent } from './included-contents';
import type { PdfPage, PdfTask } from './pdf-task';
import { failureKeyOf, pdfJob, type PdfInput } from './pdf.job';
import { PdfPrinter, PrintError } from './pdf-printer';

/** The limits of one PDF: it is built in memory. */
const maxPages = 2_000;
const maxCharacters = 64 * 1024 * 1024;
const maxImageBytes = 128 * 1024 * 1024;
/**
 * Milliseconds for scripts that compute documents of one PDF, and between retries of a late or failed one. Of pages that
 * are not computed by then, the PDF has only the titles.
 */
const computingTime = 20_000;
const lookEvery = 500;

type PrintedEntry = PageEntry | ComputedEntry;

/** Makes PDFs of revisions. */
@Injectable()
export class PdfWorker {
  constructor(
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
    private readonly storage: Storage,
    private readonly computed: ComputedPages,
    private readonly printer: PdfPrinter,
  ) {}

  @JobHandler(pdfJob)
  async make(input: PdfInput, context: JobContext<object>): Promise<null> {
    if (await this.storage.exists(input.key)) return null;
    try {
      const bytes = await this.print(await this.task(input), context.signal);
      await this.storage.put(input.key, bytes, { contentType: 'application/pdf', size: bytes.length });
      return null;
    } catch (error) {
      if (!(error instanceof JobInputError)) throw error;
      const reason = Buffer.from(error.message);
      await this.storage.put(failureKeyOf(input.key), reason, { contentType: 'text/plain', size: reason.length });
      throw error;
    }
  }

  /** An image that cannot be decoded ends the process, so a failed PDF is printed again without images. */
  private async print(task: PdfTask, signal: AbortSignal): Promise<Buffer> {
    try {
      return await this.printer.print(task, signal).catch((error: unknown) => {
        if (!(error instanceof PrintError) || task.images.size === 0) throw error;
        return this.printer.print({ ...task, images: new Map() }, signal);
      });
    } catch (error) {
      throw error instanceof PrintError ? new JobInputError(error.message) : error;
    }
  }

  private async task(input: PdfInput): Promise<PdfTask> {
    const { title, organization, space, pages: root, files, page, only } = input;
    const computed = await this.computed.all({ organizationId: organization, space, pages: root });
    const stored = await this.chunks.map<PageEntry>(organization).entries(root);
    const entries = new Map(computed ? stored.flatMap((item) => computed.instead.get(item[0]) ?? [item]) : stored);
    const chosen = inOrder(entries, page, only);
    if (chosen.length > maxPages)
      throw new JobInputError(`A PDF can have at most ${maxPages} pages; request one page with the pages below it`);
    const pages: PdfPage[] = [];
    let characters = 0;
    const count = (more: number) => {
      if ((characters += more) <= maxCharacters) return;
      throw new JobInputError('The content has too much text for one PDF; request one page with the pages below it');
    };
    const computeUntil = Date.now() + computingTime;
    for (const { id, entry, depth } of chosen) {
      const description = 'description' in entry ? entry.description : undefined;
      const body = await this.bodyOf(input, entry, computeUntil);
      count(body?.length ?? 0);
      const document: Document = body ? (JSON.parse(body) as Document) : { object: 'document', data: {}, nodes: [] };
      pages.push({ id, title: entry.title, ...(description && { description }), depth, document });
    }
    const included = await this.included(
      input,
      pages.map(({ document }) => document),
    );
    const includer = new ContentIncluder(input.space, included, count);
    for (const printed of pages) printed.document = includer.document(printed.document);
    const titles = new Map([...entries].map(([id, entry]) => [id, entry.title]));
    return { title, pages, titles, images: await this.images(organization, files, pages) };
  }

  /** The reusable contents that documents show, also within others, by id. */
  private async included(
    { organization, space, reusableContents: root, variables = {} }: PdfInput,
    documents: readonly Document[],
  ): Promise<Map<string, IncludedContent>> {
    const included = new Map<string, IncludedContent>();
    let open = documents;
    for (let depth = 0; root !== undefined && open.length > 0 && depth < deepest; depth++) {
      const ids = open.flatMap((document) => includedIn(document, space)).filter((id) => !included.has(id));
      const entries = await this.chunks.map<ReusableContentEntry>(organization).get(root, [...new Set(ids)]);
      const hashes = [...entries.values()].flatMap(({ document }) => document ?? []);
      const stored = await this.documents.findAll(organization, hashes);
      open = [...entries].flatMap(([id, { document: hash }]) => {
        const found = hash === undefined ? undefined : stored.get(hash);
        if (!found) return [];
        const { body } = evaluatedFor({ variables }, found, { evaluated: 'deterministic-only' });
        const document = JSON.parse(body) as Document;
        included.set(id, { document, size: body.length });
        return [document];
      });
    }
    return included;
  }

  /** The document of a page as JSON; undefined where it has none. */
  private async bodyOf(
    { organization: organizationId, space, variables = {} }: PdfInput,
    entry: PrintedEntry,
    computeUntil: number,
  ): Promise<string | undefined> {
    if ('computedSeed' in entry && !isOfSpecification(entry)) {
      let latest: ComputedBody | undefined;
      while (!latest?.isCurrent && Date.now() < computeUntil) {
        if (latest) await sleep(lookEvery);
        latest = await this.computed.document({ organizationId, space }, entry);
      }
      return latest?.body;
    }
    const hash = documentOf(entry);
    const stored = hash && (await this.documents.findAll(organizationId, [hash])).get(hash);
    if (!stored) return undefined;
    const page = 'variables' in entry ? entry.variables : undefined;
    // Only members get a PDF with expressions over visitors, which stand in it as they are written.
    return evaluatedFor({ variables }, stored, { evaluated: 'deterministic-only', page }).body;
  }

  private async images(
    organization: string,
    root: string,
    pages: readonly PdfPage[],
  ): Promise<Map<string, Uint8Array>> {
    const shown = pages.flatMap(({ document }) =>
      referencesOf(document).flatMap(({ ref, kind }) => (kind === 'image' && ref.kind === 'file' ? [ref.file] : [])),
    );
    const images = new Map<string, Uint8Array>();
    let left = maxImageBytes;
    for (const [id, entry] of await this.chunks.map<FileEntry>(organization).get(root, [...new Set(shown)])) {
      if (!/^image\/(png|jpeg)$/.test(entry.contentType) || entry.size > left) continue;
      const stored = await this.storage.get(storageKeyOf(organization, entry));
      if (!stored) continue;
      left -= entry.size;
      images.set(id, await buffer(stored.stream));
    }
    return images;
  }
}

/** Computed content of specifications is printed as text. */
function documentOf(entry: PrintedEntry): string | undefined {
  if (isOfSpecification(entry)) return entry.content.readable;
  return 'document' in entry ? entry.document : undefined;
}

/** A page that is printed. */
interface PrintedPage {
  id: string;
  entry: PrintedEntry;
  depth: number;
}

/** Pages with content in reading order; hidden ones only if the caller requests them. */
function inOrder(entries: ReadonlyMap<string, PrintedEntry>, page: string | undefined, only: boolean): PrintedPage[] {
  const children = new Map<string, [string, PrintedEntry][]>();
  for (const item of entries) children.set(item[1].parent, [...(children.get(item[1].parent) ?? []), item]);
  const found: PrintedPage[] = [];
  const first = page === undefined ? undefined : entries.get(page);
  if (page !== undefined && first && only) return [{ id: page, entry: first, depth: 0 }];
  const open: [id: string, entry: PrintedEntry, depth: number][] = [];
  const push = (parent: string, depth: number) =>
    open.push(
      ...(children.get(parent) ?? [])
        .sort(byOrder)
        .reverse()
        .map(([id, entry]): [string, PageEntry, number] => [id, entry, depth]),
    );
  if (page !== undefined && first) open.push([page, first, 0]);
  else push('', 0);
  // A stack rather than recursion: a tree may be deeper than the call stack.
  for (let at = open.pop(); at; at = open.pop()) {
    const [id, entry, depth] = at;
    const isHidden = 'hidden' in entry && entry.hidden && id !== page;
    if (entry.type === 'link' || entry.type === 'computed' || isHidden) continue;
    found.push({ id, entry, depth });
    push(id, depth + 1);
  }
  return found;
}
