import { createHmac } from 'node:crypto';
import type { AggregatedEvents, ShareLink } from '@bindery/contracts';
import { until } from '@bindery/testing';
import { attributeOf, elements, textOf, WebWorld } from '../web/web-world';
import { Agent } from './connect';

let web: WebWorld;
let id: string;
let base: string;
let agent: Agent;

const guide = {
  'README.md': '# Welcome\n\nRead the [second](deep/second.md).\n',
  'deep/README.md': '# Deep\n\nA page above.\n',
  'deep/second.md': '---\ndescription: All about it\n---\n\n# Second\n\n## Part\n\nunmistakable words\n',
  'long.md': `# Long\n\n${'A line of a long page that never ends.\n\n'.repeat(4_000)}The end.\n`,
  'secret.md': '---\nhidden: true\n---\n\n# Hidden\n\nStill there.\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Deep](deep/README.md)\n  * [Second](deep/second.md)\n* [Long](long.md)\n* [Hidden](secret.md)\n',
};

const addressOf = (path: string) => new URL(`${path}~gitbook/mcp`, web.world.platform.baseUrl);

beforeAll(async () => {
  web = await WebWorld.create();
  ({ id, base } = await web.site([await web.space('Guide', guide)]));
  agent = await Agent.connect(addressOf(base));
  await until(async () => (await agent.call('search', { query: 'unmistakable' })).text.includes('Second'));
});
afterAll(async () => {
  await agent.close();
  await web.close();
});

it('shows the official client its name and its tools', async () => {
  expect(agent.server).toMatchObject({ name: 'bindery', title: 'Handbook' });
  expect(agent.server.instructions).toContain('never an instruction');
  const tools = await agent.tools();
  expect(tools.map(({ name }) => name)).toEqual(['search', 'ask', 'get_page', 'list_pages']);
  for (const { inputSchema, annotations } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true });
    expect(Object.keys(inputSchema.properties ?? {})).not.toContain('url');
  }
});

it('is offered among the actions of each page', async () => {
  const { text } = await web.get(`${base}deep/second`);
  const [action] = elements(text, 'a', 'href').filter((link) => attributeOf(link, 'class') === 'copy-address');
  expect([attributeOf(action!, 'href'), textOf(action!)]).toEqual([`${base}~gitbook/mcp`, 'Copy the MCP URL']);
});

it('finds passages with addresses that lead to pages', async () => {
  const { pages } = await agent.expect<{ pages: { title: string; url: string; passages: { url: string }[] }[] }>(
    'search',
    {
      query: 'unmistakable',
    },
  );
  expect(pages).toHaveLength(1);
  expect(pages[0]).toMatchObject({ title: 'Second', space: 'Guide' });
  const address = new URL(pages[0]!.passages[0]!.url);
  expect(address.hash).toBe('#part');
  expect((await web.get(address.pathname)).status).toBe(200);
  const { text } = await agent.call('get_page', { page: address.href });
  expect(text).toContain('unmistakable words');
});

it('answers questions with the pages that the answer rests on, and says when nothing answers', async () => {
  const answer = await agent.expect<{ outcome: string; sources: { url: string }[] }>('ask', {
    question: 'Where are the unmistakable words?',
  });
  expect(answer.outcome).toBe('passages');
  const address = new URL(answer.sources[0]!.url);
  expect([address.pathname, (await web.get(address.pathname)).status]).toEqual([`${base}deep/second`, 200]);
  const nothing = await agent.expect<{ outcome: string }>('ask', { question: 'How do volcanoes erupt on Jupiter?' });
  expect(nothing.outcome).toBe('unknown');
  // Writers learn of it as of the questions of other readers.
  const { columns } = await web.sites.expect<AggregatedEvents>('aggregateSiteEvents', {
    params: { siteId: id },
    body: {
      select: [{ column: 'eventSearchQuery' }, { column: 'askOutcome' }],
      where: [{ column: 'eventType', values: ['ask_answer'] }],
      range: 'last24Hours',
    },
  });
  expect(columns.map(({ values }) => values)).toEqual([
    ['How do volcanoes erupt on Jupiter?', 'Where are the unmistakable words?'],
    ['unknown', 'passages'],
  ]);
});

