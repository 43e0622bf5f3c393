import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpServer, refuse } from './http-server';

/** Milliseconds. */
const within = 3_000;
/** So large that one in that time is enough, on a slow machine as well. */
const piece = 'x'.repeat(65_536);
const pieces = 12;

let server: Server;
/** Whether the server answers before it has read the body. */
let answersEarly = false;

beforeAll(async () => {
  server = createHttpServer((request, response) => {
    if (answersEarly) return void response.writeHead(403, { 'content-length': 0 }).end();
    request.resume().once('end', () => response.writeHead(204).end());
    request.once('error', () => undefined);
  }, within);
  server.on('clientError', refuse);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  answersEarly = false;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends the head of a request, and returns what the server says until it closes the connection. */
function send(head: string): { socket: Socket; answer: Promise<string> } {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.setEncoding('latin1').write(`${head}\r\nHost: test\r\n`);
  let text = '';
  socket.on('data', (part) => (text += String(part))).on('error', () => undefined);
  return { socket, answer: once(socket, 'close').then(() => text) };
}

const withLength = (method: string, path: string, connection = 'close') =>
  send(`${method} ${path} HTTP/1.1\r\nConnection: ${connection}\r\nContent-Length: ${piece.length * pieces}`);

async function trickle(socket: Socket): Promise<void> {
  socket.write('\r\n');
  for (let sent = 0; sent < pieces; sent++) {
    await sleep(within / 6);
    socket.write(piece);
  }
}

it('takes an upload for as long as it arrives', async () => {
  const begun = Date.now();
  const { socket, answer } = withLength('PUT', '/uploads/organization/file?signature=1');
  await trickle(socket);
  expect(await answer).toMatch(/^HTTP\/1.1 204 /);
  expect(Date.now() - begun).toBeGreaterThan(2 * within);
});

it.each([
  ['an upload that stops', 'PUT', '/uploads/organization/file', false],
  ['another body that takes as long as an upload', 'POST', '/v1/orgs', true],
])('answers 408 to %s', async (_, method, path, goesOn) => {
  const { socket, answer } = withLength(method, path);
  if (goesOn) void trickle(socket);
  else socket.write(`\r\n${piece}`);
  expect(await answer).toMatch(/^HTTP\/1.1 408 .*"The request took too long to arrive"/s);
});

it('answers 408 to an upload of some bytes a second', async () => {
  const { socket, answer } = withLength('PUT', '/uploads/organization/file');
  socket.write('\r\n');
  const dripping = setInterval(() => socket.write('x'), within / 8);
  expect(await answer).toMatch(/^HTTP\/1.1 408 /);
  clearInterval(dripping);
});

it('answers 408 to headers that do not end', async () => {
  const { answer } = send('GET / HTTP/1.1');
  expect(await answer).toMatch(/^HTTP\/1.1 408 /);
});

it('closes the connection of a client that was refused and does not send the rest of its body', async () => {
  answersEarly = true;
  const { socket, answer } = withLength('POST', '/v1/orgs', 'keep-alive');
  socket.write(`\r\n${piece}`);
  expect(await answer).toMatch(/^HTTP\/1.1 403 /);
});
