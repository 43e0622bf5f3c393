import { Controller, Inject } from '@nestjs/common';
import { atLeast, checkMergeRules, organizationPermissions, spacePermissions } from '@bindery/authorization';
import type { ServiceConfig } from '@bindery/config';
import {
  conflict,
  invalid,
  requires,
  spaces as contract,
  subjects,
  type Principal,
  type RequestOf,
  type UpdateSpace,
  type Visibility,
  ifNotFound,
} from '@bindery/contracts';
import { Handles, Mutations, Outbox, RpcClient } from '@bindery/messaging';
import { newId, paginate } from '@bindery/persistence';
import { CLOCK, CONFIG, type Clock } from '@bindery/service';
import { MoveContent } from '../../catalog/collections/move-content';
import { TransferContent } from '../transfers/transfer-content';
import { TreeRepository } from '../../catalog/collections/tree.repository';
import { EditContent } from '../../drafts/edits/edit-content';
import { emptyContent } from '../../model/pages/revision-content';
import { RevisionRepository } from '../../revisions/revisions/revision.repository';
import { SearchJobs } from '../../discovery/search/search-jobs';
import { CreateSpace } from '../../revisions/revisions/create-space';
import { FirstContent } from './first-content';
import { LeaveCollection } from '../../catalog/spaces/leave-collection';
import { spaceDeleted, spaceRestored, spaceVisibilityUpdated } from '../../catalog/spaces/space.events';
import { retention } from '../../catalog/spaces/space-lifetime';
import { roleIn } from '../../catalog/spaces/space.policy';
import { presentSpace } from '../../catalog/spaces/space.presenter';
import { SpaceRepository, type SpaceAccess, type SpaceSettings } from '../../catalog/spaces/space.repository';

@Controller()
export class SpacesController {
  constructor(
    private readonly spaces: SpaceRepository,
    private readonly revisions: RevisionRepository,
    private readonly tree: TreeRepository,
    private readonly move: MoveContent,
    private readonly leave: LeaveCollection,
    private readonly transfer: TransferContent,
    private readonly createSpace: CreateSpace,
    private readonly firstContent: FirstContent,
    private readonly edit: EditContent,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    private readonly search: SearchJobs,
    private readonly rpc: RpcClient,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.listSpacesInOrganizationById)
  async list({ params, query, principal }: RequestOf<typeof contract.listSpacesInOrganizationById>) {
    const { organizationId } = params;
    roleIn(principal, organizationId);
    const page = await paginate(query, {
      scope: ['spaces', organizationId, principal.user],
      rows: (after, limit) => this.spaces.list(principal, organizationId, after, limit),
      position: ({ space }) => ({ value: space.createdAt.toISOString(), id: space.id }),
      count: () => this.spaces.count(principal, organizationId),
    });
    return { ...page, items: page.items.map((access) => this.present(access, principal)) };
  }

  @Handles(contract.createSpace)
  async create({ params, body, principal }: RequestOf<typeof contract.createSpace>) {
    const { organizationId } = params;
    const { title = '', emoji = '', language = null, editMode = 'live', parent = null } = body;
    const role = roleIn(principal, organizationId);
    if (parent) await this.move.parent(principal, organizationId, parent);
    else requires(organizationPermissions(role).createContent);
    const visibility = body.visibility ?? (parent ? 'in-collection' : 'private');
    checkVisibility(visibility, parent);
    const id = newId();
    const pages = await this.firstContent.prepare(principal, { id, organizationId }, body);
    return this.mutations.run({ organization: organizationId, target: { type: 'space', id } }, async () => {
      const space = { id, organizationId, title, emoji, language, editMode, visibility, createdBy: principal.user };
      const content = pages ? await this.edit.first(space, pages) : emptyContent;
      await this.createSpace.run(space, content, { parent });
      return this.present(await this.spaces.get(principal, id), principal);
    });
  }

  @Handles(contract.getSpaceById)
  async get({ params, principal }: RequestOf<typeof contract.getSpaceById>) {
    return this.present(await this.spaces.get(principal, params.spaceId), principal);
  }

  @Handles(contract.updateSpaceById)
  async update({ params, body, principal }: RequestOf<typeof contract.updateSpaceById>) {
    const { space, revision, level } = await this.spaces.getActive(principal, params.spaceId);
    const { id, organizationId: organization, parentId, visibility, language } = space;
    requires(spacePermissions(level).admin);
    if (body.emoji && body.icon) throw invalid('body.icon', 'Send only one of icon and emoji');
    if (body.visibility) checkVisibility(body.visibility, parentId);
    await checkMergeRules(body.mergeRules, async (users) => {
      const asked = { organization, users, teams: [] };
      return (await this.rpc.call(subjects.findSubjects, { principal, body: asked })).users;
    });
    return this.mutations.run(targetOf(space), async () => {
      const updated = await this.spaces.update(id, settingsOf(body));
      if (body.defaultLevel !== undefined) await this.tree.refresh({ type: 'space', id });
      if (updated.language !== language) await this.search.again(organization, id);
      if (updated.visibility !== visibility) await this.outbox.add(spaceVisibilityUpdated(updated, visibility));
      return this.present({ space: { ...updated, gitSync: space.gitSync ?? null }, revision, level }, principal);
    });
  }

