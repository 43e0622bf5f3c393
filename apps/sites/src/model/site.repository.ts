import { Injectable } from '@nestjs/common';
import { levelOfRank, scopeOf, type Level } from '@bindery/authorization';
import { conflict, notFound, type ListSitesQuery, type Principal, type VisitorAuth } from '@bindery/contracts';
import { containing, Database, isUniqueViolation, type KeysetPosition } from '@bindery/persistence';
import type { SiteLocation } from './site-addresses';
import { SiteEntity } from './site.entity';

/** A site, the number of its site-spaces and the caller's level. */
export interface SiteAccess {
  site: SiteEntity;
  siteSpaces: number;
  /** Null for a caller who only reads published content. */
  level: Level;
}

export interface SiteAddress {
  /** Undefined for a host of the platform itself. */
  hostname?: string;
  /** Host and path of all prefixes of the address. */
  below: string[];
  /** The segment at the position of a site's name in the platform's own address. */
  name?: string;
}

/** A space on a published site. */
export type PublishedSpace = SiteLocation & {
  spaceId: string;
  path: string;
  /** The service that authenticates visitors; null where none is needed. */
  backend: VisitorAuth['backend'] | null;
  integration: string | null;
  visibility: SiteEntity['visibility'];
  /** Whether all readers of the site see the space there. */
  isForAll: boolean;
  /** Whether the reader's key of a share link opens the site. */
  opened: boolean;
  /** Whether the space is public there, also for search engines. */
  isPublic: boolean;
};

export const siteColumns = `s.id, s.organization_id as "organizationId", s.type, s.title, s.visibility, s.basename, s.hostname, s.hostname_active as "hostnameActive",
  s.hostname_status as "hostnameStatus", s.proxy, s.published,
  s.adaptive_content as "adaptiveContent", s.agents_context as "agentsContext", s.adaptive_schema as "adaptiveSchema",
  s.adaptive_schema_updated_at as "adaptiveSchemaUpdatedAt", s.customization, s.created_by as "createdBy", s.created_at as "createdAt",
  s.updated_at as "updatedAt", s.version,
  (select count(*)::integer from site_space x where x.site_id = s.id and not x.hidden) as "siteSpaces"`;
const columns = `${siteColumns}, access.rank`;

/** Sites `s` with the caller's level: the role in the organization, or a grant to the caller or a team on the site. */
const sitesWithLevel = `site s
  left join unnest($1::text[], $2::integer[]) as member (organization, rank) on member.organization = s.organization_id
  cross join lateral (
    select greatest(
      member.rank,
      case when member.organization is null or member.rank >= level_rank('admin') then 0 else (
        select max(level_rank(g.role)) from site_grant g
        where g.site_id = s.id and (g.subject_id = $3 or g.subject_id = any($4::text[]))) end,
      0) as rank
  ) access`;

const matching = `access.rank > 0 and s.organization_id = $5
  and ($6::text is null or exists (select from site_space x where x.site_id = s.id and x.space_id = $6 and not x.hidden))
  and ($7::text is null or lower(s.title) like $7) and ($8::boolean is null or s.published = $8)
  and ($9::text[] is null or s.type = any($9))`;

type SiteFilter = Pick<ListSitesQuery, 'space' | 'title' | 'published' | 'type'>;

const filterOf = ({ space, title, published, type }: SiteFilter): unknown[] => [
  space ?? null,
  title ? containing(title) : null,
  published ?? null,
  type ?? null,
];

type Row = SiteEntity & { siteSpaces: number; rank: number };

@Injectable()
export class SiteRepository {
  constructor(private readonly db: Database) {}

  /** The site with the caller's level, which may be null. */
  async find(principal: Principal, organization: string, id: string): Promise<SiteAccess | undefined> {
    const [row] = await this.db.query<Row>(
      `select ${columns} from ${sitesWithLevel} where s.organization_id = $5 and s.id = $6`,
      [...scopeOf(principal), organization, id],
    );
    return row && accessOf(row);
  }

  /** Throws 404 when the site does not exist or the caller may not see it. */
  async get(principal: Principal, organization: string, id: string): Promise<SiteAccess> {
    const access = await this.find(principal, organization, id);
    if (!access?.level) throw notFound('Site');
    return access;
  }

