import type { Page, UserAPIToken } from '@bindery/contracts';
import { createServiceOrganization, sql, type TestOrganization } from '@bindery/testing';

/** Ids from before ids began with a letter. */
const old = ['00000000000000000000a1', '0000000000000000000Zz2', '0zzzzzzzzzzzzzzzzzzzz3'];

let world: TestOrganization;
beforeAll(async () => (world = await createServiceOrganization('identity')));
afterAll(() => world.close());

it('lists of old and new ids go on page by page, and what has an old id can be read and changed', async () => {
  const { token } = world.reader;
  for (const label of ['a', 'b', 'c']) await world.api.expect('createUserToken', { token, body: { label } });
  for (const [index, id] of old.entries())
    await sql(
      world,
      `insert into api_token (id, user_id, label, hash, hint) values ($1, $2, $1, repeat($3, 64), 'x')`,
      [id, world.reader.id, String(index)],
    );
  // At the same moment, so that the ids alone decide the order.
  await sql(world, `update api_token set created_at = '2026-01-01' where user_id = $1`, [world.reader.id]);
  const seen: string[] = [];
  for (let page: string | undefined = ''; page !== undefined;) {
    const query: Record<string, unknown> = { limit: 1, ...(page && { page }) };
    const answer: Page<UserAPIToken> = await world.api.expect('listUserTokens', { token, query });
    seen.push(...answer.items.map(({ id }) => id));
    page = answer.next?.page;
  }
  const made = seen.filter((id) => !old.includes(id));
  for (const id of made) expect(id).toMatch(/^[A-Za-z][0-9A-Za-z]{21}$/);
  expect(seen).toEqual([...made.sort().reverse(), ...[...old].reverse()]);
  const { status } = await world.api.call('deleteUserToken', { token, params: { tokenId: old[0]! } });
  expect(status).toBe(204);
  const rest = await world.api.expect<Page<UserAPIToken>>('listUserTokens', { token });
  expect(rest.items.map(({ id }) => id)).not.toContain(old[0]);
});
