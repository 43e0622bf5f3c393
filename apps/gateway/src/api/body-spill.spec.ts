import { runInContext } from '@bindery/observability';
import type { Storage, WaitOptions } from '@bindery/storage';
import { LargeBody } from '../http/read-body';
import { BodySpill } from './body-spill';

const context = { requestId: 'request', operation: 'importContent', hops: 0 };
const body = () => new LargeBody(Buffer.from('{}'), 'network');
const silent = ({ signal }: WaitOptions) =>
  new Promise<never>((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)));

it('waits for the storage no longer than the operation may take', async () => {
  const storage = {
    put: (_key: string, _body: Buffer, options: WaitOptions) => silent(options),
    delete: (_key: string, options: WaitOptions) => silent(options),
  } as unknown as Storage;
  const use = jest.fn();
  const call = runInContext({ ...context, deadline: Date.now() + 50 }, () =>
    new BodySpill(storage).during(body(), 'content', 'request', use),
  );
  await expect(call).rejects.toMatchObject({ code: 504 });
  expect(use).not.toHaveBeenCalled();
});

it('answers although the storage does not remove the body', async () => {
  const storage = {
    put: async () => ({ size: 2, sha256: 'hash' }),
    delete: (_key: string, options: WaitOptions) => silent(options),
  } as unknown as Storage;
  const call = runInContext({ ...context, deadline: Date.now() + 50 }, () =>
    new BodySpill(storage).during(body(), 'content', 'request', async ({ bodyHash }) => bodyHash),
  );
  expect(await call).toBe('hash');
});
