import type { call } from './client';
import { repeatableCall } from './repeatable-call';
import { RequestError } from './request-error';

describe('a request that is sent again', () => {
  const keys: string[] = [];
  const failures: (number | undefined)[] = [];
  const send = repeatableCall(((_: string, { idempotencyKey }: { idempotencyKey: string }) => {
    keys.push(idempotencyKey);
    const code = failures.shift();
    return code === undefined ? Promise.resolve() : Promise.reject(new RequestError(code, ''));
  }) as typeof call);
  const post = (title: string) => send('createSite', { body: { title } as never }).catch(() => undefined);
  beforeEach(() => keys.splice(0));

  it('keeps its key until it is answered', async () => {
    failures.push(0, 409, 503, undefined);
    for (const _ of [1, 2, 3, 4]) await post('One');
    expect(new Set(keys).size).toBe(1);
    await post('One');
    expect(new Set(keys).size).toBe(2);
  });

  it('has another key where it is another request, or was refused', async () => {
    failures.push(0, 400, undefined);
    for (const title of ['One', 'Two', 'Two']) await post(title);
    expect(new Set(keys).size).toBe(3);
  });

  it('has another key once another request has succeeded, or a minute has passed', async () => {
    failures.push(0, undefined, 0, undefined);
    for (const title of ['One', 'Two', 'One']) await post(title);
    expect(new Set(keys).size).toBe(3);
    const later = Date.now() + 61_000;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
    await post('One');
    clock.mockRestore();
    expect(new Set(keys).size).toBe(4);
  });
});
