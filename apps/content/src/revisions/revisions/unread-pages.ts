import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import { DocumentRepository } from '../../model/pages/document.repository';
import { PageTrees } from '../../model/pages/page-trees';
import type { ChunkData } from '../../storage/store/chunk';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import { ancestorsWalk, pathWalk } from '../../storage/store/map-walks';
import type { RevisionAccess } from './revision.repository';

type Reading = Pick<RevisionAccess, 'organizationId' | 'space' | 'branch' | 'pages' | 'slugs'>;

interface Row {
  hash: string;
  data: ChunkData | null;
  body: string | null;
  markdown: string | null;
}

/** The chunks of the tree below $2 that differ from `base`, with those of `base` at the same position; all where `base` is null. */
const changed = (base: string): string => `
  tree(hash, data, old_hash, old_data) as (
    select c.hash, c.data, o.hash, o.data from chunk c
    left join chunk o on o.organization_id = $1 and o.hash = ${base}
    where c.organization_id = $1 and c.hash = $2
    union all
    select c.hash, c.data, o.hash, o.data from tree t
    cross join lateral jsonb_array_elements_text(t.data -> 'branch') with ordinality as b (hash, place)
    join chunk c on c.organization_id = $1 and c.hash = b.hash
    left join chunk o on o.organization_id = $1 and o.hash = t.old_data -> 'branch' ->> (b.place - 1)::integer
    where b.hash is distinct from t.old_data -> 'branch' ->> (b.place - 1)::integer
  )`;

/** The chunks, and the document of the page that `page` names. */
const read = (page: string): string => `
  select hash, data, null as body, null as markdown from walk
  union all
  select hash, data, null, null from tree
  union all
  select old_hash, old_data, null, null from tree where old_hash is not null
  union all
  select d.hash, null, d.body, d.markdown from document d
  where d.organization_id = $1 and d.hash = (
    select e -> 1 ->> 'document' from walk w cross join lateral jsonb_array_elements(w.data -> 'leaf') e
    where e ->> 0 = ${page} limit 1)`;

/** $1 organization, $2 root of the pages, $3 page, $4 root of the cached pages. */
const byId = `with recursive ${ancestorsWalk}, ${changed('$4')} ${read('$3')}`;

/** $1 organization, $2 root of the pages, $3 slugs, $4 root of the cached pages, $5 root of the slugs. */
const byPath = `with recursive ${pathWalk({ slugs: '$5', pages: '$2' })}, ${changed('$4')}
  ${read('(select parent from walk where at > cardinality($3::text[]) limit 1)')}`;

/**
 * Reads the data of a page's answer in a revision whose tree is not cached: the page with its parents,
 * its document, and the chunks of the pages below it, with one statement. Leaves everything in the caches.
 */
@Injectable()
export class UnreadPages {
  private readonly reading = new Map<string, Promise<void>>();

  constructor(
    private readonly db: Database,
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
    private readonly trees: PageTrees,
  ) {}

  byId(revision: Reading, page: string): Promise<void> {
    return this.once(revision, (base) =>
      this.db.query<Row>(byId, [revision.organizationId, revision.pages, page, base]),
    );
  }

  byPath(revision: Reading, slugs: readonly string[]): Promise<void> {
    return this.once(revision, (base) =>
      this.db.query<Row>(byPath, [revision.organizationId, revision.pages, slugs, base, revision.slugs]),
    );
  }

  /** Concurrent calls for other pages of the revision wait, and then read only their page. */
  private async once(revision: Reading, read: (base: string | null) => Promise<Row[]>): Promise<void> {
    const unread = this.trees.unread(revision);
    if (!unread) return;
    const key = `${revision.organizationId} ${revision.pages}`;
    const underWay = this.reading.get(key);
    if (underWay) return underWay;
    const reading = read(unread.base ?? null)
      .then((rows) => this.keep(revision, rows))
      .finally(() => this.reading.delete(key));
    this.reading.set(key, reading);
    return reading;
  }

  private keep({ organizationId }: Reading, rows: readonly Row[]): void {
    for (const { hash, data, body, markdown } of rows)
      if (data) this.chunks.keep(organizationId, { hash, data });
      else this.documents.keep(organizationId, hash, { body: body!, markdown });
  }
}
