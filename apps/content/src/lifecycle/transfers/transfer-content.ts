import { Injectable } from '@nestjs/common';
import { organizationPermissions } from '@bindery/authorization';
import { auditEvent, conflict, notFound, preconditionFailed, requires, type Principal } from '@bindery/contracts';
import { JobQueue } from '@bindery/jobs';
import { currentCall, Mutations, Outbox } from '@bindery/messaging';
import { newId } from '@bindery/persistence';
import { FileStore } from '../../storage/files/file-store';
import { forEachConcurrently } from '../../storage/for-each-concurrently';
import { SearchEngine } from '../../discovery/search/search-engine';
import { indexSpace } from '../../catalog/spaces/index-jobs';
import { roleIn } from '../../catalog/spaces/space.policy';
import { spaceTransferred } from '../../catalog/spaces/space.events';
import { LeaveCollection } from '../../catalog/spaces/leave-collection';
import { ReachedContent } from '../../storage/sweep/reached-content';
import { SweepRepository } from '../../storage/sweep/sweep.repository';
import { collectionTransferred } from '../../catalog/collections/collection.events';
import { TransferRepository, type TransferScope } from '../../catalog/collections/transfer.repository';
import { TreeRepository, type TreeNode } from '../../catalog/collections/tree.repository';

/** A space or a collection that is to be transferred. */
interface Transferable extends TreeNode {
  organizationId: string;
  version: number;
}

const filesAtOnce = 4;
const attempts = 3;

/** The error of a transfer that found a new revision, or a moved space, after the content was copied. */
class ConcurrentChangeError extends Error {}

/**
 * Transfers a space, or a collection with all its content, to another organization. Content is stored for each
 * organization separately, so it is copied first, which may be repeated safely; then all moves to the other
 * organization at once. The next sweep of the old organization removes the content that it no longer needs.
 */
@Injectable()
export class TransferContent {
  constructor(
    private readonly transfers: TransferRepository,
    private readonly reached: ReachedContent,
    private readonly sweeps: SweepRepository,
    private readonly leave: LeaveCollection,
    private readonly tree: TreeRepository,
    private readonly files: FileStore,
    private readonly search: SearchEngine,
    private readonly jobs: JobQueue,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
  ) {}

  /** Throws 403 and 412 unless the caller is an administrator of both organizations, 404 for one that the caller is not in. */
  check(principal: Principal, { organizationId: from }: Transferable, to: string): void {
    requires(organizationPermissions(roleIn(principal, from)).admin);
    const target = principal.organizations[to];
    if (!target) throw notFound('Organization');
    if (!organizationPermissions(target.role).admin)
      throw preconditionFailed('Only an administrator of the other organization can transfer content to it');
    if (to === from) throw conflict('The content already belongs to this organization');
  }

  /** Transfers, and returns the result of `present`. Throws 409 when the content changes all the time. */
  async run<T>(node: Transferable, to: string, present: () => Promise<T>): Promise<T> {
    const run = newId();
    try {
      for (let attempt = 1; ; attempt++) {
        const copied = await this.copy(run, node, to);
        try {
          return await this.rehome(node, to, copied, present);
        } catch (error) {
          if (!(error instanceof ConcurrentChangeError)) throw error;
          if (attempt === attempts) throw conflict('The content is being changed; try again later');
        }
      }
    } finally {
      await this.reached.forget(run);
    }
  }

  private async copy(run: string, node: Transferable, to: string): Promise<TransferScope> {
    const { organizationId: from } = node;
    const below = await this.transfers.below(node, from);
    await this.reached.addSpaces(run, below.spaces);
    while (await this.reached.follow(run, from));
    for (const table of ['chunk', 'document'] as const)
      for (let after: string | undefined = ''; after !== undefined;)
        after = await this.transfers.copy(table, run, from, to, after);
    for (let files = await this.transfers.files(run, ''); files.length > 0;) {
      await forEachConcurrently(files, filesAtOnce, (file) => this.files.copy(from, to, file));
      files = await this.transfers.files(run, files.at(-1)!);
    }
    return below;
  }

  private rehome<T>(node: Transferable, to: string, copied: TransferScope, present: () => Promise<T>): Promise<T> {
    const { type, id, organizationId: from, version } = node;
    return this.mutations.run({ organization: from, target: { type, id }, version }, async () => {
      // In one order, so that two transfers in opposite directions do not deadlock.
      for (const organization of [from, to].sort()) await this.tree.lock(organization);
      await this.transfers.lock(copied);
      if (!isSame(copied, await this.transfers.below(node, from))) throw new ConcurrentChangeError();
      await this.search.forget(copied.spaces);
      await this.transfers.rehome(node, copied, from, to);
      await this.tree.place(to, node, null, (siblings) => siblings.length);
      if (type === 'space') await this.leave.run(id);
      await this.emitTransferred(node, to, copied);
      return present();
    });
  }

  private async emitTransferred(
    { type, id, organizationId: from }: Transferable,
    to: string,
    moved: TransferScope,
  ): Promise<void> {
    for (const space of moved.spaces) {
      await this.jobs.add(indexSpace, { organizationId: to, input: { space }, key: space });
      await this.outbox.add(spaceTransferred(space, from, to));
    }
    for (const collection of moved.collections) await this.outbox.add(collectionTransferred(collection, from, to));
    await this.sweeps.request(from);
    // The log of the source organization has it like every mutation; that of the target must have it too.
    const { operation, envelope } = currentCall()!;
    const { user: actor, token } = envelope.principal;
    const { params } = envelope;
    const record = { action: operation, organization: to, actor, token, target: { type, id }, params };
    await this.outbox.add(auditEvent('content', record, { version: 0 }));
  }
}

const isSame = (one: TransferScope, other: TransferScope): boolean => JSON.stringify(one) === JSON.stringify(other);
