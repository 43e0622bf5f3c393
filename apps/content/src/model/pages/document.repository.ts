import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '@bindery/persistence';
import { byOrganization, eachOnce, lines, touching } from '../../storage/store/touching';

/** A document as it is stored. */
export interface StoredDocument {
  /** JSON text. */
  body: string;
  /** The Markdown file that it was parsed from, if any. */
  markdown: string | null;
}

type HashedDocument = { hash: string } & StoredDocument;

interface DocumentInserts {
  organization: string;
  documents: readonly HashedDocument[];
}

const cacheBytes = 32 * 1024 * 1024;
/** The maximum characters of bodies in one statement with several. */
const statementLength = 4_000_000;

/** Documents, stored once for each organization. */
@Injectable()
export class DocumentRepository {
  private readonly cache = new LRUCache<string, StoredDocument>({
    maxSize: cacheBytes,
    sizeCalculation: ({ body, markdown }) => 64 + 2 * (body.length + (markdown?.length ?? 0)),
  });

  constructor(private readonly db: Database) {}

  async find(organization: string, hash: string): Promise<StoredDocument | undefined> {
    const key = `${organization}/${hash}`;
    const known = this.cache.get(key);
    if (known) return known;
    const [stored] = await this.db.query<StoredDocument>(
      `select body, markdown from document where organization_id = $1 and hash = $2`,
      [organization, hash],
    );
    if (stored) this.cache.set(key, stored);
    else this.db.leaveSharedTransaction();
    return stored;
  }

  /** Caches a document that was read by other means. */
  keep(organization: string, hash: string, stored: StoredDocument): void {
    this.cache.set(`${organization}/${hash}`, stored);
  }

  /** Some documents, by hash: one statement reads those that are not cached. */
  async findSome(organization: string, hashes: readonly string[]): Promise<Map<string, StoredDocument>> {
    const found = new Map<string, StoredDocument>();
    for (const hash of hashes) {
      const known = this.cache.get(`${organization}/${hash}`);
      if (known) found.set(hash, known);
    }
    const rest = hashes.filter((hash) => !found.has(hash));
    if (rest.length > 0) for (const [hash, stored] of await this.findAll(organization, rest)) found.set(hash, stored);
    if (rest.some((hash) => !found.has(hash))) this.db.leaveSharedTransaction();
    return found;
  }

  /** Many documents at once, by hash; bypasses the cache, for work that reads each document once. */
  async findAll(organization: string, hashes: readonly string[]): Promise<Map<string, StoredDocument>> {
    const rows = await this.db.query<StoredDocument & { hash: string }>(
      `select hash, body, markdown from document where organization_id = $1 and hash = any($2)`,
      [organization, hashes],
    );
    return new Map(rows.map(({ hash, ...stored }) => [hash, stored]));
  }

  /** Whether any of the documents may have content that depends on the reader; reads an index of such documents and no body. */
  async isAnyConditional(organization: string, hashes: readonly string[]): Promise<boolean> {
    const found = await this.db.query(
      `select from document where organization_id = $1 and hash = any($2) and is_conditional(body) limit 1`,
      [organization, hashes],
    );
    return found.length > 0;
  }

  /** Marks documents as requested, so that they are not swept soon; returns the missing ones. */
  async touch(organization: string, hashes: string[]): Promise<string[]> {
    await this.db.run(
      `update document set touched_at = now() where (organization_id, hash) in (
         select organization_id, hash from document
         where organization_id = $1 and hash = any($2) and touched_at < now() - interval '1 hour' order by hash for update)`,
      [organization, hashes],
    );
    const rows = await this.db.query<{ hash: string }>(
      `select hash from unnest($2::text[]) as hash
       where not exists (select from document d where d.organization_id = $1 and d.hash = hash.hash)`,
      [organization, hashes],
    );
    return rows.map(({ hash }) => hash);
  }

  /** Adds documents, which are stored before the transaction is committed and may be read at once. */
  add(organization: string, documents: readonly HashedDocument[]): void {
    // The cache may have it before the commit: no other request knows the hash until then.
    for (const { hash, ...stored } of documents) this.keep(organization, hash, stored);
    this.db.bufferInsert(this.storeGathered, { organization, documents });
  }

  private readonly storeGathered = async (gathered: DocumentInserts[]): Promise<void> => {
    const parts = gathered.map(({ organization, documents }) => [organization, documents] as const);
    for (const [organization, documents] of byOrganization(parts))
      for (const some of inStatements(documents)) await this.insert(organization, some);
  };

  /** Stores new documents; with `keep`, caches them once the transaction is committed. */
  async insert(organization: string, documents: readonly HashedDocument[], { keep = false } = {}): Promise<void> {
    const sorted = eachOnce(documents);
    await this.db.run(
      `insert into document (organization_id, hash, body, markdown)
       select $1, hash, body, markdown from unnest($2::text[], ${lines('$3')}, $4::text[]) as new (hash, body, markdown)
       ${touching('document')}`,
      [
        organization,
        sorted.map(({ hash }) => hash),
        sorted.map(({ body }) => body).join('\n'),
        sorted.map(({ markdown }) => markdown),
      ],
    );
    if (keep)
      this.db.afterCommit(() => {
        for (const { hash, ...stored } of documents) this.cache.set(`${organization}/${hash}`, stored);
      });
  }
}

/** Each once, in the order of their hashes, because rows are locked in one order; short ones together. */
function inStatements(documents: readonly HashedDocument[]): HashedDocument[][] {
  const statements: HashedDocument[][] = [];
  let length = Infinity;
  for (const document of eachOnce(documents)) {
    length += document.body.length;
    if (length > statementLength) {
      statements.push([]);
      length = document.body.length;
    }
    statements.at(-1)!.push(document);
  }
  return statements;
}
