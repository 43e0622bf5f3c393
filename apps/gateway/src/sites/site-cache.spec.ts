import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { OpenedSite, OpenSite } from '@bindery/contracts';
import { SiteCache } from './site-cache';
import { visitAddress } from './visit-address';

const address = 'https://docs.example.com/sites/handbook/';
const questionOf = (path: string) => ({ ...visitAddress(address + path, { headers: {} }), redirect: true });
const answer = { status: 200, contentType: 'text/html', immutable: false };

/** A site whose pages have so many bytes. Its search has no tag, as the answers of sites. */
function siteWith(bytes: number) {
  const call = jest.fn((_operation: unknown, { body: { url, known } }: { body: OpenSite }) => {
    const tag = url.includes('~search') ? '' : url;
    const isKnown = known.includes(tag);
    const made = isKnown ? {} : { answer: { ...answer, body: url.padEnd(bytes) } };
    return Promise.resolve<OpenedSite>({ tag, base: '/', ...made });
  });
  return { cache: new SiteCache({ call } as never), call };
}

/** Bytes of buffers that are in use. */
function bytesHeld(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().arrayBuffers;
}

// All visits are made in one moment, also on a slow machine.
beforeAll(() => jest.spyOn(performance, 'now').mockReturnValue(1_000));
afterAll(() => jest.restoreAllMocks());

it.each(['page-', '~search?q='])('holds at most 64 MiB of the answers at many addresses like %s', async (path) => {
  const { cache } = siteWith(50_000);
  const before = bytesHeld();
  for (let index = 0; index < 3_000; index++) await cache.open(questionOf(path + index));
  expect(bytesHeld() - before).toBeLessThan(64 * 1024 * 1024);
  expect(cache.fresh(questionOf(`${path}2999`))).toMatchObject({ status: 200 });
});

it('asks the site once for the parameters that an address does not use', () => {
  const { url } = questionOf('page');
  for (const unused of ['?q=1', '?page=2', '?utm=3']) expect(questionOf(`page${unused}`).url).toBe(url);
  expect(questionOf('page?shareKey=a').url).not.toBe(url);
  expect(questionOf('~search?q=1&page=2').url).not.toBe(questionOf('~search?q=1').url);
  expect(questionOf('~ask?q=1&page=2').url).toBe(questionOf('~ask?q=1').url);
  expect(questionOf('llms-full.txt?page=2').url).not.toBe(questionOf('llms-full.txt').url);
});

it.each(['page', '~search?q=one'])('answers the visits of %s in one moment with one request', async (path) => {
  const { cache, call } = siteWith(10);
  const opened = cache.open(questionOf(path));
  expect(cache.fresh(questionOf(path))).toBe(opened);
  const kept = await opened;
  expect(await cache.fresh(questionOf(path))).toBe(kept);
  expect(call).toHaveBeenCalledTimes(1);
});

it('tries again after a failure', async () => {
  const { cache, call } = siteWith(10);
  call.mockRejectedValueOnce(new Error('The service is not available'));
  await expect(cache.open(questionOf('page'))).rejects.toThrow('not available');
  expect(cache.fresh(questionOf('page'))).toBeUndefined();
  expect(await cache.open(questionOf('page'))).toMatchObject({ status: 200 });
});
