import type { FileSource } from './archive-source';
import type { DocumentRepository } from '../pages/document.repository';
import type { DocumentPageEntry } from '../pages/page-entry';
import type { ReusableContentEntry } from '../pages/reusable-content-entry';
import { ArchiveError } from './archive-source';
import { DocumentBatch } from './document-batch';
import { blobId } from './git-blob';
import type { ImportProblems } from './import-problems';
import { ReadingError } from './reading/reading-process';
import type { ReadingProcesses } from './reading/reading-processes';
import type { KnownPaths, PageReading } from './reading/reading-tasks';
import { JobInputError } from '@bindery/jobs';
import { sourceText } from './source-files';

/** What the table of documents takes. */
const maxBodyLength = 32 * 1024 * 1024;
/** After so many pages that no process survives, a source is not read any further. */
const maxLost = 10;

interface ReadFile extends PageReading {
  oid: string;
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
    private readonly problems: ImportProblems,
  ) {
    this.batch = new DocumentBatch(documents, organization);
  }

  /** The entry with what the page's file says. A file that cannot be read leaves an empty page and a problem. */
  async page(file: string, entry: DocumentPageEntry, previous: string | undefined): Promise<DocumentPageEntry> {
    const read = await this.read(file, previous);
    if (!read) return { ...entry, title: entry.title || nameOf(file) };
    const { title, settings, oid, hash } = read;
    const git = { oid, path: this.place(file) };
    return { ...entry, ...settings, title: entry.title || title || nameOf(file), git, document: hash };
  }

  /** Undefined, with a problem, for a file that cannot be read. */
  async reusableContent(file: string, previous: string | undefined): Promise<ReusableContentEntry | undefined> {
    const read = await this.read(file, previous);
    if (!read) return undefined;
    const { title = nameOf(file), oid, hash } = read;
    return { title, document: hash, git: { oid, path: this.place(file) } };
  }

  /** Stores what is left to be stored. */
  flush(): Promise<void> {
    return this.batch.flush();
  }

  private async read(file: string, previous: string | undefined): Promise<ReadFile | undefined> {
    try {
      const { text: markdown, bytes } = await sourceText(this.files, file);
      const before = previous && (await this.documents.findAll(this.organization, [previous])).get(previous)?.body;
      const reading = await this.processes.run(
        { kind: 'page', file, markdown, ...(before && { previous: before }) },
        this.known,
      );
      for (const { line, message } of reading.problems) this.problems.add({ severity: 'warning', file, line, message });
      this.problems.omit(file, reading.omitted);
      if (reading.body.length > maxBodyLength) throw new ReadingError('it holds too much formatting');
      for (const path of reading.files) this.used.add(path);
      await this.batch.add({ hash: reading.hash, body: reading.body, markdown });
      return { ...reading, oid: blobId(bytes) };
    } catch (error) {
      this.explain(file, error);
      return undefined;
    }
  }

  private explain(file: string, error: unknown): void {
    if (error instanceof ArchiveError)
      return this.problems.add({
        severity: 'error',
        file,
        line: 1,
        message: `${error.message} The page was left empty.`,
      });
    if (!(error instanceof ReadingError)) throw error;
    this.problems.add({ severity: 'error', file, line: 1, message: `The page was left empty: ${error.message}` });
    if (error.lost && ++this.lost > maxLost)
      throw new JobInputError(`${file} is one of more than ${maxLost} pages that take too long to read`);
  }
}

const nameOf = (file: string): string =>
  file.slice(file.lastIndexOf('/') + 1).replace(/\.(md|markdown)$/i, '') || 'Untitled';
