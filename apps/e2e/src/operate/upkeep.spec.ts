import type { Page, SearchPageResult, Space } from '@bindery/contracts';
import { Purge } from '@bindery/content';
import { newId } from '@bindery/persistence';
import type { ServiceName } from '@bindery/launcher';
import { importFiles, newSlug, operatorCommand, petStore, putSpec, sql, textOf, until } from '@bindery/testing';
import { startIsolatedPlatform, type IsolatedPlatform } from '../support/test-organization';

let world: IsolatedPlatform;
beforeAll(async () => {
  world = await startIsolatedPlatform();
});
afterAll(() => world.close());

const command = (name: ServiceName, line: string) => operatorCommand(world.platform.services[name], line);
const asAdmin = () => ({ token: world.admin.token });

async function imported(): Promise<string> {
  const files = {
    'README.md': '# First\n\nneedle [second](second.md)\n',
    'second.md': '# Second\n\nneedle [first](README.md)\n',
    'SUMMARY.md': '* [First](README.md)\n* [Second](second.md)\n',
  };
  return (await importFiles(world, files)).spaces[0]!.id;
}

const found = async (spaceId: string) =>
  (
    await world.api.expect<Page<SearchPageResult>>('searchSpaceContent', {
      ...asAdmin(),
      params: { spaceId },
      query: { query: 'needle' },
    })
  ).items
    .map(({ title }) => title)
    .sort();

it('mends search and links in the background, while what is there is found', async () => {
  const space = await imported();
  await until(async () => (await found(space)).length === 2);
  const links = async () =>
    (
      await sql<{ id: string }>(world, `select id from content.link_object where space_id = $1 order by id`, [space])
    ).map(({ id }) => id);
  await until(async () => (await links()).length === 2);
  const whole = await links();
  // As if something had been lost, and something left behind.
  await sql(world, `delete from content.search_page where space_id = $1 and title = 'First'`, [space]);
  // With another version nothing that was found before is answered again.
  await sql(world, `update content.search_space set version = version + 1 where space_id = $1`, [space]);
  await sql(
    world,
    `update content.link_object set id = 'left' where space_id = $1 and id = (
       select min(id) from content.link_object where space_id = $1)`,
    [space],
  );
  expect(await found(space)).toEqual(['Second']);
  expect(await command('content', `reindex ${space}`)).toMatchObject({ rows: [{ spaces: 1 }] });
  expect(await found(space)).toContain('Second');
  await until(async () => (await found(space)).length === 2);
  await until(async () => String(await links()) === String(whole));
  expect((await command('content', 'reindex')).rows[0]!.spaces).toBeGreaterThanOrEqual(1);
  await expect(command('content', 'reindex nothing')).rejects.toThrow('There is no space nothing');
  await sql(world, `update content.space set title = 'Alone' where id = $1`, [space]);
  expect(await command('content', 'reindex Alone')).toMatchObject({ rows: [{ spaces: 1 }] });
  await imported();
  await sql(world, `update content.space set title = 'Alone'`, []);
  await expect(command('content', 'reindex Alone')).rejects.toThrow(
    /spaces have the title "Alone": give the id of one/,
  );
});

it('indexes the words of unchanged pages again, also where spaces share them', async () => {
  const space = await imported();
  const { id: twin } = await world.api.expect<Space>('duplicateSpace', { ...asAdmin(), params: { spaceId: space } });
  const spaces = [space, twin];
  for (const one of spaces) await until(async () => (await found(one)).length === 2);
  // As if a release that reads pages otherwise had indexed them.
  await sql(
    world,
    `with d as (
       update content.search_document set titles = '' where id in (
         select document_id from content.search_page where space_id = any($1)) returning id),
     s as (update content.search_section set words = '' where document_id in (select id from d))
     update content.search_space set version = version + 1 where space_id = any($1)`,
    [spaces],
  );
  for (const one of spaces) expect(await found(one)).toEqual([]);
  await command('content', 'reindex');
  for (const one of spaces) await until(async () => (await found(one)).length === 2);
  // Only what pages show is left, once, and the sizes of shards are those of their documents.
  await until(async () => (await sql(world, `select from content.search_document where outdated`, [])).length === 0);
  const wrong = `select from content.search_shard h where sections <> (
    select coalesce(sum(d.sections), 0) from content.search_document d where d.shard = h.id)`;
  expect(await sql(world, wrong, [])).toEqual([]);
});

it('has computed pages found again, too', async () => {
  const slug = newSlug();
  const store = petStore();
  store.paths['/pets'].get.summary = 'A needle';
  await putSpec(world, slug, textOf(store));
  const place = `* \`\`\`yaml
  type: builtin:openapi
  dependencies:
    spec:
      ref:
        kind: openapi
        spec: ${slug}
  \`\`\`
`;
  const files = { 'README.md': '# Home\n', 'SUMMARY.md': `* [Home](README.md)\n${place}` };
  const space = (await importFiles(world, files)).spaces[0]!.id;
  await until(async () => (await found(space)).length === 1);
  await sql(world, `delete from content.search_page where space_id = $1 and computed`, [space]);
  await command('content', `reindex ${space}`);
  const indexed = async () =>
    (await sql(world, `select from content.search_page where space_id = $1 and computed`, [space])).length;
  await until(async () => (await indexed()) > 0);
  await until(async () => (await found(space)).length === 1);
});

