import { PassThrough, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import fastify, { type FastifyRequest } from 'fastify';
import type { Endpoint } from '@bindery/contracts';
import { LargeBody, readBody } from './read-body';

const operation = { large: true } as Endpoint;
const server = fastify();

/** A request with a body of JSON. */
const requestWith = (raw: Readable, headers: Record<string, string> = {}, ip = '192.0.2.1'): FastifyRequest =>
  ({
    ...{ method: 'POST', raw, server, ip },
    headers: { 'transfer-encoding': 'chunked', 'content-type': 'application/json', ...headers },
  }) as unknown as FastifyRequest;

const bodyOfText = (text: string, ip?: string) =>
  readBody(requestWith(Readable.from([Buffer.from(text)]), {}, ip), operation);

it('ignores a byte order mark, also in a body that the service parses', async () => {
  expect(await bodyOfText('\uFEFF{"a":1}')).toEqual({ a: 1 });
  const large = (await bodyOfText(`\uFEFF"${'x'.repeat(2 * 1024 * 1024)}"`)) as LargeBody;
  expect(large.json.subarray(0, 2).toString()).toBe('"x');
  large.release();
});

it('refuses a body whose client left before it was read', async () => {
  const left = Readable.from([Buffer.from('{')]);
  left.destroy();
  await expect(readBody(requestWith(left), operation)).rejects.toMatchObject({ code: 400 });
});

it('says that it takes no compressed body', async () => {
  const compressed = requestWith(Readable.from([Buffer.from('x')]), { 'content-encoding': 'gzip' });
  await expect(readBody(compressed, operation)).rejects.toMatchObject({
    code: 415,
    message: expect.stringContaining('Content-Encoding') as string,
  });
});

it('holds no more long bodies at once than the process has memory for, and short ones beside them', async () => {
  const longest = Buffer.alloc(32 * 1024 * 1024);
  const held = Array.from({ length: 4 }, (_, index) => new LargeBody(longest, `network ${index}`));
  const long = `"${'x'.repeat(100_000)}"`;
  await expect(bodyOfText(long)).rejects.toMatchObject({ code: 503 });
  expect(() => new LargeBody(longest, 'another')).toThrow('too many');
  expect(await bodyOfText('{}')).toEqual({});
  held[0]!.release();
  expect(await bodyOfText(long)).toHaveLength(100_000);
  for (const body of held.slice(1)) body.release();
});

it('holds bodies of one network up to half of that, and those of others beside them', async () => {
  const stalled = Array.from({ length: 70 }, () => {
    const body = new PassThrough();
    body.write(Buffer.alloc(1024 * 1024 - 1));
    return { body, read: readBody(requestWith(body), operation).catch((error: unknown) => error) };
  });
  while (stalled.some(({ body }) => body.readableLength > 0)) await setImmediate();
  const text = `"${'x'.repeat(1_000)}"`;
  await expect(bodyOfText(text)).rejects.toMatchObject({ code: 503 });
  expect(await bodyOfText(text, '198.51.100.1')).toHaveLength(1_000);
  for (const { body } of stalled) body.destroy(new Error('The client left'));
  await Promise.all(stalled.map(({ read }) => read));
  expect(await bodyOfText(text)).toHaveLength(1_000);
});

it('holds no memory for bodies whose operation has ended', async () => {
  const text = `"${'x'.repeat(31 * 1024 * 1024)}"`;
  for (let times = 0; times < 5; times++) ((await bodyOfText(text)) as LargeBody).release();
});