  @Handles(contract.deleteSpaceById)
  async delete({ params, principal }: RequestOf<typeof contract.deleteSpaceById>) {
    const found = await this.spaces.get(principal, params.spaceId).catch(ifNotFound);
    if (!found || found.space.deletedAt) return;
    requires(spacePermissions(found.level).admin);
    await this.mutations.run(targetOf(found.space), async () => {
      await this.spaces.delete(found.space.id, this.clock());
      await this.outbox.add(spaceDeleted(found.space));
    });
  }

  @Handles(contract.restoreSpace)
  async restore({ params, principal }: RequestOf<typeof contract.restoreSpace>) {
    const { space, level } = await this.spaces.get(principal, params.spaceId);
    const { id, organizationId: organization, deletedAt } = space;
    requires(spacePermissions(level).admin);
    return this.mutations.run({ organization, target: { type: 'space', id } }, async () => {
      if (deletedAt) {
        const restored = await this.spaces.restore(id, new Date(this.clock().getTime() - retention));
        if (!restored) throw conflict('The space was deleted more than 7 days ago and cannot be restored');
        await this.outbox.add(spaceRestored(space));
      }
      return this.present(await this.spaces.get(principal, id), principal);
    });
  }

  @Handles(contract.duplicateSpace)
  async duplicate({ params, principal }: RequestOf<typeof contract.duplicateSpace>) {
    const { space } = await this.spaces.getActive(principal, params.spaceId);
    const { organizationId, parentId: parent } = space;
    if (parent) await this.move.parent(principal, organizationId, parent);
    else requires(atLeast(principal.organizations[organizationId]?.role, 'create'));
    const head = await this.revisions.current(principal, space.id);
    const id = newId();
    return this.mutations.run({ organization: organizationId, target: { type: 'space', id } }, async () => {
      const { emoji, icon, language, editMode, defaultLevel, mergeRules } = space;
      const visibility: Visibility = parent ? 'in-collection' : 'private';
      const title = `${[...space.title].slice(0, 43).join('')} (copy)`;
      const copy = {
        id,
        organizationId,
        title,
        emoji,
        icon,
        language,
        editMode,
        defaultLevel,
        mergeRules,
        visibility,
        createdBy: principal.user,
      };
      // Pointers to shared content: for a space of any size, this writes three rows.
      const { pages, slugs, files, reusableContents, settings, variables, git } = head;
      const place = { parent, position: { after: { type: 'space' as const, space: space.id } } };
      await this.createSpace.run(copy, { pages, slugs, files, reusableContents, settings, variables, git }, place);
      return this.present(await this.spaces.get(principal, id), principal);
    });
  }

  @Handles(contract.moveSpace)
  async moveSpace({ params, body, principal }: RequestOf<typeof contract.moveSpace>) {
    const { space, level } = await this.spaces.getActive(principal, params.spaceId);
    const { id, organizationId, parentId } = space;
    requires(spacePermissions(level).admin);
    await this.move.parent(principal, organizationId, body.parent);
    if (body.parent === null) requires(atLeast(roleIn(principal, organizationId), 'create'));
    return this.mutations.run(targetOf(space), async () => {
      await this.move.run({ type: 'space', id, organizationId, parentId }, body);
      if (body.parent === null) await this.leave.run(id);
      return this.present(await this.spaces.get(principal, id), principal);
    });
  }

  @Handles(contract.transferSpace)
  async transferSpace({ params, body, principal }: RequestOf<typeof contract.transferSpace>) {
    const { space, level } = await this.spaces.getActive(principal, params.spaceId);
    const { id, organizationId, version } = space;
    const node = { type: 'space' as const, id, organizationId, version };
    requires(spacePermissions(level).admin);
    this.transfer.check(principal, node, body.organization);
    return this.transfer.run(node, body.organization, async () =>
      this.present(await this.spaces.get(principal, id), principal),
    );
  }

  private present(access: SpaceAccess, principal: Principal) {
    return presentSpace(access, principal, this.config.PUBLIC_URL);
  }
}

function checkVisibility(visibility: Visibility, parent: string | null): void {
  if (visibility === 'in-collection' && !parent)
    throw invalid('body.visibility', 'visibility in-collection needs a parent');
}

const targetOf = ({ id, organizationId, version }: SpaceAccess['space']) => ({
  organization: organizationId,
  target: { type: 'space', id },
  version,
  row: { table: 'space', key: { id } },
});

/** Only the fields that the caller sent: absent leaves, null clears. An icon replaces the emoji and the reverse. */
function settingsOf({
  title,
  editMode,
  defaultLevel,
  language,
  mergeRules,
  emoji,
  icon,
  visibility,
}: UpdateSpace): SpaceSettings {
  const sign = emoji
    ? { emoji, icon: null }
    : icon
      ? { icon, emoji: '' }
      : { emoji: emoji === null ? '' : emoji, icon };
  const settings = { title, editMode, defaultLevel, language, mergeRules, visibility, ...sign };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