it('purges a deleted space after a confirmation', async () => {
  const space = await imported();
  await expect(command('content', `purge now ${space} --yes`)).rejects.toThrow('is not deleted');
  await world.api.expect('deleteSpaceById', { ...asAdmin(), params: { spaceId: space } });
  expect((await command('content', 'purge now')).rows).toEqual([]);
  expect((await command('content', `purge now ${space}`)).rows).toMatchObject([{ space }]);
  const purge = () => world.platform.services.content.app.get(Purge).run();
  const left = async () => (await sql(world, 'select from content.space where id = $1', [space])).length;
  await purge();
  expect(await left()).toBe(1);
  expect((await command('content', `purge now ${space} --yes`)).rows).toMatchObject([{ space }]);
  await purge();
  // The service may purge the space by itself at the same time.
  await until(async () => (await left()) === 0);
});

it('replaces a token by another one, and the old one stays good for a while', async () => {
  const { token } = await world.records.user({ [world.organization]: 'read' });
  const [{ id }] = (await sql<{ id: string }>(
    world,
    `select id from identity.api_token where hash = encode(sha256($1::bytea), 'hex')`,
    [token],
  )) as [{ id: string }];
  const works = async (tried: string) => (await world.api.call('getAuthenticatedUser', { token: tried })).status;
  const fresh = String((await command('identity', `tokens rotate ${id} --hours 1`)).rows[0]!.token);
  expect([await works(token), await works(fresh)]).toEqual([200, 200]);
  const [{ hours }] = (await sql(
    world,
    `select round(extract(epoch from expires_at - now()) / 3600)::int as hours from identity.api_token where id = $1`,
    [id],
  )) as [{ hours: number }];
  expect(hours).toBe(1);
  await command('identity', `tokens rotate ${id} --hours 0`);
  await until(async () => (await works(token)) === 401);
  await expect(command('identity', `tokens rotate ${id}`)).rejects.toThrow('There is no valid token');
  expect(await works(fresh)).toBe(200);
});

it('finds references to objects that no longer exist, and has services follow its end', async () => {
  const space = await imported();
  const kept = await imported();
  const body = { body: { markdown: 'Kept' } };
  for (const spaceId of [space, kept])
    await world.api.expect('postCommentInSpace', { ...asAdmin(), params: { spaceId }, body });
  await world.api.expect('createSite', {
    ...asAdmin(),
    params: { organizationId: world.organization },
    body: { title: 'Handbook', spaces: [space, kept] },
  });
  const ghost = newId();
  await sql(
    world,
    `insert into content.access_grant (target_id, target_type, subject_id, subject_type, organization_id, role)
     values ($1, 'space', $2, 'user', $3, 'read'), ($1, 'space', $4, 'user', $3, 'read'), ($1, 'space', $5, 'team', $3, 'read')`,
    [kept, ghost, world.organization, world.reader.id, newId()],
  );
  // A deleted space can be restored: what is about it is not lost. One that was removed without a word is.
  await world.api.expect('deleteSpaceById', { ...asAdmin(), params: { spaceId: kept } });
  const services = ['content', 'change-requests', 'sites', 'integrations', 'ai-jobs'] as const;
  const gone = async (line = 'reconcile') =>
    Object.fromEntries(
      await Promise.all(
        services.map(async (name) => [name, (await command(name, line)).rows.map(({ to, id }) => [to, id])] as const),
      ),
    );
  const before = await gone();
  expect(before).toMatchObject({ 'change-requests': [], sites: [], integrations: [], 'ai-jobs': [] });
  expect(before.content).toEqual([
    ['user', ghost],
    ['team', expect.any(String)],
  ]);
  // A job that writes beside the deletion could end both in a deadlock.
  const working = `select from content.job where input->>'space' = $1 and state in ('pending', 'running')`;
  await until(async () => (await sql(world, working, [space])).length === 0);
  for (const table of ['branch where space_id', 'space where id'])
    await sql(world, `delete from content.${table} = $1`, [space]);
  const after = await gone('reconcile --repair');
  expect(after['change-requests']).toEqual([['space', space]]);
  expect(after.sites).toEqual([['space', space]]);
  await until(async () => Object.values(await gone()).flat().length === 0);
  const rows = (query: string, value: string) =>
    sql(world, `select from ${query} = $1`, [value]).then((all) => all.length);
  expect(await rows('change_requests.comment where space_id', space)).toBe(0);
  expect(await rows('change_requests.comment where space_id', kept)).toBe(1);
  expect(await rows('sites.site_space where space_id', kept)).toBe(1);
  expect(await rows('content.access_grant where subject_id', world.reader.id)).toBe(1);
});
