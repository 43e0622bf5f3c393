import { sharing, type TestUser } from '@bindery/testing';
import type { Example } from '../contract/example';
import { example } from '../contract/examples';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

export const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;

/** Users with each role, on a collection and in the organization, and examples of operations on what is in the collection. */
export interface AccessWorld {
  world: TestOrganization;
  make: ReturnType<typeof sharing>;
  /** The collection on which guests have their roles. */
  base: string;
  /** Guests with a role on the collection, members with the role in the organization. */
  guests: Map<string, TestUser>;
  staff: Map<string, TestUser>;
}

export async function createAccessWorld(): Promise<AccessWorld> {
  const world = await createTestOrganization();
  const make = sharing(world);
  const base = (await make.collection({ title: 'Base' })).id;
  const [guests, staff] = [new Map<string, TestUser>(), new Map<string, TestUser>()];
  for (const role of roles) {
    const guest = await make.guest();
    guests.set(role, guest);
    await make.onCollection(base, { users: [guest.id], role });
    staff.set(role, await world.records.user({ [world.organization]: role }));
  }
  // A plain guest has nothing.
  for (const users of [guests, staff]) {
    users.set('guest', world.guest);
    users.set('stranger', world.otherAdmin);
  }
  guests.set('administrator', world.admin);
  return { world, make, base, guests, staff };
}

/** An example that works on something in the collection on which guests have their roles. */
export async function exampleWithin({ world, make, base }: AccessWorld, operation: string): Promise<Example> {
  const admin = { token: world.admin.token };
  const made = await example(world, operation);
  const { spaceId, collectionId } = made.params ?? {};
  if (operation === 'restoreSpace') {
    const { id } = await make.space({ parent: base });
    await world.api.expect('deleteSpaceById', { ...admin, params: { spaceId: id } });
    return { params: { spaceId: id } };
  }
  if (spaceId) await world.api.expect('moveSpace', { ...admin, params: { spaceId }, body: { parent: base } });
  if (collectionId)
    await world.api.expect('moveCollection', { ...admin, params: { collectionId }, body: { parent: base } });
  // Where to is another matter: the parent that an example names is not theirs.
  return operation.startsWith('move') ? { ...made, body: {} } : made;
}

export const attempt = ({ world }: AccessWorld, operation: string, made: Example, user: TestUser | undefined) =>
  world.api.call(operation, { ...made, ...(user && { token: user.token }) });
