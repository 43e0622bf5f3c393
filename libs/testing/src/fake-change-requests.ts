import { randomUUID } from 'node:crypto';
import {
  branches,
  branchKey,
  type BranchAt,
  changeRequestCards,
  changeRequestKey,
  changeRequestRefs,
  changeRequests,
  composed,
  merging,
  type MergeResult,
  notFound,
  type ChangeRequest,
  type ChangeRequestStatus,
  type Principal,
  type UpdateChangeRequest,
  type UpdateResult,
  type User,
} from '@bindery/contracts';
import { fakeBatch, fakeOperation, type Fake } from './fakes';
import type { ServiceUnderTest } from './service-under-test';
import { testPublicUrl } from './test-environment';

/** Change requests that are opened, found, archived, and merged by every editor: what content needs for its branches. */
class ChangeRequestStore {
  private readonly made: (ChangeRequest & { organization: string })[] = [];

  constructor(private readonly content: () => ServiceUnderTest) {}

  async create(space: string, principal: Principal, subject = ''): Promise<ChangeRequest> {
    const id = randomUUID().replaceAll('-', '');
    const request = { principal, body: { space, changeRequest: id } };
    const { organization } = await this.content().callAs('change-requests', branches.openBranch, request);
    const at = new Date().toISOString();
    const created = {
      object: 'change-request' as const,
      id,
      number: this.made.filter((other) => other.space === space).length + 1,
      status: 'draft' as const,
      subject,
      createdBy: composed<User>(principal.user),
      createdAt: at,
      updatedAt: at,
      space,
      revision: branchKey({ space, changeRequest: id }),
      comments: 0,
      urls: {
        app: `${testPublicUrl}/app/s/${space}/change-requests/${id}`,
        location: `${testPublicUrl}/v1/spaces/${space}/change-requests/${id}`,
      },
      // Content completes them.
      revisionInitial: '',
      outdated: false,
    };
    this.made.push({ ...created, organization });
    return created;
  }

  list(space: string, status?: ChangeRequestStatus): ChangeRequest[] {
    const found = this.made.filter((one) => one.space === space && one.status === status);
    return found.map(withoutOrganization);
  }

  /** Throws 404. */
  find(space: string, name: string): ChangeRequest {
    const found = this.made.find((one) => one.space === space && (one.id === name || String(one.number) === name));
    if (!found) throw notFound('Change request');
    return withoutOrganization(found);
  }

  /** Throws 404. */
  update(space: string, name: string, { subject, status }: UpdateChangeRequest): ChangeRequest {
    const { id } = this.find(space, name);
    const stored = this.stored(id);
    Object.assign(stored, subject !== undefined && { subject }, status && { status });
    return this.find(space, id);
  }

  async merge(space: string, name: string, principal: Principal): Promise<MergeResult> {
    const { id, subject: title } = this.find(space, name);
    const body = { ...(await this.branchOf(space, id, principal)), title };
    const merged = await this.content().callAs('change-requests', branches.mergeBranch, { principal, body });
    if (merged.result === 'merge') Object.assign(this.stored(id), { status: 'merged' });
    return merged;
  }

  async updateBranch(space: string, name: string, principal: Principal): Promise<UpdateResult> {
    const body = await this.branchOf(space, this.find(space, name).id, principal);
    return this.content().callAs('change-requests', branches.updateBranch, { principal, body });
  }

  private async branchOf(space: string, changeRequest: string, principal: Principal): Promise<BranchAt> {
    const request = { principal, body: { space, changeRequest } };
    const { head } = await this.content().callAs('change-requests', branches.getBranch, request);
    return { space, changeRequest, head };
  }

  private stored(id: string): ChangeRequest {
    return this.made.find((one) => one.id === id)!;
  }

  /** Those among the keys that are there. */
  cards(keys: string[]): Record<string, ChangeRequest> {
    const byKey = this.made.map((one) => [changeRequestKey({ ...one, changeRequest: one.id }), one] as const);
    return Object.fromEntries(
      byKey.filter(([key]) => keys.includes(key)).map(([key, one]) => [key, withoutOrganization(one)]),
    );
  }
}

const withoutOrganization = ({
  organization: _organization,
  ...changeRequest
}: ChangeRequest & { organization: string }): ChangeRequest => changeRequest;

/** The change-requests service as far as content's branches need it. */
export function fakeChangeRequests(content: () => ServiceUnderTest): Fake[] {
  const store = new ChangeRequestStore(content);
  return [
    fakeOperation(changeRequests.createChangeRequest, ({ params, body, principal }) =>
      store.create(params.spaceId, principal, body.subject),
    ),
    fakeOperation(changeRequests.listChangeRequestsForSpace, ({ params, query }) => {
      const items = store.list(params.spaceId, query.status);
      return { items, count: items.length };
    }),
    fakeOperation(changeRequests.getChangeRequestById, ({ params }) =>
      store.find(params.spaceId, params.changeRequestId),
    ),
    fakeOperation(changeRequests.updateChangeRequestById, ({ params, body }) =>
      store.update(params.spaceId, params.changeRequestId, body),
    ),
    fakeOperation(merging.mergeChangeRequest, ({ params, principal }) =>
      store.merge(params.spaceId, params.changeRequestId, principal),
    ),
    fakeOperation(merging.updateChangeRequest, ({ params, principal }) =>
      store.updateBranch(params.spaceId, params.changeRequestId, principal),
    ),
    fakeOperation(changeRequestRefs.resolveChangeRequest, ({ body: { space, changeRequest } }) => {
      const { id, status } = store.find(space, changeRequest);
      return { id, status };
    }),
    fakeBatch(changeRequestCards, (keys) => store.cards(keys)),
  ];
}
