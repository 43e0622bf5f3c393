import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unprivilegedUser } from '@bindery/tools';
import { Clone, ready } from './clone';

jest.setTimeout(600_000);

let clone: Clone;
let token: string;

beforeAll(async () => {
  clone = await Clone.create({ isCompiled: true });
  await clone.start('npm start', ready);
  const developer = await readFile(join(clone.folder, '.bindery', 'dev.json'), 'utf8');
  token = (JSON.parse(developer) as { token: string }).token;
  await expectDone('npm run bindery -- backup backup', /Everything that was acknowledged/);
  await expectDone('npm run bindery -- stop', /Stopped/);
});
afterAll(() => clone?.remove());

const expectDone = async (command: string, prints: RegExp, where = clone) =>
  expect(await where.run(command)).toEqual({ code: 0, output: expect.stringMatching(prints) });

/** As oneself, who is root in many containers, and then as somebody who is not. */
it.each(['oneself', 'another user'])('restores a backup in a clone that was never started, as %s', async (who) => {
  const user = who === 'oneself' ? undefined : await unprivilegedUser();
  if (who !== 'oneself' && !user) return console.warn('Only root can become another user: not tried');
  const other = await Clone.create({ isCompiled: true, ...(user && { user }) });
  try {
    await clone.run(`cp -R backup ${other.folder}/backup`);
    if (user) await clone.run(`chown -R ${user.uid}:${user.gid} ${other.folder}/backup`);
    await expectDone('npm run bindery -- restore backup', /Next: npm start/, other);
    const output = await other.start('npm start', ready);
    const [, url] = /API +(http\S+)\/v1/.exec(output)!;
    const answer = await fetch(`${url}/v1/user`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
  } finally {
    await other.remove();
  }
});