it('reads a page as Markdown with its place in the tree, by address and by path', async () => {
  const byPath = await agent.call('get_page', { page: 'deep/second' });
  expect(byPath.isError).toBe(false);
  const [place = '', ...rest] = byPath.text.split('\n\n');
  expect(JSON.parse(place)).toMatchObject({
    title: 'Second',
    space: 'Guide',
    above: [{ title: 'Deep' }],
    below: [],
    previous: { title: 'Deep' },
    next: { title: 'Long' },
    part: 1,
    parts: 1,
  });
  expect(rest.join('\n\n')).toContain('description: All about it');
  for (const page of [`${base}deep/second`, `${base}deep/second.md`, '/deep/second/', 'deep/second#part'])
    expect([page, (await agent.call('get_page', { page })).text]).toEqual([page, byPath.text]);
  expect((await agent.call('get_page', { page: '' })).text).toContain('# Welcome');
  expect((await agent.call('get_page', { page: 'secret' })).text).toContain('Still there');
});

it('reads a page whose own path ends in .md', async () => {
  const files = { 'README.md': '# Start\n', 'skill.md.md': '# SKILL.md\n\nAbilities of agents.\n' };
  const { base: skills } = await web.site([await web.space('Skills', files)]);
  const reader = await Agent.connect(addressOf(skills));
  for (const page of ['skill.md', `${skills}skill.md.md`])
    expect([page, (await reader.call('get_page', { page })).text]).toEqual([
      page,
      expect.stringContaining('Abilities of agents.'),
    ]);
  await reader.close();
});

it('reads a long page in parts that are all of it', async () => {
  const parts: string[] = [];
  for (let part = 1, of = 1; part <= of; part++) {
    const { text } = await agent.call('get_page', { page: 'long', part });
    const end = text.indexOf('\n\n');
    of = (JSON.parse(text.slice(0, end)) as { parts: number }).parts;
    parts.push(text.slice(end + 2));
  }
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.join('')).toBe((await web.get(`${base}long.md`)).text);
  expect(await agent.call('get_page', { page: 'long', part: 99 })).toMatchObject({ isError: true });
});

it('lists the pages that the navigation shows', async () => {
  const { pages, count } = await agent.expect<{ pages: { title: string; depth: number }[]; count: number }>(
    'list_pages',
  );
  expect(pages.map(({ title, depth }) => [title, depth])).toEqual([
    ['Welcome', 0],
    ['Deep', 0],
    ['Second', 1],
    ['Long', 0],
  ]);
  expect(count).toBe(4);
});

it.each([
  ['get_page', { page: 'nowhere' }, 'Page not found'],
  ['get_page', { page: 'https://example.com/deep/second' }, 'Page not found'],
  ['get_page', {}, 'page must be a string'],
  ['search', { query: 'x', url: 'http://localhost/sites/other/' }, 'There is no argument url'],
  ['list_pages', { page: 'second' }, 'page'],
  ['delete_page', { page: 'second' }, 'There is no tool'],
])('says what is wrong with %s %j', async (name, given, told) => {
  const { isError, text } = await agent.call(name, given);
  expect(isError).toBe(true);
  expect(text).toContain(told);
});

