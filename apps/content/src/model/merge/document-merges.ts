import type { Document } from '@bindery/documents';
import type { StoredDocument } from '../pages/document.repository';
import { newDocument, withSource, type NewDocument } from '../pages/new-document';
import { restatedFile, type StatedByFile } from '../pages/page-file';
import type { BlockFinding } from './merge-blocks';
import { mergeDocuments } from './merge-documents';
import { mergeFiles, type DocumentWithFile } from './merge-page-files';
import { isSame, type Versions } from './three-way';

/** Hashes of the base and of each side's version of a document. */
export type DocumentVersions = Versions<string>;

/** Merges documents that are stored under their hashes, and collects new ones to be stored. */
export class DocumentMerges {
  private readonly known = new Map<string, StoredDocument>();
  private readonly new = new Map<string, NewDocument>();

  constructor(private readonly read: (hashes: string[]) => Promise<ReadonlyMap<string, StoredDocument>>) {}

  get made(): NewDocument[] {
    return [...this.new.values()];
  }

  /** Reads the documents that `merge` and `detach` will need, at once. */
  async load(hashes: Iterable<string | undefined>): Promise<void> {
    const missing = [...new Set(hashes)].filter((hash) => hash !== undefined).filter((hash) => !this.known.has(hash));
    if (missing.length === 0) return;
    for (const [hash, document] of await this.read(missing)) this.known.set(hash, document);
  }

  /** The hash of the merged document, and the changes of both sides. */
  merge({ base, main, draft }: DocumentVersions): { hash: string; findings: BlockFinding[] } {
    const versions = { base: this.parsed(base), main: this.parsed(main), draft: this.parsed(draft) };
    const { document, findings } = mergeDocuments(
      versions.base?.document,
      versions.main?.document,
      versions.draft?.document,
    );
    const file = mergeFiles(versions, document);
    const isOf = (side: DocumentWithFile | undefined) => side?.file === file && isSame(document, side?.document);
    if (main !== undefined && isOf(versions.main)) return { hash: main, findings };
    if (draft !== undefined && isOf(versions.draft)) return { hash: draft, findings };
    return { hash: this.make(newDocument(document, file)), findings };
  }

  /** The hash of the same document with its file updated from the fields `before` to the fields `after`. */
  restate(hash: string, before: StatedByFile, after: StatedByFile): string {
    const { body, markdown } = this.stored(hash);
    if (markdown === null) return hash;
    const file = restatedFile(markdown, before, after);
    return file === markdown ? hash : this.make(withSource(body, file));
  }

  private make(document: NewDocument): string {
    this.new.set(document.hash, document);
    this.known.set(document.hash, document);
    return document.hash;
  }

  private parsed(hash: string | undefined): DocumentWithFile | undefined {
    if (hash === undefined) return undefined;
    const { body, markdown } = this.stored(hash);
    return { document: JSON.parse(body) as Document, file: markdown };
  }

  private stored(hash: string): StoredDocument {
    const found = this.known.get(hash);
    if (!found) throw new Error(`Document ${hash} is missing`);
    return found;
  }
}
