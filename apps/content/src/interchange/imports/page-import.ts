import { referencesOf, type Document } from '@bindery/documents';
import { JobInputError } from '@bindery/jobs';
import { WorkerError } from '@bindery/service/processes';
import type { DocumentRepository } from '../../model/pages/document.repository';
import type { DocumentPageEntry } from '../../model/pages/page-entry';
import { sourceOf, type PageSource } from '../../model/pages/page-source';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import { ArchiveError, type FileSource } from './archive-source';
import type { AssetImport } from './asset-import';
import { UndecodableError } from './decode-source';
import { DocumentBatch } from './document-batch';
import { blobId } from './git-blob';
import type { ImportProblems } from './import-problems';
import type { ReadingProcesses } from './reading/reading-processes';
import type { KnownPaths } from '../../model/pages/file-paths';
import type { PageReading } from './reading/reading-tasks';
import { textOf } from './source-files';
import { unreadableDocument } from './unreadable-document';

/** The limit of the table of documents. */
const maxBodyLength = 32 * 1024 * 1024;
/** After so many pages whose processes died, the rest of a source is not read. */
const maxLost = 10;

/** The stored content of a file from before the import. */
type PreviousPage = Pick<DocumentPageEntry, 'document' | 'git' | 'source'>;

/** The result of reading a file: its document, and the file itself where it contains more than the document. */
interface ReadFile extends Partial<Pick<PageReading, 'title' | 'settings'>> {
  document: string;
  source?: PageSource;
  git?: DocumentPageEntry['git'];
}

/** Reads the pages of one space of a source and stores their documents. */
export class PageImport {
  /** Files of the source that pages use. */
  readonly used = new Set<string>();
  private readonly batch: DocumentBatch;
  private lost = 0;

  constructor(
    private readonly organization: string,
    private readonly files: FileSource,
    private readonly place: (path: string) => string,
    private readonly known: KnownPaths,
    private readonly processes: ReadingProcesses,
    private readonly documents: DocumentRepository,
    private readonly assets: AssetImport,
    private readonly problems: ImportProblems,
  ) {
    this.batch = new DocumentBatch(documents, organization);
  }

  /** The entry with the settings in the page's file. An unreadable file is kept as it is, and the page shows the reason. */
  async page(file: string, entry: DocumentPageEntry, previous: PreviousPage | undefined): Promise<DocumentPageEntry> {
    const { title, settings, ...read } = await this.read(file, previous);
    return { ...entry, ...settings, title: entry.title || title || nameOf(file), ...read };
  }

  /** The same for a reusable content. */
  async reusableContent(file: string, previous: PreviousPage | undefined): Promise<ReusableContentEntry> {
    const { title = nameOf(file), settings: _, ...read } = await this.read(file, previous);
    return { title, ...read };
  }

  /** Stores the rest of the batch. */
  flush(): Promise<void> {
    return this.batch.flush();
  }

  private async read(file: string, previous: PreviousPage | undefined): Promise<ReadFile> {
    const bytes = await this.files.read(file).catch((error: unknown) => {
      if (error instanceof ArchiveError) return error;
      throw error;
    });
    if (bytes instanceof ArchiveError) return this.damaged(file, bytes, previous);
    const git = { oid: blobId(bytes), path: this.place(file) };
    try {
      return { ...(await this.readText(file, bytes, previous?.document)), git };
    } catch (error) {
      if (!(error instanceof UndecodableError || error instanceof WorkerError)) throw error;
      const lost = error instanceof WorkerError && error.isLost;
      const reason = error.message.replace(/[.]?$/, '.');
      // The load of the machine must not decide: an earlier reading of the same bytes still applies.
      if (lost && previous?.document && previous.git?.oid === git.oid && !sourceOf(previous)?.unreadable) {
        this.report(file, `The page was left as it was: ${reason}`);
        return { ...(await this.leave(previous.document, previous)), git };
      }
      const kept = await this.opaque(file, bytes, reason);
      if (lost && ++this.lost > maxLost)
        throw new JobInputError(`More than ${maxLost} pages cannot be read, one of them is ${file}: ${reason}`);
      return { ...kept, git };
    }
  }

  private async readText(file: string, bytes: Buffer, previous: string | undefined): Promise<Omit<ReadFile, 'git'>> {
    const { text: markdown, encoding } = textOf(bytes);
    const before = previous && (await this.documents.findAll(this.organization, [previous])).get(previous)?.body;
    const reading = await this.processes.run(
      { kind: 'page', file, markdown, ...(before && { previous: before }) },
      this.known,
    );
    if (reading.body.length > maxBodyLength) throw new WorkerError('it has too much formatting', 'task');
    for (const { line, message } of reading.problems) this.problems.add({ severity: 'warning', file, line, message });
    this.problems.omit(file, reading.omitted);
    for (const path of reading.files) this.used.add(path);
    const { title, settings, hash: document, body } = reading;
    await this.batch.add({ hash: document, body, markdown });
    const read = { ...(title !== undefined && { title }), settings, document };
    if (!encoding) return read;
    this.problems.add({
      severity: 'warning',
      file,
      line: 1,
      message: `The file is in ${encoding}. It stays as it is until the page is edited, which writes it in UTF-8.`,
    });
    return { ...read, source: { ...(await this.keep(file, bytes)), document } };
  }

  /** A page that shows the reason why its file is unreadable, with the file. */
  private async opaque(file: string, bytes: Buffer, reason: string): Promise<Omit<ReadFile, 'git'>> {
    this.report(file, `The page could not be read and its file is kept as it is: ${reason}`);
    const kept = await this.keep(file, bytes);
    const made = unreadableDocument(reason, kept.file);
    await this.batch.add(made);
    return { document: made.hash, source: { ...kept, document: made.hash, unreadable: reason } };
  }

  /** A file whose bytes are not available: an existing page stays as it was. */
  private async damaged(
    file: string,
    { message }: ArchiveError,
    previous: PreviousPage | undefined,
  ): Promise<ReadFile> {
    if (previous?.document) {
      this.report(file, `The page was left as it was: ${message}`);
      const { git } = previous;
      return { ...(await this.leave(previous.document, previous)), ...(git && { git }) };
    }
    this.report(file, `The page could not be read: ${message}`);
    const made = unreadableDocument(message, undefined);
    await this.batch.add(made);
    return { document: made.hash, source: { document: made.hash, unreadable: message } };
  }

  /** A page that stays as it was, with the files that it uses. */
  private async leave(document: string, { source }: PreviousPage): Promise<Omit<ReadFile, 'git'>> {
    const body = (await this.documents.findAll(this.organization, [document])).get(document)?.body;
    const ids = new Set(
      (body === undefined ? [] : referencesOf(JSON.parse(body) as Document)).flatMap(({ ref }) =>
        ref.kind === 'file' ? [ref.file] : ref.kind === 'page' ? [ref.page] : [],
      ),
    );
    for (const paths of [this.known.files, this.known.unlisted])
      for (const [path, id] of paths) if (ids.has(id)) this.used.add(path);
    return { document, ...(source && { source }) };
  }

  private async keep(path: string, bytes: Buffer): Promise<Required<Pick<PageSource, 'file' | 'bytes'>>> {
    return { file: this.known.files.get(path)!, bytes: await this.assets.storeBytes(path, bytes) };
  }

  private report(file: string, message: string): void {
    this.problems.add({ severity: 'error', file, line: 1, message });
  }
}

const nameOf = (file: string): string =>
  file.slice(file.lastIndexOf('/') + 1).replace(/\.(md|markdown)$/i, '') || 'Untitled';
