import { principalsByToken, type SiteStructure } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { currentContext } from '@bindery/observability';
import { Database } from '@bindery/persistence';
import { SiteWorld, sql } from '@bindery/testing';
import { startIsolatedPlatform, type IsolatedPlatform } from '../support/test-organization';

let world: IsolatedPlatform;
let sites: SiteWorld;

beforeAll(async () => {
  world = await startIsolatedPlatform();
  sites = new SiteWorld(world);
});
afterAll(() => world.close());

/** A site with so many sections of two site-spaces each. */
async function siteWith(sections: number): Promise<string> {
  const { id } = await sites.site();
  const spaces: string[] = [];
  while (spaces.length < 2 * sections) spaces.push(await sites.space(`Space ${spaces.length}`));
  const order = `'a' || chr(65 + n / 26) || chr(65 + n % 26)`;
  await sql(
    world,
    `insert into sites.section (id, site_id, order_key, title, path, is_default)
     select $1 || 's' || n, $1, ${order}, 'Section ' || n, 'section-' || n, n = 0 from generate_series(0, $2 - 1) n`,
    [id, sections],
  );
  await sql(
    world,
    `insert into sites.site_space (id, site_id, section_id, order_key, space_id, path, is_default)
     select $1 || 'x' || n, $1, $1 || 's' || n / 2, ${order}, space, 'path-' || n, n % 2 = 0
     from unnest($2::text[]) with ordinality as spaces (space, number), lateral (select number::integer - 1 as n) x`,
    [id, spaces],
  );
  await sites.publish(id);
  return id;
}

/**
 * How many messages and how many statements a read takes; what runs in the background belongs to no request. The gateway
 * knows a token for a while, so whether it asks, and what identity reads for that, has nothing to do with what is read.
 */
async function cost(read: () => Promise<{ headers: Headers }>): Promise<{ messages: number; statements: number }> {
  const messages = jest.spyOn(RpcClient.prototype, 'callRaw');
  const statements: (string | undefined)[] = [];
  const { query } = Database.prototype;
  const counted = jest.spyOn(Database.prototype, 'query').mockImplementation(function (this: Database, ...args) {
    const context = currentContext();
    if (context?.operation !== principalsByToken.name) statements.push(context?.requestId);
    return query.apply(this, args) as Promise<never[]>;
  });
  try {
    const { headers } = await read();
    const request = headers.get('x-request-id');
    const asked = messages.mock.calls.filter(([subject]) => subject !== principalsByToken.subject);
    return { messages: asked.length, statements: statements.filter((id) => id === request).length };
  } finally {
    messages.mockRestore();
    counted.mockRestore();
  }
}

it('is read with as many messages and statements when it has 50 sections as when it has one', async () => {
  const [small, large] = [await siteWith(1), await siteWith(50)];
  const reads = [
    'getSiteStructure',
    'getPublishedContentSite',
    'listSiteSections',
    'listSiteSpaces',
    'getSiteById',
  ] as const;
  for (const token of [world.admin.token, undefined]) {
    for (const operation of reads) {
      if (!token && operation === 'getSiteById') continue;
      const read = (siteId: string) => () =>
        world.api.call(operation, {
          token,
          params: { organizationId: world.organization, siteId },
          query: operation.startsWith('list') ? { limit: 1000 } : {},
        });
      // By then the gateway knows the user of the token, and sites know the structures.
      for (const site of [small, large]) await read(site)();
      const one = await cost(read(small));
      expect(one.statements).toBeGreaterThan(0);
      expect([operation, await cost(read(large))]).toEqual([operation, one]);
    }
  }
  const { structure } = await sites.expect<SiteStructure>('getSiteStructure', { params: { siteId: large } });
  expect(structure).toHaveLength(50);
});

it('is listed with as many messages and statements when there are many sites as when there are few', async () => {
  const list = () => sites.call('listSites', { query: { limit: 1000 } });
  await list();
  const few = await cost(list);
  for (let count = 0; count < 20; count++) await sites.site();
  await list();
  expect(await cost(list)).toEqual(few);
});
