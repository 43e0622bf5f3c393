import { atLeast, highest, type Level, spacePermissions } from '@bindery/authorization';
import {
  branches,
  spaceAccess,
  type MemberRole,
  type NewEvent,
  notFound,
  type Principal,
  raiseVersion,
  requires,
  search,
  siteSpaceCalls,
  type Space,
  spaceCards,
  spaceDeleted,
  spaceRestored,
  spaces,
  spaceVisibilityUpdated,
  spacesWithOwnAccess,
} from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { fakeBranches } from './fake-branches';
import { fakeBatch, fakeOperation, type Fake } from './fakes';
import { testPublicUrl } from '../environment/test-environment';

interface StoredSpace extends Space {
  version: number;
  /** Roles of users on the space itself. */
  grants: Record<string, MemberRole>;
}

/** Spaces without content, to which the role in their organization gives access, and nothing else. */
class SpaceStore {
  private readonly stored = new Map<string, StoredSpace>();
  /** Copies by the idempotency keys of their requests. */
  private readonly copies = new Map<string, StoredSpace>();

  constructor(private readonly publish: (event: NewEvent) => Promise<void>) {}

  create(organization: string, given: Partial<Space>): StoredSpace {
    const [id, revision] = [newId(), newId()];
    const at = new Date().toISOString();
    const urls = {
      location: `${testPublicUrl}/v1/spaces/${id}`,
      app: `${testPublicUrl}/app/o/${organization}/s/${id}`,
    };
    const times = { createdAt: at, updatedAt: at };
    const defaults = { title: '', defaultLevel: 'inherit' as const, mergeRules: { type: 'inherit' as const } };
    const made = {
      ...spaceCards.missing!(id),
      ...defaults,
      ...given,
      ...times,
      organization,
      revision,
      urls,
      version: 1,
      grants: {},
    };
    this.stored.set(id, made);
    return made;
  }

  /** A repeated request is answered with the copy that the first one made. */
  duplicate(id: string, principal: Principal, idempotencyKey: string): StoredSpace {
    const earlier = this.copies.get(idempotencyKey);
    if (earlier) return earlier;
    const { organization, title } = this.find(id, principal);
    requires(atLeast(principal.organizations[organization]?.role, 'create'));
    const copy = this.create(organization, { title: `${title} (copy)` });
    this.copies.set(idempotencyKey, copy);
    return copy;
  }

  /** Throws 404 for one that is deleted, or that the caller does not see. */
  find(id: string, principal: Principal): StoredSpace {
    const space = this.stored.get(id);
    if (!space || space.deletedAt || !levelOf(space, principal)) throw notFound('Space');
    return space;
  }

  /** Those that the caller sees. */
  visible(principal: Principal): StoredSpace[] {
    return [...this.stored.values()].filter((space) => !space.deletedAt && levelOf(space, principal));
  }

  async update(id: string, principal: Principal, change: Partial<Space>): Promise<StoredSpace> {
    const before = this.administered(id, principal);
    const after = raiseVersion({ ...before, ...change });
    this.stored.set(id, after);
    if (after.visibility !== before.visibility) {
      const payload = { space: id, previousVisibility: before.visibility, visibility: after.visibility };
      await this.publish(spaceVisibilityUpdated({ ...contentOf(after), payload }));
    }
    return after;
  }

  /** Gives users a role. */
  invite(id: string, principal: Principal, users: string[], role: MemberRole): void {
    const { grants } = this.administered(id, principal);
    for (const user of users) grants[user] = role;
  }

  async delete(id: string, principal: Principal): Promise<void> {
    const space = raiseVersion(this.administered(id, principal));
    this.stored.set(id, { ...space, deletedAt: new Date().toISOString() });
    await this.publish(spaceDeleted({ ...contentOf(space), payload: { space: id } }));
  }

  async restore(id: string, principal: Principal): Promise<StoredSpace> {
    const { deletedAt: _, ...space } = raiseVersion(this.stored.get(id)!);
    this.stored.set(id, space);
    this.administered(id, principal);
    await this.publish(spaceRestored({ ...contentOf(space), payload: { space: id } }));
    return space;
  }

