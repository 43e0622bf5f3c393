import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { S3Server } from '../test/s3-server';
import { S3TimeoutError } from './s3-limits';
import { S3Storage } from './s3-storage';

const limits = { connect: 1_000, answer: 400 };
const contentType = 'text/plain';
const body = Buffer.alloc(4 * 1024 * 1024, 'x');

let server: S3Server;
let storage: S3Storage;

beforeEach(async () => {
  process.env.AWS_ACCESS_KEY_ID = 'test-access';
  process.env.AWS_SECRET_ACCESS_KEY = 'test-secret';
  server = new S3Server('bucket', 'test-access');
  const endpoint = await server.start();
  storage = new S3Storage(
    { bucket: 'bucket', prefix: '', endpoint, region: 'us-east-1', forcePathStyle: true },
    limits,
  );
});
afterEach(async () => {
  await storage.close();
  await server.stop();
});

describe('an S3 server that takes requests and answers none', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['put of a buffer', () => storage.put('key', Buffer.from('text'), { contentType })],
    ['put of a stream', () => storage.put('key', Readable.from([body]), { contentType, size: body.length })],
    ['get', () => storage.get('key')],
    ['size', () => storage.size('key')],
    ['delete', () => storage.delete('key')],
    ['list', () => storage.list('')[Symbol.asyncIterator]().next()],
  ])('fails in time: %s', async (_, call) => {
    server.silence();
    await expect(call()).rejects.toMatchObject({ name: expect.stringMatching(/TimeoutError$/) as string });
  });

  it('fails with the signal of its caller', async () => {
    server.silence();
    const signal = AbortSignal.timeout(50);
    await expect(storage.put('key', Buffer.from('text'), { contentType, signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

it('ends a download whose rest does not come', async () => {
  await storage.put('key', body, { contentType });
  server.silence(1_000);
  const found = await storage.get('key');
  await expect(buffer(found!.stream)).rejects.toThrow(S3TimeoutError);
});

it('waits for a slow source and for a slow reader', async () => {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 3 * limits.answer));
  async function* pieces() {
    yield body;
    await pause();
    yield body;
  }
  await storage.put('key', Readable.from(pieces()), { contentType, size: 2 * body.length });
  const { stream } = (await storage.get('key'))!;
  stream.once('readable', () => undefined);
  await once(stream, 'readable');
  await pause();
  expect(await buffer(stream)).toHaveLength(2 * body.length);
});
