import type { DocumentRepository, StoredDocument } from '../../model/pages/document.repository';

/** The limits of one statement. */
const maxDocuments = 100;
const maxCharacters = 4_000_000;

type HashedDocument = { hash: string } & StoredDocument;

/** Stores documents in batches. */
export class DocumentBatch {
  private pending: HashedDocument[] = [];
  private characters = 0;

  constructor(
    private readonly documents: DocumentRepository,
    private readonly organization: string,
  ) {}

  /** Adds a document; a call that fills the batch waits until it is stored. */
  async add(document: HashedDocument): Promise<void> {
    this.pending.push(document);
    this.characters += document.body.length + (document.markdown?.length ?? 0);
    if (this.pending.length >= maxDocuments || this.characters >= maxCharacters) await this.flush();
  }

  async flush(): Promise<void> {
    const batch = this.pending;
    this.pending = [];
    this.characters = 0;
    if (batch.length > 0) await this.documents.insert(this.organization, batch);
  }
}
