import { Injectable } from '@nestjs/common';
import { isWaiting } from '@bindery/jobs';
import { Database } from '@bindery/persistence';
import { touching } from '../../storage/store/touching';
import type { TreeNode } from './tree.repository';

/** The spaces and collections that one transfer moves. */
export interface TransferScope {
  spaces: string[];
  collections: string[];
  /** The number of revisions of the spaces: it grows when there is more to copy. */
  revisions: number;
}

/** Rows that one statement copies. Documents are large. */
const atOnce = { chunk: 1_000, document: 200 };
const columns = { chunk: 'data', document: 'body, markdown' };

/** Moves spaces and collections, with their content, from one organization to another. */
@Injectable()
export class TransferRepository {
  constructor(private readonly db: Database) {}

  /** The node with all below it that belongs to the organization, deleted spaces included. */
  async below({ id }: TreeNode, organization: string): Promise<TransferScope> {
    const [row] = await this.db.query<TransferScope>(
      `with moved as (select id from space where organization_id = $2 and (id = $1 or path @> array[$1]))
       select array(select id from moved order by id) as spaces,
         array(select id from collection where organization_id = $2 and (id = $1 or path @> array[$1]) order by id) as collections,
         (select count(*)::integer from revision where space_id in (select id from moved)) as revisions`,
      [id, organization],
    );
    return row!;
  }

  /** Locks the spaces, so that no new revision is added to them. */
  async lock({ spaces }: TransferScope): Promise<void> {
    await this.db.run(`select from space where id = any($1) order by id for update`, [spaces]);
  }

  /** Copies a batch of the chunks and documents that a run reached, after a hash; returns the last hash, undefined at the end. */
  async copy(
    table: 'chunk' | 'document',
    run: string,
    from: string,
    to: string,
    after: string,
  ): Promise<string | undefined> {
    const [row] = await this.db.query<{ last: string | null }>(
      `with wanted as (
         select hash from reached_content where run = $1 and hash > $4 order by hash limit $5
       ), copied as (
         insert into ${table} (organization_id, hash, ${columns[table]})
         select $3, hash, ${columns[table]} from ${table} join wanted using (hash) where organization_id = $2
         ${touching(table)})
       select max(hash) as last from wanted`,
      [run, from, to, after, atOnce[table]],
    );
    return row!.last ?? undefined;
  }

  /** The files that a run reached, after a hash. */
  async files(run: string, after: string): Promise<string[]> {
    const rows = await this.db.query<{ hash: string }>(
      `select hash from reached_content where run = $1 and length(hash) = 64 and hash > $2 order by hash limit 100`,
      [run, after],
    );
    return rows.map(({ hash }) => hash);
  }

  /**
   * Moves all to the other organization. Grants to users and teams of the old one end, and the search and link indexes are
   * cleared. The version of the node itself rises because its parent changes.
   */
  async rehome(node: TreeNode, { spaces, collections }: TransferScope, from: string, to: string): Promise<void> {
    await this.db.run(`update collection set organization_id = $2 where id = any($1)`, [collections, to]);
    await this.db.run(
      `update space set organization_id = $2, updated_at = now(),
         version = version + case when id = $3 then 0 else 1 end where id = any($1)`,
      [spaces, to, node.id],
    );
    await this.db.run(`delete from access_grant where target_id = any($1)`, [[...spaces, ...collections]]);
    for (const index of ['search_space', 'link_space'])
      await this.db.run(`delete from ${index} where space_id = any($1)`, [spaces]);
    await this.db.run(
      `update job set state = 'cancelled', ended_at = now()
       where organization_id = $2 and ${isWaiting('job')} and input ->> 'space' = any($1)`,
      [spaces, from],
    );
  }
}
