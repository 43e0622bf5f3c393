import zlib from 'node:zlib';
import { CompressibleText, sendText } from './compression';

const words = 'The same words. '.repeat(100);

async function sent(text: CompressibleText, acceptEncoding?: string) {
  const reply = { header: jest.fn().mockReturnThis(), send: jest.fn() };
  await sendText(reply as never, text, acceptEncoding);
  const [[body]] = reply.send.mock.calls as [[Buffer]];
  return { headers: reply.header.mock.calls, body };
}

it('is compressed when a client accepts it so, once for all clients', async () => {
  const [brotli, gzip] = [jest.spyOn(zlib, 'brotliCompress'), jest.spyOn(zlib, 'gzip')];
  const text = new CompressibleText(Buffer.from(words));
  expect((await sent(text, 'br;q=0')).body.toString()).toBe(words);
  expect([brotli, gzip].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  const [one, other] = await Promise.all([sent(text, 'br, gzip'), sent(text, 'br')]);
  expect(one).toEqual({ headers: [['content-encoding', 'br']], body: other.body });
  expect(zlib.brotliDecompressSync(one.body).toString()).toBe(words);
  expect([brotli, gzip].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  expect(zlib.gunzipSync((await sent(text, 'gzip')).body).toString()).toBe(words);
});

it('is sent as it is where that is about as short', async () => {
  expect(await sent(new CompressibleText(Buffer.from('Short.')), 'br')).toEqual({
    headers: [],
    body: Buffer.from('Short.'),
  });
});
