import { Controller, Inject } from '@nestjs/common';
import { atLeast, organizationPermissions } from '@bindery/authorization';
import type { ServiceConfig } from '@bindery/config';
import {
  collections as contract,
  requires,
  type RequestOf,
  type UpdateCollection,
  ifNotFound,
} from '@bindery/contracts';
import { Handles, Mutations, Outbox } from '@bindery/messaging';
import { newId, paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { LeaveCollection } from '../../catalog/spaces/leave-collection';
import { roleIn } from '../../catalog/spaces/space.policy';
import { presentSpace } from '../../catalog/spaces/space.presenter';
import { SpaceRepository } from '../../catalog/spaces/space.repository';
import { collectionDeleted } from '../../catalog/collections/collection.events';
import { collectionPermissions, presentCollection } from '../../catalog/collections/collection.presenter';
import { CollectionRepository, type CollectionAccess } from '../../catalog/collections/collection.repository';
import { MoveContent } from '../../catalog/collections/move-content';
import { TransferContent } from '../transfers/transfer-content';
import { TreeRepository } from '../../catalog/collections/tree.repository';

@Controller()
export class CollectionsController {
  constructor(
    private readonly collections: CollectionRepository,
    private readonly spaces: SpaceRepository,
    private readonly tree: TreeRepository,
    private readonly move: MoveContent,
    private readonly leave: LeaveCollection,
    private readonly transfer: TransferContent,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.listCollectionsInOrganizationById)
  async list({ params, query, principal }: RequestOf<typeof contract.listCollectionsInOrganizationById>) {
    const { organizationId } = params;
    roleIn(principal, organizationId);
    const page = await paginate(query, {
      scope: ['collections', organizationId, principal.user, query.nested],
      rows: (after, limit) => this.collections.list(principal, organizationId, query, after, limit),
      position: ({ collection: { id, createdAt, orderKey } }) => ({
        value: query.nested ? createdAt.toISOString() : orderKey,
        id,
      }),
      count: () => this.collections.count(principal, organizationId, query),
    });
    return { ...page, items: page.items.map((access) => this.present(access)) };
  }

  @Handles(contract.createCollection)
  async create({ params, body, principal }: RequestOf<typeof contract.createCollection>) {
    const { organizationId } = params;
    const { title = '', parent } = body;
    const role = roleIn(principal, organizationId);
    if (parent) await this.move.parent(principal, organizationId, parent);
    else requires(organizationPermissions(role).createContent);
    const id = newId();
    return this.mutations.run({ organization: organizationId, target: { type: 'collection', id } }, async () => {
      const node = { type: 'collection' as const, id, organizationId, parentId: null };
      const placed = {
        parentId: null,
        path: [],
        orderKey: 'a0',
        defaultLevel: 'inherit' as const,
        effectiveDefault: null,
      };
      await this.collections.insert({ id, organizationId, title, createdBy: principal.user, ...placed });
      await this.move.run(node, { parent: parent ?? null });
      const { level } = await this.collections.get(principal, id);
      return presentCollection(await this.collections.byId(id), level, this.config.PUBLIC_URL);
    });
  }

  @Handles(contract.getCollectionById)
  async get({ params, principal }: RequestOf<typeof contract.getCollectionById>) {
    return this.present(await this.collections.get(principal, params.collectionId));
  }

  @Handles(contract.updateCollectionById)
  async update({ params, body, principal }: RequestOf<typeof contract.updateCollectionById>) {
    const { collection, level } = await this.collections.get(principal, params.collectionId);
    const { id, organizationId } = collection;
    requires(collectionPermissions(level).admin);
    return this.mutations.run(targetOf(collection), async () => {
      await this.tree.lock(organizationId);
      const updated = await this.collections.update(id, settingsOf(body));
      await this.tree.refresh({ type: 'collection', id });
      return presentCollection(updated, level, this.config.PUBLIC_URL);
    });
  }

  @Handles(contract.deleteCollectionById)
  async delete({ params, principal }: RequestOf<typeof contract.deleteCollectionById>) {
    const found = await this.collections.get(principal, params.collectionId).catch(ifNotFound);
    if (!found) return;
    const { id, organizationId, parentId } = found.collection;
    requires(collectionPermissions(found.level).admin);
    await this.mutations.run(targetOf(found.collection), async () => {
      await this.tree.lock(organizationId);
      // Its children move to its position, in their order.
      let after = id;
      for (const child of await this.tree.children(organizationId, id)) {
        const beside = after;
        await this.tree.place(
          organizationId,
          child,
          parentId,
          (siblings) => siblings.findIndex((sibling) => sibling.id === beside) + 1,
        );
        if (parentId === null && child.type === 'space') await this.leave.run(child.id);
        after = child.id;
      }
      await this.collections.delete(id);
      await this.outbox.add(collectionDeleted(found.collection));
    });
  }

  @Handles(contract.listSpacesInCollectionById)
  async listSpaces({ params, query, principal }: RequestOf<typeof contract.listSpacesInCollectionById>) {
    const { collection } = await this.collections.get(principal, params.collectionId);
    const page = await paginate(query, {
      scope: ['collection spaces', collection.id, principal.user],
      rows: (after, limit) => this.spaces.listIn(principal, collection.id, after, limit),
      position: ({ space }) => ({ value: space.orderKey, id: space.id }),
      count: () => this.spaces.countIn(principal, collection.id),
    });
    const items = page.items.map((access) => presentSpace(access, principal, this.config.PUBLIC_URL));
    return { ...page, items };
  }

  @Handles(contract.moveCollection)
  async moveCollection({ params, body, principal }: RequestOf<typeof contract.moveCollection>) {
    const { collection, level } = await this.collections.get(principal, params.collectionId);
    const { id, organizationId, parentId } = collection;
    requires(collectionPermissions(level).admin);
    await this.move.parent(principal, organizationId, body.parent);
    if (body.parent === null) requires(atLeast(roleIn(principal, organizationId), 'create'));
    return this.mutations.run(targetOf(collection), async () => {
      await this.move.run({ type: 'collection', id, organizationId, parentId }, body);
      return presentCollection(await this.collections.byId(id), level, this.config.PUBLIC_URL);
    });
  }

  @Handles(contract.transferCollection)
  async transferCollection({ params, body, principal }: RequestOf<typeof contract.transferCollection>) {
    const { collection, level } = await this.collections.get(principal, params.collectionId);
    const { id, organizationId, version } = collection;
    const node = { type: 'collection' as const, id, organizationId, version };
    requires(collectionPermissions(level).admin);
    this.transfer.check(principal, node, body.organization);
    return this.transfer.run(node, body.organization, async () =>
      this.present(await this.collections.get(principal, id)),
    );
  }

  private present({ collection, level }: CollectionAccess) {
    return presentCollection(collection, level, this.config.PUBLIC_URL);
  }
}

const targetOf = ({ id, organizationId, version }: CollectionAccess['collection']) => ({
  organization: organizationId,
  target: { type: 'collection', id },
  version,
  row: { table: 'collection', key: { id } },
});

/** Only the fields that the caller sent: absent leaves, null clears. */
function settingsOf({ title, description, defaultLevel }: UpdateCollection) {
  return Object.fromEntries(
    Object.entries({ title, description, defaultLevel }).filter(([, value]) => value !== undefined),
  );
}
