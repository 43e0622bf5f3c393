import type { Page, SearchPageResult } from '@bindery/contracts';
import { install, publish, until } from '@bindery/testing';
import { WebWorld } from '../web/web-world';
import { blockMakers, contentSources } from './computed-source';
import { createRuntimeWorld } from './runtime-world';

let web: WebWorld;
beforeAll(async () => (web = await WebWorld.create(createRuntimeWorld())));
afterAll(() => web.close());

/** Answers two pages that say a word, with the revision of the space that they depend on, and something for staff alone. */
const scriptThatSays = (word: string): string => `
${blockMakers}export default { async fetch(request) {
  const { type, props, dependencies } = JSON.parse((await request.formData()).get('event'));
  const computed = (of) => ({ type: props.type, props: { of }, dependencies: { space: { ref: props.ref } } });
  if (type === 'content_compute_revision') return Response.json({ pages: [
    { id: 'all', type: 'document', title: 'All notes', slug: 'notes', computed: computed('everything'), pages: [
      { type: 'document', title: 'First note', computed: computed('something') },
    ] },
  ] });
  if (type === 'content_compute_document') return Response.json({ object: 'document', nodes: [
    paragraph('The ${word} of ' + props.of + ' at ' + dependencies.space?.value?.revision), staffOnly(paragraph('canary')),
  ] });
  return new Response('OK');
} };`;

const filesWith = (name: string, space: string) => ({
  'README.md': '# Home\n',
  'SUMMARY.md': `* [Home](README.md)
* \`\`\`yaml
  type: integration:${name}:notes
  props:
    type: integration:${name}:notes
    ref:
      kind: space
      space: ${space}
  \`\`\`
`,
});

const search = async (spaceId: string, query: string): Promise<SearchPageResult[]> => {
  const request = { token: web.world.admin.token, params: { spaceId }, query: { query } };
  return (await web.world.api.expect<Page<SearchPageResult>>('searchSpaceContent', request)).items;
};

/** The paths of what is found, once that is as many as expected; the test's own timeout ends the wait. */
async function found(spaceId: string, query: string, count: number): Promise<string[]> {
  let items: SearchPageResult[] = [];
  await until(async () => (items = await search(spaceId, query)).length === count);
  return items.map(({ path }) => path).sort();
}

const revisionOf = async (spaceId: string): Promise<string> => {
  const request = { token: web.world.admin.token, params: { spaceId } };
  return (await web.world.api.expect<{ revision: string }>('getSpaceById', request)).revision;
};

it('finds what a script says, in the space and its site, as it depends on another space and on the script', async () => {
  const name = await publish(web.world, { script: scriptThatSays('axolotl'), contentSources });
  const params = await install(web.world, name);
  const told = await web.space('Told', { 'README.md': '# One\n' });
  const space = await web.space('Shown', filesWith(name, told));
  const paths = ['notes', 'notes/first-note'];
  expect(await found(space, 'axolotl', 2)).toEqual(paths);
  // The page that has both words comes before the one that has the first alone.
  expect((await search(space, 'axolotl something')).map(({ path }) => path)).toEqual(paths.toReversed());
  // An index knows no readers.
  expect(await search(space, 'canary')).toEqual([]);

  const before = await revisionOf(told);
  expect(await found(space, before, 2)).toEqual(paths);
  const request = { token: web.world.admin.token, params: { spaceId: told } };
  const inserted = { operation: 'insert_page', title: 'Two', document: { markdown: 'Two.' } };
  await web.world.api.expect('updateSpaceContent', { ...request, body: { changes: [inserted] } });
  const after = await revisionOf(told);
  expect(after).not.toBe(before);
  expect(await found(space, after, 2)).toEqual(paths);
  expect(await search(space, before)).toEqual([]);

  const { base } = await web.site([space]);
  await until(async () => (await web.get(`${base}~search?q=axolotl`)).text.includes('notes/first-note'));
  // No event reports another version of the script: a search makes the platform look for it.
  await publish(web.world, { script: scriptThatSays('capybara'), contentSources }, name);
  await until(async () => (await web.get(`${base}~search?q=capybara`)).text.includes('notes/first-note'));
  expect(await found(space, 'capybara', 2)).toEqual(paths);
  expect(await search(space, 'axolotl')).toEqual([]);

  await web.world.api.expect('uninstallIntegration', { token: web.world.admin.token, params });
  expect(await found(space, 'capybara', 0)).toEqual([]);
  expect(await found(space, 'home', 1)).toEqual(['readme']);
});
