import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operationAt } from './checked-fetch';

it.each([
  ['get', '/spaces/a', 'getSpaceById'],
  ['GET', '/orgs/a/openapi/b/versions/latest', 'getLatestOpenAPISpecVersion'],
  ['GET', '/orgs/a/openapi/b/versions/c', 'getOpenAPISpecVersionById'],
  ['PUT', '/spaces/a/no/such/path', undefined],
])('knows that %s %s is %s', (method, path, operation) => {
  expect(operationAt(method, path)).toBe(operation);
});

describe('every fetch of a test', () => {
  let server: Server;
  let base: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const isWrong = request.url!.endsWith('/wrong');
      const found = { items: [{ object: isWrong ? 'other' : 'team' }], count: 1 };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(isWrong ? {} : found));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it('fails for an answer that the public client does not read', async () => {
    await expect(fetch(`${base}/v1/spaces/wrong`)).rejects.toThrow(
      'getSpaceById gave an answer that its public client',
    );
    expect(await (await fetch(`${base}/v2/spaces/wrong`)).json()).toEqual({});
    expect(await (await fetch(`${base}/v1/no/such/wrong`)).json()).toEqual({});
  });
});
