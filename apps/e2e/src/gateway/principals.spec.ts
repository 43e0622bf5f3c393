/** @isolated for the operations that it declares */
import { setTimeout as sleep } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import { contract, get, post, Text, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { sharedPlatform, TestRecords } from '@bindery/testing';
import { KnownUsers, questions, tokens } from '../messaging/known-users';
import { workbench, type Workbench } from '../messaging/workbench';

class Who {
  @Text() user!: string;
}
const test = contract('identity', 'Test', {
  who: get('/test/who', { summary: '', returns: Who }),
  grant: post('/test/grants', { summary: '', body: Who }),
});

@Controller()
class WhoController {
  @Handles(test.who)
  async who({ principal }: RequestOf<typeof test.who>) {
    return { user: principal.user };
  }

  @Handles(test.grant)
  async grant({ body }: RequestOf<typeof test.grant>): Promise<void> {
    tokens.add(body.user);
  }
}

describe('a token', () => {
  let bench: Workbench;
  let base: string;

  beforeAll(async () => {
    bench = await workbench();
    await bench.start({ name: 'identity', controllers: [KnownUsers, WhoController] });
    base = `http://127.0.0.1:${(await bench.gateway()).port}/v1/test`;
    tokens.add('alice');
  });
  afterAll(() => bench.close());

  const who = async (token: string, at = base) => {
    const response = await fetch(`${at}/who`, { headers: { authorization: `Bearer ${token}` } });
    return response.status;
  };

  it('is asked about once for all requests of some time', async () => {
    await sleep(850);
    questions.length = 0;
    const from = Date.now();
    const statuses = await Promise.all(Array.from({ length: 50 }, () => who('alice')));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await who('alice')).toBe(200);
    expect(questions.length).toBeLessThanOrEqual(1 + Math.floor((Date.now() - from) / 800));
    const asked = questions.length;
    await sleep(850);
    expect(await who('alice')).toBe(200);
    expect(questions).toHaveLength(asked + 1);
  });

  it('is in force at once on the gateway that a mutation of identity went through', async () => {
    expect(await who('carol')).toBe(401);
    await fetch(`${base}/grants`, {
      method: 'POST',
      body: JSON.stringify({ user: 'carol' }),
      headers: { 'content-type': 'application/json', authorization: 'Bearer alice' },
    });
    expect(await who('carol')).toBe(200);
  });
});

it('a token that was revoked is refused within a second by every gateway', async () => {
  const platform = await sharedPlatform();
  try {
    const records = await TestRecords.connect(platform);
    const second = await platform.addGateway();
    const { token } = await records.user();
    await records.close();
    const call = (at: string, method: string, path: string, as: string, body?: object) =>
      fetch(`${at}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${as}`, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
      });
    const made = await call(platform.baseUrl, 'POST', '/user/tokens', token, { label: 'Short' });
    const short = (await made.json()) as { id: string; token: string };
    for (const at of [platform.baseUrl, second]) expect((await call(at, 'GET', '/user', short.token)).status).toBe(200);
    expect((await call(platform.baseUrl, 'DELETE', `/user/tokens/${short.id}`, token)).status).toBe(204);
    const from = Date.now();
    expect((await call(platform.baseUrl, 'GET', '/user', short.token)).status).toBe(401);
    let asked = Date.now();
    while ((await call(second, 'GET', '/user', short.token)).status !== 401) {
      expect(asked - from).toBeLessThan(1_000);
      await sleep(20);
      asked = Date.now();
    }
  } finally {
    await platform.close();
  }
});
