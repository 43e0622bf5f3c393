import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '@bindery/persistence';
import { touching } from '../store/touching';

/** A document as it is stored. */
export interface StoredDocument {
  /** JSON text. */
  body: string;
  /** The Markdown file that it was made from, if it was. */
  markdown: string | null;
}

const cacheBytes = 32 * 1024 * 1024;

/** Documents, kept once for each organization. */
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
    return stored;
  }

  /** Many documents at once, by hash; passes the cache by, for work that reads each document once. */
  async findAll(organization: string, hashes: string[]): Promise<Map<string, StoredDocument>> {
    const rows = await this.db.query<StoredDocument & { hash: string }>(
      `select hash, body, markdown from document where organization_id = $1 and hash = any($2)`,
      [organization, hashes],
    );
    return new Map(rows.map(({ hash, ...stored }) => [hash, stored]));
  }

  /** Notes that documents are wanted, so that they are not swept soon; answers those that are not there. */
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

  /** Stores what is not there yet. */
  async insert(organization: string, documents: readonly ({ hash: string } & StoredDocument)[]): Promise<void> {
    await this.db.run(
      `insert into document (organization_id, hash, body, markdown)
       select distinct on (hash) $1, hash, body, markdown from unnest($2::text[], $3::text[], $4::text[]) as new (hash, body, markdown)
       order by hash ${touching('document')}`,
      [
        organization,
        documents.map(({ hash }) => hash),
        documents.map(({ body }) => body),
        documents.map(({ markdown }) => markdown),
      ],
    );
  }
}
