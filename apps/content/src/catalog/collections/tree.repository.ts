import { Injectable } from '@nestjs/common';
import { Database, placeAt } from '@bindery/persistence';

/** A space or collection in the tree of an organization. */
export interface TreeNode {
  type: 'space' | 'collection';
  id: string;
}

interface Sibling extends TreeNode {
  orderKey: string;
}

/** The positions of spaces and collections: parents, order, and derived columns. */
@Injectable()
export class TreeRepository {
  constructor(private readonly db: Database) {}

  /** Serializes changes of an organization's tree, so that concurrent ones neither make a cycle nor share a position. */
  async lock(organization: string): Promise<void> {
    await this.db.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`tree ${organization}`]);
  }

  /**
   * Moves a node below a parent (null is the top), at the index among its siblings that `indexOf` returns, together with
   * its children.
   */
  async place(
    organization: string,
    node: TreeNode,
    parent: string | null,
    indexOf: (siblings: TreeNode[]) => number,
  ): Promise<void> {
    const siblings = (await this.siblings(organization, parent)).filter(({ id }) => id !== node.id);
    const { keys, rekeyed } = placeAt(
      siblings.map(({ orderKey }) => orderKey),
      indexOf(siblings),
      1,
    );
    for (const [index, key] of rekeyed) await this.setOrder(siblings[index]!, key);
    await this.db.run(
      `update ${node.type} set parent_id = $2, order_key = $3, version = version + 1, updated_at = now() where id = $1`,
      [node.id, parent, keys[0]],
    );
    await this.refresh(node);
  }

  /** Updates path and effective default of a node, and of all below it, from its parent and its own default. */
  async refresh({ type, id }: TreeNode): Promise<void> {
    if (type === 'space') await this.refreshSpaces(`s.id = $1`, id);
    else {
      await this.db.run(
        `with recursive tree (id, path, effective) as (
           select c.id, case when p.id is null then '{}' else p.path || p.id end, case when c.default_level = 'inherit' then p.effective_default else c.default_level end
           from collection c left join collection p on p.id = c.parent_id where c.id = $1
           union all
           select c.id, t.path || t.id, case when c.default_level = 'inherit' then t.effective else c.default_level end
           from tree t join collection c on c.parent_id = t.id)
         update collection c set path = t.path, effective_default = t.effective from tree t where t.id = c.id`,
        [id],
      );
      await this.refreshSpaces(`s.parent_id in (select id from collection where id = $1 or path @> array[$1])`, id);
    }
  }

  private async refreshSpaces(which: string, id: string): Promise<void> {
    await this.db.run(
      `update space s set path = case when p.id is null then '{}' else p.path || p.id end,
         effective_default = case when s.default_level = 'inherit' then p.effective_default else s.default_level end
       from space self left join collection p on p.id = self.parent_id where self.id = s.id and ${which}`,
      [id],
    );
  }

  /** The children of a collection in their order. */
  children(organization: string, parent: string): Promise<TreeNode[]> {
    return this.siblings(organization, parent);
  }

  /** Whether a collection is the same as another one or below it. */
  async isWithin(collection: string, ancestor: string): Promise<boolean> {
    const rows = await this.db.query(`select 1 from collection where id = $1 and (id = $2 or $2 = any(path))`, [
      collection,
      ancestor,
    ]);
    return rows.length > 0;
  }

  /** Deleted spaces keep their position for a restore. */
  private siblings(organization: string, parent: string | null): Promise<Sibling[]> {
    const below = `organization_id = $1 and parent_id ${parent === null ? 'is null' : '= $2'}`;
    return this.db.query<Sibling>(
      `select 'space' as type, id, order_key as "orderKey" from space where ${below}
       union all
       select 'collection', id, order_key from collection where ${below}
       order by "orderKey", id`,
      parent === null ? [organization] : [organization, parent],
    );
  }

  private async setOrder({ type, id }: TreeNode, key: string): Promise<void> {
    await this.db.run(`update ${type} set order_key = $2 where id = $1`, [id, key]);
  }
}