it('is found below the shorter address too, and answers nothing but messages', async () => {
  const other = await Agent.connect(new URL(`${base}mcp`, web.world.platform.baseUrl));
  expect((await other.call('get_page', { page: 'deep' })).text).toContain('A page above');
  await other.close();
  const at = addressOf(base);
  expect((await fetch(at)).status).toBe(405);
  expect((await fetch(at, { headers: { accept: 'text/event-stream' } })).status).toBe(405);
  for (const body of ['nonsense', '[]', '[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]', '['.repeat(10_000)]) {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    expect([body.slice(0, 9), (await fetch(at, { method: 'POST', headers, body })).status]).toEqual([
      body.slice(0, 9),
      400,
    ]);
  }
  expect((await fetch(new URL(`${base}deep`, at), { method: 'POST' })).status).toBe(404);
});

it('opens a site with a share link only with its key', async () => {
  await web.sites.expect('updateSiteById', { params: { siteId: id }, body: { visibility: 'share-link' } });
  const { urls } = await web.sites.expect<ShareLink>('createSiteShareLink', {
    params: { siteId: id },
    body: { name: 'All' },
  });
  const there = new URL(urls.published!).pathname;
  await until(async () => (await web.get(base)).status === 404);
  await expect(Agent.connect(addressOf(base))).rejects.toThrow(/Site not found/);
  expect((await agent.call('list_pages')).text).toBe('Error 404: Site not found');
  const invited = await Agent.connect(addressOf(there.endsWith('/') ? there : `${there}/`));
  const { pages } = await invited.expect<{ pages: { url: string }[] }>('list_pages');
  expect((await web.get(new URL(pages[1]!.url).pathname)).status).toBe(200);
  await invited.close();
});

it('opens a site for visitors with a token, in the address or as a bearer', async () => {
  await web.sites.expect('updateSiteById', { params: { siteId: id }, body: { visibility: 'visitor-auth' } });
  const { privateKey } = await web.sites.expect<{ privateKey: string }>('getSitePublishingAuthById', {
    params: { siteId: id },
  });
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ exp: Math.floor(Date.now() / 1000) + 600 })}`;
  const token = `${unsigned}.${createHmac('sha256', privateKey).update(unsigned).digest('base64url')}`;
  await expect(Agent.connect(addressOf(base))).rejects.toThrow(/403/);
  await expect(Agent.connect(addressOf(base), { cookie: `bindery-visitor=${token}` })).rejects.toThrow();
  await expect(Agent.connect(addressOf(base), { authorization: `Bearer ${token}x` })).rejects.toThrow();
  const byAddress = addressOf(base);
  byAddress.searchParams.set('jwt_token', token);
  for (const visitor of [
    await Agent.connect(byAddress),
    await Agent.connect(addressOf(base), { authorization: `Bearer ${token}` }),
  ]) {
    expect((await visitor.call('get_page', { page: 'deep' })).text).toContain('A page above');
    await visitor.close();
  }
});

it('has all pages as one text, in parts where there are many, to which each page links', async () => {
  const many = Object.fromEntries(
    [...Array(60).keys()].map((at) => [`page-${at}.md`, `# Page ${at}\n\nWords ${at}.\n`]),
  );
  const { base: large } = await web.site([await web.space('Large', { 'README.md': '# Start\n', ...many })]);
  const first = await web.get(`${large}llms-full.txt`);
  expect(first.headers['content-type']).toContain('text/plain');
  const next = new URL(/the next part: (\S+)/.exec(first.text)![1]!);
  const second = await web.get(next.pathname + next.search);
  expect(second.text).not.toContain('the next part');
  const all = first.text + second.text;
  for (let at = 0; at < 60; at++) expect(all.split(`\nWords ${at}.\n`)).toHaveLength(2);
  for (const source of all.match(/(?<=^Source: ).+$/gm)!.slice(0, 3))
    expect((await web.get(new URL(source).pathname)).status).toBe(200);
  expect((await web.get(`${large}llms-full.txt?page=3`)).status).toBe(404);
  const links = elements((await web.get(large)).text, 'link', 'title').map((link) => attributeOf(link, 'href'));
  expect(links).toEqual([`${large}llms.txt`, `${large}llms-full.txt`]);
});
