import type { Document } from '@bindery/documents';
import type { StoredDocument } from '../pages/document.repository';
import { newDocument, withoutSource, type NewDocument } from '../pages/new-document';
import type { BlockFinding } from './merge-blocks';
import { mergeDocuments } from './merge-documents';
import { isSame, type Versions } from './three-way';

/** Hashes of a document as it was and as each side has it. */
export type DocumentVersions = Versions<string>;

/** Merges documents that are stored under their hashes, and collects those that are to be stored. */
export class DocumentMerges {
  private readonly known = new Map<string, StoredDocument>();
  private readonly new = new Map<string, NewDocument>();

  constructor(private readonly read: (hashes: string[]) => Promise<ReadonlyMap<string, StoredDocument>>) {}

  get made(): NewDocument[] {
    return [...this.new.values()];
  }

  /** Reads what `merge` and `detach` are going to need, in one go. */
  async load(hashes: Iterable<string | undefined>): Promise<void> {
    const missing = [...new Set(hashes)].filter((hash) => hash !== undefined).filter((hash) => !this.known.has(hash));
    if (missing.length === 0) return;
    for (const [hash, document] of await this.read(missing)) this.known.set(hash, document);
  }

  /** The hash of the merged document, and what both sides touched. */
  merge({ base, main, draft }: DocumentVersions): { hash: string; findings: BlockFinding[] } {
    const [ofMain, ofDraft] = [this.parsed(main), this.parsed(draft)];
    const { document, findings } = mergeDocuments(this.parsed(base), ofMain, ofDraft);
    if (main !== undefined && isSame(document, ofMain)) return { hash: main, findings };
    if (draft !== undefined && isSame(document, ofDraft)) return { hash: draft, findings };
    return { hash: this.make(newDocument(document)), findings };
  }

  /** The hash of the same document without its Markdown file, which no longer says what the page does. */
  detach(hash: string): string {
    const { body, markdown } = this.stored(hash);
    return markdown === null ? hash : this.make(withoutSource(body));
  }

  private make(document: NewDocument): string {
    this.new.set(document.hash, document);
    this.known.set(document.hash, document);
    return document.hash;
  }

  private parsed(hash: string | undefined): Document | undefined {
    return hash === undefined ? undefined : (JSON.parse(this.stored(hash).body) as Document);
  }

  private stored(hash: string): StoredDocument {
    const found = this.known.get(hash);
    if (!found) throw new Error(`Document ${hash} is missing`);
    return found;
  }
}