  /** Like `find`, and locks the site and its structure until the transaction ends. */
  async lock(principal: Principal, organization: string, id: string): Promise<SiteAccess | undefined> {
    await this.db.run(`select from site where organization_id = $1 and id = $2 for no key update`, [organization, id]);
    return this.find(principal, organization, id);
  }

  /** The organization's sites in the order of their creation. */
  async list(
    principal: Principal,
    organization: string,
    filter: SiteFilter,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<SiteAccess[]> {
    const rows = await this.db.query<Row>(
      `select ${columns} from ${sitesWithLevel} where ${matching}
       and ($10::timestamptz is null or (s.created_at, s.id) > ($10, $11)) order by s.created_at, s.id limit $12`,
      [...scopeOf(principal), organization, ...filterOf(filter), after?.value ?? null, after?.id ?? null, limit],
    );
    return rows.map(accessOf);
  }

  async count(principal: Principal, organization: string, filter: SiteFilter): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::integer as count from ${sitesWithLevel} where ${matching}`,
      [...scopeOf(principal), organization, ...filterOf(filter)],
    );
    return row!.count;
  }

  /** Published sites that are public, newest first. */
  newestPublic(limit: number): Promise<(SiteLocation & { title: string })[]> {
    return this.db.query(
      `select id, organization_id as "organizationId", title, basename, hostname, hostname_active as "hostnameActive", proxy
       from site where published and visibility = 'public' order by created_at desc, id desc limit $1`,
      [limit],
    );
  }

  async insert(
    site: Pick<SiteEntity, 'id' | 'organizationId' | 'type' | 'title' | 'visibility' | 'createdBy'>,
  ): Promise<void> {
    await this.db.manager.insert(SiteEntity, site);
  }

  /** Stores the changes. Throws 409 when an address belongs to another site. */
  async update(id: string, change: Partial<SiteEntity>): Promise<void> {
    if (Object.keys(change).length === 0) return;
    if (change.basename || change.proxy) await this.claim(id, change);
    try {
      await this.db.manager
        .createQueryBuilder()
        .update(SiteEntity)
        .set(change as object)
        .where({ id })
        .execute();
    } catch (error) {
      if (isUniqueViolation(error)) throw conflict('Another site has this URL; choose another hostname or basename');
      throw error;
    }
  }

  /** Raises the version, and returns it: the site or its structure has changed. */
  async touch(id: string): Promise<number> {
    const [row] = await this.db.query<{ version: number }>(
      `update site set updated_at = now(), version = version + 1 where id = $1 returning version`,
      [id],
    );
    return row!.version;
  }

  /**
   * Throws 409 when another site has the name in any case, because users type addresses in any case, or when the path of the
   * proxy lies at a confirmed host, or above or below the path, of another organization's site. Locks prevent two concurrent
   * claims: an index could not be unique where sites have such addresses already.
   */
  private async claim(id: string, { basename, proxy }: Partial<SiteEntity>): Promise<void> {
    const parts = proxy?.split('/') ?? [];
    const locks = [
      ...(basename ? [`basename ${basename.toLowerCase()}`] : []),
      ...(proxy ? [`proxy ${parts[0]}`] : []),
    ];
    await this.db.query(`select pg_advisory_xact_lock(hashtext('site ' || name)) from unnest($1::text[]) as name`, [
      locks,
    ]);
    const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    const [taken] = await this.db.query<{ basename: boolean; proxy: boolean }>(
      `select exists (select from site where lower(basename) = lower($2::text) and id <> $1) as basename,
         exists (select from site other join site own on own.id = $1 and other.organization_id <> own.organization_id
           where other.hostname = $3 and other.hostname_active or other.proxy = any($4) or starts_with(other.proxy, $5)) as proxy`,
      [id, basename ?? null, parts[0] ?? null, above, proxy ? `${proxy}/` : null],
    );
    if (taken!.basename) throw conflict('Another site has this URL; choose another hostname or basename');
    if (taken!.proxy) throw conflict('proxy is at a URL of another organization; choose another host or path');
  }

  async delete(id: string): Promise<void> {
    await this.db.run(`delete from site where id = $1`, [id]);
  }

  /** The site with a custom host name, also an unconfirmed one, among those that the caller may see. */
  async findByHostname(principal: Principal, hostname: string): Promise<SiteEntity | undefined> {
    const [row] = await this.db.query<Row>(
      `select ${columns} from ${sitesWithLevel} where access.rank > 0 and s.hostname = $5
       order by s.hostname_active desc, s.created_at, s.id limit 1`,
      [...scopeOf(principal), hostname],
    );
    return row && accessOf(row).site;
  }

  async exists(id: string): Promise<boolean> {
    const rows = await this.db.query(`select from site where id = $1`, [id]);
    return rows.length > 0;
  }

  async isServedAt(hostname: string): Promise<boolean> {
    const rows = await this.db.query(`select from site where hostname = $1 and hostname_active and published`, [
      hostname,
    ]);
    return rows.length > 0;
  }

  /**
   * The site at an address: by its host, a proxy's path, or its name below the platform's address. Only sites of the
   * organization that has a host are found below its paths: DNS confirms a host, and nothing confirms the path of a proxy.
   */
  async findByAddress({ hostname, below, name }: SiteAddress): Promise<SiteEntity | undefined> {
    const [site] = await this.db.query<SiteEntity>(
      `select ${siteColumns} from site s where s.hostname = $1 and s.hostname_active or s.id = $3 or lower(s.basename) = lower($3) or s.proxy = any($2) and not exists (
         select from site host where host.hostname = $1 and host.hostname_active and host.organization_id <> s.organization_id)
       order by s.proxy = any($2) desc nulls last, length(s.proxy) desc nulls last, s.id = $3 desc nulls last,
         s.basename = $3 desc nulls last limit 1`,
      [hostname ?? null, below, name ?? null],
    );
    return site;
  }

  /** The spaces beside each of these in a section of a published site, or at its root, in their order. */
  variantsOf(spaces: readonly string[]): Promise<{ space: string; spaces: string[] }[]> {
    return this.db.query(
      `select x.space_id as space, array_agg(y.space_id order by s.created_at, y.order_key, y.id) as spaces
       from site_space x join site s on s.id = x.site_id and s.published
         join site_space y on y.site_id = x.site_id and y.section_id is not distinct from x.section_id
       where x.space_id = any($1) and not x.hidden and not y.hidden and y.space_id <> x.space_id
       group by x.space_id`,
      [spaces],
    );
  }

  /**
   * The addresses at which spaces are published: of several sites the one that the key of a share link opens, else the
   * oldest; of several public ones the oldest as well; the better address of a space comes first. Each with the
   * path of the space's site-space and the authentication of its visitors, if needed. A caller who does not see a
   * site in its organization gets only published content that is public, or open with that key.
   */
  publishedWith(principal: Principal, spaces: string[], keyHashes: Buffer[]): Promise<PublishedSpace[]> {
    return this.db.query<PublishedSpace>(
      `select * from (select distinct on (x.space_id, "isPublic") x.space_id as "spaceId", x.id as "siteSpaceId", s.id,
         s.organization_id as "organizationId", s.created_at as "createdAt", s.visibility, s.basename, s.hostname, s.hostname_active as "hostnameActive", s.proxy,
         case when c.id is null or c.is_default and (x.is_default or not exists (
           select from section other where other.site_id = s.id and other.path = x.path)) then '' else c.path || '/' end
         || case when x.is_default then '' else x.path || '/' end as path,
         case when s.visibility = 'visitor-auth' then coalesce(a.backend, 'custom') end as backend, a.integration,
         x.condition is null and c.condition is null as "isForAll", l.id is not null as opened, s.visibility = 'public' and x.condition is null and c.condition is null as "isPublic"
       from ${sitesWithLevel} join site_space x on x.site_id = s.id left join section c on c.id = x.section_id
         left join publishing_auth a on a.site_id = s.id
         left join share_link l on l.site_id = s.id and l.active and l.key_hash = any($6) and s.visibility = 'share-link'
       where x.space_id = any($5) and s.published and not x.hidden and (
         access.rank > 0
         or (s.visibility in ('public', 'unlisted') or l.id is not null) and x.condition is null and c.condition is null)
       order by x.space_id, "isPublic", opened desc, s.created_at, s.id, x.id) as place
       order by opened desc, "createdAt", id, "siteSpaceId"`,
      [...scopeOf(principal), spaces, keyHashes],
    );
  }
}

const accessOf = ({ rank, siteSpaces, ...site }: Row): SiteAccess => ({
  site,
  siteSpaces,
  level: levelOfRank(rank),
});