  private administered(id: string, principal: Principal): StoredSpace {
    const space = this.find(id, principal);
    requires(atLeast(levelOf(space, principal), 'admin'));
    return space;
  }
}

const contentOf = ({ id, organization, version }: StoredSpace) => ({ organization, aggregate: id, version });

const levelOf = ({ organization, visibility, grants }: StoredSpace, { organizations, user }: Principal): Level =>
  highest(organizations[organization]?.role, grants[user], visibility === 'public' ? 'read' : null);

function present(stored: StoredSpace, principal: Principal): Space {
  const { version: _version, grants: _grants, ...space } = stored;
  const role = principal.organizations[space.organization]?.role ?? null;
  return { ...space, permissions: spacePermissions(levelOf(stored, principal), role) };
}

/** The content service as far as services need it that refer to spaces. Nothing is found in them. */
export function fakeContent(publish: (event: NewEvent) => Promise<void>): Fake[] {
  const store = new SpaceStore(publish);
  return [
    fakeOperation(spaces.listSpacesInOrganizationById, ({ params: { organizationId }, principal }) => {
      if (!principal.organizations[organizationId]) throw notFound('Organization');
      const own = store.visible(principal).filter(({ organization }) => organization === organizationId);
      return { items: own.map((space) => present(space, principal)), count: own.length };
    }),
    fakeOperation(spaces.createSpace, ({ params: { organizationId }, body, principal }) => {
      requires(atLeast(principal.organizations[organizationId]?.role, 'create'));
      return present(store.create(organizationId, body as Partial<Space>), principal);
    }),
    fakeOperation(spaces.getSpaceById, ({ params, principal }) =>
      present(store.find(params.spaceId, principal), principal),
    ),
    fakeOperation(spaces.updateSpaceById, async ({ params, body, principal }) =>
      present(await store.update(params.spaceId, principal, body as Partial<Space>), principal),
    ),
    fakeOperation(spaces.duplicateSpace, ({ params, principal, idempotencyKey }) =>
      present(store.duplicate(params.spaceId, principal, idempotencyKey!), principal),
    ),
    fakeOperation(spaces.deleteSpaceById, ({ params, principal }) => store.delete(params.spaceId, principal)),
    fakeOperation(spaces.restoreSpace, async ({ params, principal }) =>
      present(await store.restore(params.spaceId, principal), principal),
    ),
    fakeOperation(spaceAccess.inviteToSpace, ({ params, body, principal }) =>
      store.invite(params.spaceId, principal, body.users ?? [], body.role ?? 'read'),
    ),
    fakeBatch(spaceCards, (ids, principal) => {
      const visible = store.visible(principal).filter(({ id }) => ids.includes(id));
      return Object.fromEntries(visible.map((space) => [space.id, present(space, principal)]));
    }),
    fakeOperation(search.searchOrganizationContent, () => ({ items: [], count: 0 })),
    fakeOperation(siteSpaceCalls.searchSpaces, () => ({ items: [], count: 0 })),
    fakeOperation(siteSpaceCalls.findSpaces, ({ body, principal }) => {
      const asked = store.visible(principal).filter(({ id }) => body.spaces.includes(id));
      const found = asked.filter(({ organization }) => organization === body.organization);
      return { spaces: found.map((space) => ({ ...space, level: levelOf(space, principal)! })) };
    }),
    fakeOperation(spacesWithOwnAccess.listWorkSpaces, ({ body, principal }) => {
      const own = store.visible(principal).filter(({ organization }) => organization === body.organization);
      return { spaces: own.map(({ id }) => id) };
    }),
    ...fakeBranches((id, principal) => {
      const space = store.find(id, principal);
      return { space, level: levelOf(space, principal) };
    }),
    fakeOperation(branches.getSpaceAccess, ({ body, principal }) => {
      const { organization, revision, title, mergeRules } = store.find(body.space, principal);
      const level = principal.organizations[organization]?.role;
      if (!level) throw notFound('Space');
      return { organization, level, head: revision, editMode: 'live' as const, title, mergeRules };
    }),
  ];
}
