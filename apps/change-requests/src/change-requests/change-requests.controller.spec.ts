import type { ServiceConfig } from '@bindery/config';
import { branches, forbidden, type ChangeRequest, type Principal } from '@bindery/contracts';
import type { Mutations, Outbox, RpcClient } from '@bindery/messaging';
import type { Database } from '@bindery/persistence';
import type { ChangeRequestRepository, ChangeRequestRow } from './change-request.repository';
import { ChangeRequestsController } from './change-requests.controller';
import type { SpaceContexts } from './space-contexts';
import type { StatusChanges } from './status-changes';

const principal: Principal = { kind: 'user', user: 'ann', token: '', organizations: {} };

/** The controller, beside content that answers `openBranch` so. */
function beside(openBranch: () => Promise<object>) {
  const now = new Date(0);
  const call = jest.fn((_operation: unknown) => openBranch());
  const insert = jest.fn((row: Partial<ChangeRequestRow>) =>
    Promise.resolve({ ...row, number: 1, status: 'draft', createdAt: now, updatedAt: now, comments: 0, version: 1 }),
  );
  const controller = new ChangeRequestsController(
    {} as SpaceContexts,
    { insert } as unknown as ChangeRequestRepository,
    {} as StatusChanges,
    { run: (_target: unknown, work: () => unknown) => work() } as unknown as Mutations,
    { add: () => Promise.resolve() } as unknown as Outbox,
    { call } as unknown as RpcClient,
    {} as Database,
    { PUBLIC_URL: 'http://bindery.test' } as ServiceConfig,
  );
  const create = (spaceId: string) =>
    controller.create({ params: { spaceId }, body: {}, query: {}, principal } as never) as Promise<ChangeRequest>;
  return { call, insert, create };
}

it('asks content once for a new change request: it opens the branch, and checks the access of the caller', async () => {
  const { call, create } = beside(() => Promise.resolve({ organization: 'ours' }));
  expect(await create('space')).toMatchObject({ space: 'space', urls: { app: expect.stringContaining('/o/ours/s/') } });
  expect(call.mock.calls.map(([operation]) => operation)).toEqual([branches.openBranch]);
});

it('creates none where content refuses its branch', async () => {
  const { insert, create } = beside(() => Promise.reject(forbidden()));
  await expect(create('space')).rejects.toMatchObject({ code: 403 });
  expect(insert).not.toHaveBeenCalled();
});

it('does not find a space with a malformed id, and asks nobody', async () => {
  const { call, create } = beside(() => Promise.resolve({ organization: 'ours' }));
  await expect(create('not an id')).rejects.toMatchObject({ code: 404 });
  expect(call).not.toHaveBeenCalled();
});
