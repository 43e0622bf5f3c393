import { Injectable } from '@nestjs/common';
import {
  conflict,
  invalid,
  notFound,
  requires,
  type CollectionPointer,
  type MoveContent as Move,
  type Principal,
  type SpacePointer,
} from '@bindery/contracts';
import { collectionPermissions } from './collection.presenter';
import { CollectionRepository } from './collection.repository';
import { TreeRepository, type TreeNode } from './tree.repository';

/** A node to be moved, with its position in the tree. */
interface Movable extends TreeNode {
  organizationId: string;
  parentId: string | null;
}

/** Moves spaces and collections. The caller's permissions are checked before the transaction, the tree inside it. */
@Injectable()
export class MoveContent {
  constructor(
    private readonly collections: CollectionRepository,
    private readonly tree: TreeRepository,
  ) {}

  /** The collection that the caller names as parent. Throws 404 outside of the organization, 403 without permission to add to it. */
  async parent(principal: Principal, organization: string, parent: string | null | undefined): Promise<void> {
    if (!parent) return;
    const { collection, level } = await this.collections.get(principal, parent);
    if (collection.organizationId !== organization) throw notFound('Collection');
    requires(collectionPermissions(level).create);
  }

  /** Runs in the caller's transaction. Throws 409 for a collection inside itself, 400 for a position that does not exist. */
  async run(node: Movable, { parent = node.parentId, position = {} }: Move): Promise<void> {
    await this.tree.lock(node.organizationId);
    if (parent && node.type === 'collection' && (await this.tree.isWithin(parent, node.id))) {
      throw conflict('A collection cannot be moved into itself');
    }
    await this.tree.place(node.organizationId, node, parent, (siblings) => indexAt(siblings, position));
  }
}

function indexAt(siblings: TreeNode[], { before, after }: NonNullable<Move['position']>): number {
  if (before && after) throw invalid('body.position', 'position must have only one of before and after');
  if (!before && !after) return siblings.length;
  const pointer = (before ?? after)!;
  const index = siblings.findIndex(({ type, id }) => type === pointer.type && id === idOf(pointer));
  if (index < 0) {
    const name = before ? 'before' : 'after';
    throw invalid(`body.position.${name}`, `position.${name} does not exist in the parent`);
  }
  return before ? index : index + 1;
}

const idOf = (pointer: SpacePointer | CollectionPointer): string =>
  pointer.type === 'space' ? pointer.space : pointer.collection;
