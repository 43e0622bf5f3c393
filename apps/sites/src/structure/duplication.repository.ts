import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, unasked } from '@bindery/persistence';

/** A duplication of a site-space in progress: the space may be copied already, but the site does not show the copy yet. */
export interface Duplication {
  id: string;
  siteId: string;
  organizationId: string;
  siteSpaceId: string;
  /** The space of the site-space when the duplication began. */
  spaceId: string;
  userId: string;
  /** The key of the request, or a generated one. */
  idempotencyKey: string;
  /** Whether the copy is to be removed instead of shown. */
  undoing: boolean;
}

type NewDuplication = Omit<Duplication, 'id' | 'organizationId' | 'undoing'>;

@Injectable()
export class DuplicationRepository {
  constructor(private readonly db: Database) {}

  /** Stores the start of a duplication; returns the first one that a request with its key started. */
  async begin({
    siteId,
    siteSpaceId,
    spaceId,
    userId,
    idempotencyKey,
  }: NewDuplication): Promise<Pick<Duplication, 'id' | 'spaceId'>> {
    const id = createHash('sha256')
      .update(JSON.stringify([userId, siteSpaceId, idempotencyKey]))
      .digest('hex')
      .slice(0, 32);
    const [row] = await this.db.query<Pick<Duplication, 'id' | 'spaceId'>>(
      `insert into site_space_duplication (id, site_id, site_space_id, space_id, user_id, idempotency_key)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (id) do update set id = excluded.id returning id, space_id as "spaceId"`,
      [id, siteId, siteSpaceId, spaceId, userId, idempotencyKey],
    );
    return row!;
  }

  /** Ends a duplication whose copy gets its site-space; false where it had ended before, or is being undone. */
  async finish(id: string): Promise<boolean> {
    return (await this.db.run(`delete from site_space_duplication where id = $1 and not undoing`, [id])) === 1;
  }

  /** Marks the duplication as undone, so that its copy is not shown; false where it has ended. */
  async undo(id: string): Promise<boolean> {
    return (await this.db.run(`update site_space_duplication set undoing = true where id = $1`, [id])) === 1;
  }

  /** Ends a duplication without a copy. */
  async end(id: string): Promise<void> {
    await this.db.run(`delete from site_space_duplication where id = $1`, [id]);
  }

  /** Duplications that began before a time and have not ended, without the excluded ones, oldest first. */
  pending(before: Date, limit: number, except: readonly string[] = []): Promise<Duplication[]> {
    return this.db.query<Duplication>(
      `${unasked} select d.id, d.site_id as "siteId", s.organization_id as "organizationId", d.site_space_id as "siteSpaceId",
         d.space_id as "spaceId", d.user_id as "userId", d.idempotency_key as "idempotencyKey", d.undoing
       from site_space_duplication d join site s on s.id = d.site_id
       where d.created_at < $1 and d.id <> all($3) order by d.created_at limit $2`,
      [before, limit, except],
    );
  }
}
