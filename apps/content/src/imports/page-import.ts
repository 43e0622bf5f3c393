import { parsePage, type Document, type LinkResolver } from '@bindery/documents';
import type { FileSource } from '@bindery/git-sync';
import type { ImportProblem } from '@bindery/contracts';
import type { DocumentRepository, StoredDocument } from '../pages/document.repository';
import type { DocumentPageEntry } from '../pages/page-entry';
import type { ReusableContentEntry } from '../pages/reusable-content-entry';
import { textHash } from '../store/canonical-json';
import { ArchiveError } from './archive-source';
import { settingsOf } from './front-matter';
import { blobId } from './git-blob';

/** What a space holds before an import: path of each file to the id that it keeps. */
export interface PreviousContent {
  pages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
  reusableContents: ReadonlyMap<string, string>;
}

/** A page of more bytes is refused: nobody reads it, and it would hold up everybody else. */
const maxPageBytes = 5 * 1024 * 1024;
/** Problems that are told one by one. */
const maxProblems = 1_000;

/** Reads pages of a source one after the other and collects their documents for storing. */
export class PageImport {
  private pending: ({ hash: string } & StoredDocument)[] = [];
  private brokenHere = new Set<string>();

  constructor(
    private readonly files: FileSource,
    private readonly place: (path: string) => string,
    private readonly documents: DocumentRepository,
    private readonly organization: string,
    private readonly problems: ImportProblem[],
  ) {}

  /** Notes that the page that is being read links to something that is not there. */
  broken(url: string): void {
    this.brokenHere.add(url);
  }

  /** The entry with what the page's file says. A file that cannot be read leaves an empty page and a problem. */
  async page(file: string, entry: DocumentPageEntry, links: LinkResolver): Promise<DocumentPageEntry> {
    const source = await this.source(file);
    if (source === undefined) return { ...entry, title: entry.title || file };
    const { frontMatter, title, document } = this.parse(file, source, links) ?? {};
    if (!frontMatter || !document) return { ...entry, title: entry.title || file };
    return {
      ...entry,
      ...settingsOf(frontMatter, links),
      title: entry.title || frontMatter.title || title || file.slice(file.lastIndexOf('/') + 1).replace(/\.md$/i, ''),
      git: { oid: blobId(Buffer.from(source)), path: this.place(file) },
      document: this.keep(document, source),
    };
  }

  async reusableContent(file: string, links: LinkResolver): Promise<ReusableContentEntry | undefined> {
    const source = await this.source(file);
    if (source === undefined) return undefined;
    const { frontMatter, title, document } = this.parse(file, source, links) ?? {};
    if (!frontMatter || !document) return undefined;
    const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.md$/i, '');
    return {
      title: frontMatter.title ?? title ?? name,
      document: this.keep(document, source),
      git: { oid: blobId(Buffer.from(source)), path: this.place(file) },
    };
  }

  /** Stores the documents that were collected. */
  async flush(): Promise<void> {
    if (this.pending.length === 0) return;
    await this.documents.insert(this.organization, this.pending);
    this.pending = [];
  }

  private async source(file: string): Promise<string | undefined> {
    try {
      const source = await this.files.text(file);
      if (source.length <= maxPageBytes) return source;
      this.problem('error', file, `The page is larger than ${maxPageBytes} bytes and was left empty`);
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      this.problem('error', file, error.message);
    }
    return undefined;
  }

  private parse(file: string, source: string, links: LinkResolver) {
    this.brokenHere.clear();
    try {
      const page = parsePage(source, { links });
      for (const { line, message } of page.problems) this.problem('warning', file, message, line);
      for (const url of this.brokenHere)
        this.problem('warning', file, `The link ${url} leads nowhere`, lineOf(source, url));
      return page;
    } catch (error) {
      this.problem('error', file, `The page cannot be read and was left empty: ${(error as Error).message}`, 1);
      return undefined;
    }
  }

  private keep(document: Document, markdown: string): string {
    const body = JSON.stringify(document);
    const hash = textHash(`${body}\n${markdown}`);
    this.pending.push({ hash, body, markdown });
    return hash;
  }

  private problem(severity: ImportProblem['severity'], file: string, message: string, line?: number): void {
    if (this.problems.length < maxProblems)
      this.problems.push({ severity, file, ...(line && { line }), message: message.slice(0, 1000) });
  }
}

/** The line on which a text first stands. */
function lineOf(source: string, text: string): number | undefined {
  const at = source.indexOf(text);
  if (at < 0) return undefined;
  let line = 1;
  for (let end = source.indexOf('\n'); end >= 0 && end < at; end = source.indexOf('\n', end + 1)) line++;
  return line;
}
