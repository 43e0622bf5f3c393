import type { Principal, SpaceAccessAnswer } from '@bindery/contracts';
import type { RpcClient } from '@bindery/messaging';
import type { ChangeRequestRepository } from './change-request.repository';
import { SpaceContexts } from './space-contexts';

const principalOf = (user: string): Principal => ({ kind: 'user', user, token: '', organizations: {} });

it('asks content once for the requests of one user in a space that wait at the same time', async () => {
  const call = jest.fn((_: unknown, { principal }: { principal: Principal }) =>
    Promise.resolve({ level: principal.user === 'ann' ? 'edit' : 'read' } as SpaceAccessAnswer),
  );
  const contexts = new SpaceContexts({ call } as unknown as RpcClient, {} as ChangeRequestRepository);
  const ofAnn = Array.from({ length: 9 }, () => contexts.space(principalOf('ann'), 'one'));
  const others = [contexts.space(principalOf('ann'), 'two'), contexts.space(principalOf('ben'), 'one')];
  const levels = (await Promise.all([...ofAnn, ...others])).map(({ level }) => level);
  expect(levels).toEqual([...Array<string>(10).fill('edit'), 'read']);
  expect(call).toHaveBeenCalledTimes(3);
});
