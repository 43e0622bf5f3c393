import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logins, type Login } from './logins';

let folder: string;
let logins: Logins;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-logins-'));
  logins = new Logins(join(folder, 'logins.json'));
});
afterEach(() => rm(folder, { recursive: true }));

const at = (url: string, expiresAt = 0): Login => ({ url, clientId: 'client', accessToken: 'token', expiresAt });

it('keeps one login of each platform, the last one first', async () => {
  for (const login of [at('http://a'), at('http://b'), at('http://a', 1)]) await logins.keep(login);
  expect(await logins.all()).toEqual([at('http://a', 1), at('http://b')]);
  await logins.remove('http://a');
  expect(await logins.of('http://a')).toBeUndefined();
});

it('has commands that run at the same time take turns', async () => {
  const count = () =>
    logins.exclusively(async () => {
      const { expiresAt } = (await logins.of('http://a')) ?? at('http://a');
      await logins.keep(at('http://a', expiresAt + 1));
    });
  await Promise.all(Array.from({ length: 5 }, count));
  expect(await logins.of('http://a')).toEqual(at('http://a', 5));
  await expect(logins.exclusively(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await readdir(folder)).toEqual(['logins.json']);
});
