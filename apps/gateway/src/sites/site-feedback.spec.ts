import { Readable } from 'node:stream';
import { SiteFeedback } from './site-feedback';

/** The response to a reader's browser, and the number of queries to the limit. */
async function sent(address: string, isUnlimited: boolean) {
  const reply = { status: jest.fn(), header: jest.fn(), headers: jest.fn(), send: jest.fn() };
  for (const method of Object.values(reply)) method.mockReturnValue(reply);
  const call = jest.fn().mockResolvedValue(undefined);
  const take = jest.fn().mockResolvedValue({ admitted: false, resetsAt: 1 });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'transfer-encoding': 'chunked' };
  const request = { ip: '192.0.2.1', method: 'POST', headers, raw: Readable.from([Buffer.from('rating=good')]) };
  await new SiteFeedback({ call } as never, { take } as never, isUnlimited).take(
    address,
    request as never,
    reply as never,
  );
  const [[status]] = reply.status.mock.calls as [[number]];
  const { location } = (reply.headers.mock.calls as [{ location?: string }][]).at(-1)![0];
  return {
    status,
    location,
    asked: call.mock.calls.map(([, { body }]) => (body as { url: string }).url),
    limits: take.mock.calls.length,
  };
}

it('leads back to the page by a relative address, which is right behind a proxy as well', async () => {
  expect(await sent('https://bindery.example/sites/handbook/group/second/~feedback?shareKey=a', true)).toEqual({
    status: 303,
    location: '../second',
    asked: ['https://bindery.example/sites/handbook/group/second?shareKey=a'],
    limits: 0,
  });
});

it('asks for no limit where there is none, and keeps to the one that there is', async () => {
  expect(await sent('https://docs.example.com/page/~feedback', false)).toMatchObject({
    status: 429,
    asked: [],
    limits: 1,
  });
});
