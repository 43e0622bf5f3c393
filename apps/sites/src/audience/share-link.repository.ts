import { Injectable } from '@nestjs/common';
import { Database, type KeysetPosition } from '@bindery/persistence';
import { ShareLinkEntity } from './audience.entities';

const columns = `id, site_id as "siteId", name, active, key_hash as "keyHash", sealed_key as "sealedKey", created_at as "createdAt"`;

@Injectable()
export class ShareLinkRepository {
  constructor(private readonly db: Database) {}

  /** A site's share links in the order of their creation. */
  list(site: string, after: KeysetPosition | undefined, limit: number): Promise<ShareLinkEntity[]> {
    return this.db.query<ShareLinkEntity>(
      `select ${columns} from share_link where site_id = $1
       and ($2::timestamptz is null or (created_at, id) > ($2, $3)) order by created_at, id limit $4`,
      [site, after?.value ?? null, after?.id ?? null, limit],
    );
  }

  async count(site: string): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::integer as count from share_link where site_id = $1`,
      [site],
    );
    return row!.count;
  }

  async find(site: string, id: string): Promise<ShareLinkEntity | undefined> {
    const [row] = await this.db.query<ShareLinkEntity>(
      `select ${columns} from share_link where site_id = $1 and id = $2`,
      [site, id],
    );
    return row;
  }

  /** The id of the site's active link with a key of one of these hashes. */
  async idOfKey(site: string, keyHashes: Buffer[]): Promise<string | undefined> {
    const [row] = await this.db.query<{ id: string }>(
      `select id from share_link where key_hash = any($1) and site_id = $2 and active`,
      [keyHashes, site],
    );
    return row?.id;
  }

  async insert(link: Omit<ShareLinkEntity, 'createdAt' | 'active'>): Promise<void> {
    await this.db.manager.insert(ShareLinkEntity, link);
  }

  async update(id: string, change: Partial<Pick<ShareLinkEntity, 'name' | 'active'>>): Promise<void> {
    if (Object.keys(change).length > 0) await this.db.manager.update(ShareLinkEntity, { id }, change);
  }

  async delete(id: string): Promise<void> {
    await this.db.manager.delete(ShareLinkEntity, { id });
  }
}
