import { Controller, Inject } from '@nestjs/common';
import { spacePermissions } from '@bindery/authorization';
import { BatchLoader } from '@bindery/loading';
import { fileKeyOf, type ServiceConfig } from '@bindery/config';
import {
  anonymous,
  changeRequestCards,
  changeRequestKey,
  conflict,
  edits as contract,
  notFound,
  requires,
  type ChangedContent,
  type ChangeOutcome,
  type ChangeRequest,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, Mutations, RpcClient } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { BranchRepository } from '../branches/branch.repository';
import { assertOpen, DraftAccess } from '../branches/draft-access';
import { presentFile } from '../../storage/files/file-entry';
import type { Outcome } from './apply-changes';
import { EditContent } from './edit-content';
import { LiveEditRules } from './live-edit-rules';
import { PrepareChanges, type PreparedChanges } from './prepared-change';

@Controller()
export class EditsController {
  /** By `changeRequestKey`; concurrent requests share one message. */
  private readonly cards: BatchLoader<string, ChangeRequest | undefined>;

  constructor(
    private readonly drafts: DraftAccess,
    private readonly branches: BranchRepository,
    private readonly rules: LiveEditRules,
    private readonly prepare: PrepareChanges,
    private readonly edit: EditContent,
    private readonly mutations: Mutations,
    @Inject(CONFIG) private readonly config: ServiceConfig,
    rpc: RpcClient,
  ) {
    this.cards = new BatchLoader(async (keys: string[]) => {
      const found = await rpc.callBatch(changeRequestCards, [...new Set(keys)], anonymous);
      return keys.map((key) => found[key]);
    });
  }

  @Handles(contract.updateChangeRequestContent)
  async updateDraft({ params, query, body, principal }: RequestOf<typeof contract.updateChangeRequestContent>) {
    const { space, branch } = await this.drafts.get(principal, params);
    requires(spacePermissions(space.level).edit);
    const { id: spaceId, organizationId: organization } = space;
    // The caller's access to the space is checked already, so the owner of change requests need not query it back here.
    const key = changeRequestKey({ organization, space: spaceId, changeRequest: branch.id });
    const changeRequest = await this.cards.load(key);
    if (!changeRequest) throw notFound('Change request');
    assertOpen(branch, changeRequest.status);
    const prepared = await this.prepare.run(organization, body.changes);
    const target = { type: 'change-request', id: branch.id };
    return this.mutations.run({ organization, target }, async () => {
      const { revision, outcomes } = await this.edit.draft({ spaceId, id: branch.id }, prepared, principal.user);
      if (query.compat) return changeRequest;
      const location = `${this.config.PUBLIC_URL}/v1/spaces/${spaceId}/change-requests/${branch.id}/content`;
      const changes = outcomes.map((outcome) => presentOutcome(outcome, location));
      return { changeRequest, createdRevision: revision, changes, ...this.inserted(organization, prepared) };
    });
  }

  @Handles(contract.updateSpaceContent)
  async updateMain({ params, body, principal }: RequestOf<typeof contract.updateSpaceContent>) {
    const space = await this.branches.space(principal, params.spaceId);
    requires(spacePermissions(space.level).edit);
    const { id, organizationId: organization, editMode } = space;
    if (editMode === 'locked') throw conflict('The space is locked; open a change request');
    await this.rules.check(space, principal);
    const prepared = await this.prepare.run(organization, body.changes);
    return this.mutations.run({ organization, target: { type: 'space', id } }, async () => {
      const { revision, outcomes } = await this.edit.main(space, prepared, principal.user);
      const location = `${this.config.PUBLIC_URL}/v1/spaces/${id}/content`;
      const changes = outcomes.map((outcome) => presentOutcome(outcome, location));
      return { revision, changes, ...this.inserted(organization, prepared) };
    });
  }

  /** The new files and reusable contents; absent where there are none. */
  private inserted(organization: string, { changes }: PreparedChanges): InsertedContent {
    const { PUBLIC_URL: publicUrl } = this.config;
    const secret = fileKeyOf(this.config);
    const context = { organization, publicUrl, secret, metadata: true };
    const files = changes.flatMap(({ files: added }) => added).map(([id, entry]) => presentFile(id, entry, context));
    const contents = changes.flatMap(({ id, change }) =>
      change.operation === 'insert_reusable_content' ? [{ id, title: change.title }] : [],
    );
    return {
      ...(files.length > 0 && { insertedFiles: files }),
      ...(contents.length > 0 && { insertedReusableContents: contents }),
    };
  }
}

type InsertedContent = Pick<ChangedContent, 'insertedFiles' | 'insertedReusableContents'>;

/** `location` is that of the content. */
function presentOutcome(outcome: Outcome, location: string): ChangeOutcome {
  if (outcome.object === 'deleted_page') return outcome;
  const { page: id, ...rest } = outcome;
  const page = { object: 'page' as const, id, urls: { location: `${location}/page/${id}` } };
  return rest.object === 'created_page'
    ? { object: rest.object, ...(rest.ref !== undefined && { ref: rest.ref }), page }
    : { object: rest.object, page };
}
