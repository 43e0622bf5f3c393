import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import { siteColumns } from '../model/site.repository';
import type { SiteEntity } from '../model/site.entity';
import { ContentTokenEntity } from './audience.entities';

type Key = Pick<ContentTokenEntity, 'siteId' | 'admittedBy' | 'claimsHash' | 'expiresAt'>;

/** A valid content token, and its site. */
export type Admission = Pick<ContentTokenEntity, 'id' | 'claims' | 'issuedAt' | 'admittedBy'> & { site: SiteEntity };

/** Whether the admission of token `t` to site `s` is still valid. */
const stillAdmitted = `
  t.admitted_by = 'preview' or s.published and case
    when t.admitted_by = 'public' then s.visibility in ('public', 'unlisted')
    when t.admitted_by like 'public:%' then s.visibility in ('public', 'unlisted') and exists (
      select from publishing_auth a where a.site_id = s.id and t.admitted_by = 'public:' || a.key_id)
    when t.admitted_by like 'visitor-auth:%' then s.visibility = 'visitor-auth' and exists (
      select from publishing_auth a where a.site_id = s.id and t.admitted_by = 'visitor-auth:' || a.key_id)
    when t.admitted_by like 'share-link:%' then s.visibility = 'share-link' and exists (
      select from share_link l where l.site_id = s.id and l.active and t.admitted_by = 'share-link:' || l.id)
    else false end`;

/** Tokens that one statement removes, within the time that a statement has. */
const removedAtOnce = 5_000;

@Injectable()
export class ContentTokenRepository {
  constructor(private readonly db: Database) {}

  async find({ siteId, admittedBy, claimsHash, expiresAt }: Key): Promise<string | undefined> {
    const [row] = await this.db.query<{ id: string }>(
      `select id from content_token where site_id = $1 and admitted_by = $2 and claims_hash = $3 and expires_at = $4`,
      [siteId, admittedBy, claimsHash, expiresAt],
    );
    return row?.id;
  }

  /** Stores a token unless another replica was faster; returns the id of the stored one. */
  async add(token: Omit<ContentTokenEntity, 'issuedAt'>): Promise<string> {
    await this.db.manager
      .createQueryBuilder()
      .insert()
      .into(ContentTokenEntity)
      .values(token as object)
      .orIgnore()
      .execute();
    return (await this.find(token))!;
  }

  async valid(ids: string[], now: Date): Promise<Admission[]> {
    const rows = await this.db.query<Omit<Admission, 'site'> & SiteEntity & { tokenId: string }>(
      `select ${siteColumns}, t.id as "tokenId", t.claims, t.issued_at as "issuedAt", t.admitted_by as "admittedBy"
       from content_token t join site s on s.id = t.site_id
       where t.id = any($1) and t.expires_at > $2 and (${stillAdmitted})`,
      [ids, now],
    );
    return rows.map(({ tokenId: id, claims, issuedAt, admittedBy, ...site }) => ({
      id,
      claims,
      issuedAt,
      admittedBy,
      site: site as SiteEntity,
    }));
  }

  /** Removes some tokens that have expired; returns whether there may be more to remove. */
  async removeExpired(now: Date): Promise<boolean> {
    const removed = await this.db.run(
      `delete from content_token where id in (select id from content_token where expires_at <= $1 limit $2)`,
      [now, removedAtOnce],
    );
    return removed === removedAtOnce;
  }
}
