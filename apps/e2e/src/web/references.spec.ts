import type { User } from '@bindery/contracts';
import { computedPages, newSlug, petStore, putSpec, textOf as specText, until } from '@bindery/testing';
import { elements, textOf, WebWorld } from './web-world';

let web: WebWorld;
beforeAll(async () => (web = await WebWorld.create()));
afterAll(() => web.close());

it('shows operations and models of a specification, in blocks and on computed pages, and follows new versions', async () => {
  const slug = newSlug();
  await putSpec(web.world, slug, specText(petStore()));
  const block = `{% openapi-operation spec="${slug}" path="/pets" method="post" %}\n[OpenAPI](https://x.example)\n{% endopenapi-operation %}`;
  const space = await web.space('Pets', {
    'README.md': `# Home\n\n${block}\n`,
    'SUMMARY.md': `# Table of contents\n\n* [Home](README.md)\n${computedPages(slug)}`,
  });
  const { base } = await web.site([space]);
  const home = await web.get(base);
  expect(home.status).toBe(200);
  expect(textOf(elements(home.text, 'main')[0]!)).toMatch(/Add a pet[^]*POST[^]*\/pets[^]*201[^]*Added[^]*owner/);
  expect(home.text).toContain(`href="${base}everything/pet"`);

  const page = await web.get(`${base}everything/pet`);
  expect(page.status).toBe(200);
  expect(textOf(elements(page.text, 'main')[0]!)).toMatch(/List pets[^]*\/pets[^]*Pets[^]*newPet[^]*Thanks/);
  expect(textOf(elements((await web.get(`${base}models`)).text, 'main')[0]!)).toMatch(/Pet[^]*owner[^]*Owner/);
  expect((await web.get(`${base}sitemap.xml`)).text).toContain(`${base}everything/pet<`);

  const changed = petStore('2.0.0');
  changed.paths['/pets'].post.summary = 'Adopt a pet';
  await putSpec(web.world, slug, specText(changed));
  await until(async () => (await web.get(base)).text.includes('Adopt a pet'));
});

it('shows a specification that is not there by its name alone', async () => {
  const block = `{% openapi-operation spec="no-such-spec" path="/pets" method="get" %}\n[OpenAPI](https://x.example)\n{% endopenapi-operation %}`;
  const { base } = await web.site([await web.space('Lost', { 'README.md': `# Home\n\n${block}\n` })]);
  expect(textOf(elements((await web.get(base)).text, 'main')[0]!)).toMatch(/GET[^]*\/pets[^]*no-such-spec/);
});

it('shows the names of people who are mentioned, and nothing else of them', async () => {
  const { admin } = web.world;
  const user = await web.world.api.expect<User>('getAuthenticatedUser', { token: admin.token });
  const text = `# Home\n\nAsk [somebody](/users/${user.id} "mention") or [nobody](/users/nobody0000000000000000 "mention").\n`;
  const { base } = await web.site([await web.space('People', { 'README.md': text })]);
  const page = await web.get(base);
  expect(textOf(elements(page.text, 'main')[0]!)).toContain(`Ask ${user.displayName} or Not available.`);
  expect(page.text).not.toContain(user.email);
});
