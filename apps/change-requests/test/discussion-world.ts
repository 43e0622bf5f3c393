import type { DocumentPage, Space } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import {
  createServiceOrganization,
  type ServiceOrganization,
  type Discussion,
  discussionMembers,
} from '@bindery/testing';

export type DiscussionWorld = ServiceOrganization & Discussion;

/** A space in which users comment, whose content is faked: any page is there. */
export async function createDiscussionWorld(): Promise<DiscussionWorld> {
  const world = await createServiceOrganization('change-requests');
  const params = { organizationId: world.organization };
  const { id: space } = await world.api.expect<Space>('createSpace', { token: world.admin.token, params, body: {} });
  const pages = { Home: { id: newId() } as DocumentPage, Guide: { id: newId() } as DocumentPage };
  return { ...world, space, pages, ...(await discussionMembers(world)) };
}
