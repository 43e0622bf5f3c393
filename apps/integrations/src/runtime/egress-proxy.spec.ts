import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { parseAllowList } from '@bindery/outbound';
import { EgressProxy } from './egress-proxy';
import { createFolder, removeFolder } from './process-folder';

const nowhere = 'http://127.0.0.1:9';
let folder: string;
let socket: string;
let proxy: EgressProxy;
beforeAll(async () => {
  folder = await createFolder();
  socket = join(folder, 'egress');
  const options = { publicUrl: nowhere, apiUrl: nowhere, limit: 1_000, allow: parseAllowList('') };
  proxy = await EgressProxy.listen(socket, options);
});
afterAll(async () => {
  proxy.close();
  await removeFolder(folder);
});

const tunnel = 'CONNECT 127.0.0.1:1 HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n';

it('opens no tunnel', async () => {
  const client = connect(socket);
  client.write(tunnel);
  const [answer] = (await once(client, 'data')) as [Buffer];
  expect(answer.toString()).toBe('HTTP/1.1 403 Forbidden\r\n\r\n');
  client.destroy();
});

it('goes on when a process dies that has not read the answer to a tunnel', async () => {
  const client = connect(socket);
  client.pause();
  client.write(tunnel);
  // The second one is answered after the first, whose answer is unread by then: closing it unread is a reset.
  const other = connect(socket);
  other.write(tunnel);
  await once(other, 'data');
  client.destroy();
  other.destroy();
  const last = connect(socket);
  last.write('GET / HTTP/1.1\r\nhost: nowhere\r\nconnection: close\r\n\r\n');
  const [answer] = (await once(last, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 502 /);
});
