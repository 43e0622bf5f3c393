import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '@bindery/persistence';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { SiteEntity } from './site.entity';
import { ExternalLinkEntity, SectionEntity, SectionGroupEntity, SiteSpaceEntity } from './structure.entities';
import { Structure, type Node, type StructureRows } from './structure';

const entities = {
  section: SectionEntity,
  section_group: SectionGroupEntity,
  external_link: ExternalLinkEntity,
  site_space: SiteSpaceEntity,
};

type Table = keyof typeof entities;

/** The table of each element of a group or of the top. */
export const tableOf = {
  'site-section': 'section',
  'site-section-group': 'section_group',
  'site-external-link': 'external_link',
} as const satisfies Record<Node['type'], Table>;

type RowOf<T extends Table> = Omit<InstanceType<(typeof entities)[T]>, 'createdAt'>;

const node = `id, site_id as "siteId", group_id as "groupId", order_key as "orderKey", title, icon`;
const rowsOf = (columns: string, table: Table) =>
  `(select coalesce(json_agg(x), '[]') from (select ${columns} from ${table} where site_id = $1) x)`;

/** The maximum of cached characters of structures: a site-space may have a customization of a megabyte. */
const keptLength = 32 * 1024 * 1024;

@Injectable()
export class StructureRepository {
  /** By site and version. */
  private readonly known = new LRUCache<string, Structure>({
    maxSize: keptLength,
    sizeCalculation: ({ rows }) => JSON.stringify(rows).length,
  });

  constructor(private readonly db: Database) {}

  /** For readers: a site's structure, at its version or later, as every change raises the version. */
  async at({ id, version }: Pick<SiteEntity, 'id' | 'version'>): Promise<Structure> {
    const key = `${id} ${version}`;
    const known = this.known.get(key);
    if (known) return known;
    const structure = await this.load(id);
    this.known.set(key, structure);
    return structure;
  }

  /** The complete structure of a site, with one query for any size. */
  async load(site: string): Promise<Structure> {
    const [rows] = await this.db.query<StructureRows>(
      `select ${rowsOf(node, 'section_group')} as groups,
         ${rowsOf(`${node}, description, path, condition, is_default as "isDefault"`, 'section')} as sections,
         ${rowsOf(`${node}, url`, 'external_link')} as links,
         ${rowsOf(
           `id, site_id as "siteId", order_key as "orderKey", space_id as "spaceId", section_id as "sectionId", path, condition,
           is_default as "isDefault", customization, hidden`,
           'site_space',
         )} as "siteSpaces"`,
      [site],
    );
    return new Structure(rows!);
  }

  async insert<T extends Table>(table: T, ...rows: Partial<RowOf<T>>[]): Promise<void> {
    if (rows.length > 0) await this.db.manager.insert(entities[table] as EntityTarget<ObjectLiteral>, rows);
  }

  async update<T extends Table>(table: T, id: string, change: Partial<RowOf<T>>): Promise<void> {
    if (Object.keys(change).length > 0)
      await this.db.manager.update(entities[table] as EntityTarget<ObjectLiteral>, { id }, change);
  }

  /** Moves elements into a group, null for the top, each to its order key. */
  async moveTo(
    group: string | null,
    table: (typeof tableOf)[Node['type']],
    moved: readonly { id: string; orderKey: string }[],
  ): Promise<void> {
    if (moved.length === 0) return;
    await this.db.run(
      `update ${table} x set group_id = $1, order_key = new.order_key
       from unnest($2::text[], $3::text[]) as new (id, order_key) where x.id = new.id`,
      [group, moved.map(({ id }) => id), moved.map(({ orderKey }) => orderKey)],
    );
  }

  /** Stores other order keys of site-spaces. */
  async reorder(siteSpaces: readonly { id: string; orderKey: string }[]): Promise<void> {
    if (siteSpaces.length === 0) return;
    await this.db.run(
      `update site_space x set order_key = new.order_key
       from unnest($1::text[], $2::text[]) as new (id, order_key) where x.id = new.id`,
      [siteSpaces.map(({ id }) => id), siteSpaces.map(({ orderKey }) => orderKey)],
    );
  }

  /** Moves the site-spaces at the root into a section; hidden ones too, because their spaces may be restored. */
  async moveRoot(site: string, section: string): Promise<void> {
    await this.db.run(`update site_space set section_id = $2 where site_id = $1 and section_id is null`, [
      site,
      section,
    ]);
  }

  async delete(table: Table, id: string): Promise<void> {
    await this.db.manager.delete(entities[table] as EntityTarget<ObjectLiteral>, { id });
  }

  /** Locks the sites with a space against other edits. */
  async lockSitesOf(space: string): Promise<void> {
    await this.db.run(
      `select from site where id in (select site_id from site_space where space_id = $1) order by id for no key update`,
      [space],
    );
  }

  /**
   * Hides the site-spaces of a space or shows them again, unless a newer version of the space was processed before; returns
   * their sites.
   */
  async hide(space: string, hidden: boolean, version: number): Promise<string[]> {
    const rows = await this.db.query<{ site: string }>(
      `update site_space set hidden = $2, is_default = is_default and hidden = $2, content_version = $3
       where space_id = $1 and content_version < $3 returning site_id as site`,
      [space, hidden, version],
    );
    return sitesOf(rows);
  }

  /** Removes the site-spaces of a space that is purged, or moved to another organization; returns their sites. */
  async removeSpace(space: string, organization?: string): Promise<string[]> {
    return sitesOf(
      await this.db.query<{ site: string }>(
        `delete from site_space x using site s where s.id = x.site_id and x.space_id = $1
         and s.organization_id is distinct from $2 returning x.site_id as site`,
        [space, organization ?? null],
      ),
    );
  }
}

const sitesOf = (rows: { site: string }[]): string[] => [...new Set(rows.map(({ site }) => site))].sort();
