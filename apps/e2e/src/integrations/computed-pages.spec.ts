import type { DocumentPage, PdfUrl, RevisionPages } from '@bindery/contracts';
import { eventsOf, importFiles, install, publish, SiteWorld, textOfPdf, Translations, until } from '@bindery/testing';
import { blockMakers, contentSources } from './computed-source';
import { createRuntimeWorld, type RuntimeWorld } from './runtime-world';

let world: RuntimeWorld;
beforeAll(async () => (world = await createRuntimeWorld({}, ['integrations', 'content', 'sites'])));
afterAll(() => world.close());

/** Answers a tree of pages, and documents with the revision of the space that they depend on, some for staff alone. */
const script = `
${blockMakers}export default { async fetch(request) {
  const { type, props, dependencies } = JSON.parse((await request.formData()).get('event'));
  const computed = (of) => ({ type: props.type, props: { of }, dependencies: { space: { ref: dependencies.space?.ref ?? props.ref } } });
  if (type === 'content_compute_revision') return Response.json({ pages: [
    { id: 'all', type: 'document', title: 'All notes', slug: 'notes', computed: computed('all'), pages: [
      { type: 'document', title: 'First note', computed: computed('first') },
      { type: 'group', title: 'No group stands below a page' },
      { type: 'link', title: 'Elsewhere', target: { kind: 'url', url: 'https://example.com/' } },
      { type: 'link', title: 'Nowhere', target: { kind: 'url', url: 'javascript:alert(1)' } },
      { type: 'document', title: 7 },
      null,
    ] },
  ] });
  if (type === 'content_compute_document')
    return Response.json({ object: 'document', nodes: [
      paragraph('Of ' + props.of + ' at ' + dependencies.space?.value?.revision), staffOnly(paragraph('Canary of ' + props.of)),
    ] });
  return new Response('OK');
} };`;

const summary = (source: string, ref?: object) => `# Table of contents

* [Home](README.md)
* \`\`\`yaml
  type: ${source}
  props:
    type: ${source}${ref ? `\n  dependencies:\n    space:\n      ref: ${JSON.stringify(ref)}` : ''}
  \`\`\`
* [Last](last.md)
`;

const dependentDocuments = (source: string, space: string) => `* [Home](README.md)
* \`\`\`yaml
  type: ${source}
  props:
    type: ${source}
    ref:
      kind: space
      space: ${space}
  \`\`\`
`;

/** A space with what an integration computes between two pages. */
async function spaceWith(name: string, dependsOn?: string): Promise<string> {
  const ref = dependsOn === undefined ? undefined : { kind: 'space', space: dependsOn };
  const text = summary(`integration:${name}:notes`, ref);
  const files = { 'README.md': '# Home\n', 'last.md': '# Last\n', 'SUMMARY.md': text };
  return (await importFiles(world, files)).spaces[0]!.id;
}

async function installed(source: string): Promise<string> {
  const name = await publish(world, { script: source, contentSources });
  await install(world, name);
  return name;
}

const ask = <T>(operation: string, params: Record<string, string>, query: Record<string, string> = {}) =>
  world.api.call<T>(operation, { token: world.reader.token, params, query });

const outlineOf = async (spaceId: string): Promise<string[]> => {
  const outline = (pages: RevisionPages['pages']): string[] =>
    pages.flatMap((page) => [
      'path' in page ? page.path : `${page.type} ${page.title}`,
      ...('pages' in page ? outline(page.pages) : []),
    ]);
  return outline((await ask<RevisionPages>('listPages', { spaceId })).body.pages);
};

const textAt = async (spaceId: string, pagePath: string): Promise<string> =>
  (await ask<DocumentPage>('getPageByPath', { spaceId, pagePath }, { format: 'markdown' })).body.markdown ?? '';

/** A script may take longer for its first answer than readers wait for it. */
const untilOutline = (spaceId: string, expected: string[]) =>
  until(async () => (await outlineOf(spaceId)).join() === expected.join());
const untilText = (spaceId: string, pagePath: string, text: string) =>
  until(async () => (await textAt(spaceId, pagePath)).includes(text));

const revisionOf = async (spaceId: string) =>
  (await world.api.expect<{ revision: string }>('getSpaceById', { token: world.reader.token, params: { spaceId } }))
    .revision;

const computations = async (name: string, of: string) =>
  (await eventsOf(world, name, 1)).filter(({ payload }) => payload.type === `content_compute_${of}`).length;

const notes = ['readme', 'notes', 'notes/first-note', 'link Elsewhere', 'last'];
/** Where nothing is computed, the place itself is shown. */
const asItIs = ['readme', 'computed Computed pages', 'last'];

describe('pages of a content source', () => {
  it('stand where the revision has them computed, and follow what they depend on', async () => {
    const name = await installed(script);
    const told = (await importFiles(world, { 'README.md': '# One\n' })).spaces[0]!.id;
    const spaceId = await spaceWith(name, told);
    await untilOutline(spaceId, notes);
    const before = await revisionOf(told);
    await untilText(spaceId, 'notes', `Of all at ${before}`);
    await untilText(spaceId, 'notes/first-note', `Of first at ${before}`);

    const { body, headers } = await ask<DocumentPage>('getPageByPath', { spaceId, pagePath: 'notes' });
    expect(body.computed).toMatchObject({ type: `integration:${name}:notes`, props: { of: 'all' } });
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const byId = await ask<DocumentPage>('getPageById', { spaceId, pageId: body.id });
    expect(byId.body).toEqual(body);
    expect((await ask('getPageById', { spaceId, pageId: body.id }, { computed: 'false' })).status).toBe(404);

    await importFiles(world, { 'README.md': '# Two\n' }, { space: told });
    const after = await revisionOf(told);
    expect(after).not.toBe(before);
    await untilText(spaceId, 'notes', `Of all at ${after}`);
    await untilText(spaceId, 'notes/first-note', `Of first at ${after}`);

    // An unchanged document was not computed again, however often it was requested.
    const [documents, revisions] = [await computations(name, 'document'), await computations(name, 'revision')];
    for (let time = 0; time < 10; time++) await textAt(spaceId, 'notes');
    await importFiles(world, { 'README.md': '# Three\n' }, { space: told });
    await untilText(spaceId, 'notes', `Of all at ${await revisionOf(told)}`);
    // A script that is slow to answer may be asked again, so few may be more than one.
    for (const [of, before] of [['document', documents] as const, ['revision', revisions] as const])
      expect((await computations(name, of)) - before).toBeLessThan(10);
  });

  it('are printed, anew when they change, and beside those that a failing integration does not answer', async () => {
    const [name, failing] = [await installed(script), await installed('throw new Error("Broken");')];
    const told = (await importFiles(world, { 'README.md': '# One\n' })).spaces[0]!.id;
    const sources = [name, failing].map((one) =>
      summary(`integration:${one}:notes`, { kind: 'space', space: told }).split('\n').slice(3, -2),
    );
    const files = {
      'README.md': '# Home\n',
      'last.md': '# Last\n',
      'SUMMARY.md': ['* [Home](README.md)', ...sources.flat(), '* [Last](last.md)', ''].join('\n'),
    };
    const spaceId = (await importFiles(world, files)).spaces[0]!.id;
    await untilText(spaceId, 'notes', `Of all at ${await revisionOf(told)}`);
    await untilText(spaceId, 'notes/first-note', 'Of first');
    const printed = async () => {
      const { url } = (await ask<PdfUrl>('getSpacePdf', { spaceId })).body;
      let response = await fetch(url);
      while (response.status === 202) response = await fetch(url);
      return textOfPdf(Buffer.from(await response.arrayBuffer())).join(' ');
    };
    const before = await printed();
    const words = ['Home', 'All notes', `Of all at ${await revisionOf(told)}`, 'First note', 'Of first at', 'Last'];
    for (const text of words) expect(before).toContain(text);
    await importFiles(world, { 'README.md': '# Two\n' }, { space: told });
    const after = `Of first at ${await revisionOf(told)}`;
    await untilText(spaceId, 'notes/first-note', after);
    expect(await printed()).toContain(after);
  });

  it('depend on a translation where its space was selected for the installation', async () => {
    const name = await publish(world, { script, contentSources });
    const { installationId } = await install(world, name);
    const told = (await importFiles(world, { 'README.md': '# One\n' })).spaces[0]!.id;
    const translations = new Translations(world);
    const { id } = await translations.create(told);
    await translations.ended(id);
    const { space, revision } = (await translations.get(id)).result!;
    const ref = { kind: 'translation', translation: id };
    const text = summary(`integration:${name}:notes`, ref);
    const files = { 'README.md': '# Home\n', 'last.md': '# Last\n', 'SUMMARY.md': text };
    const spaceId = (await importFiles(world, files)).spaces[0]!.id;
    await untilText(spaceId, 'notes', `Of all at ${revision}`);

    await importFiles(world, { 'README.md': '# Two\n' }, { space: told });
    // The event of the first revision may start a run as well, which finds nothing to translate.
    await until(async () => (await translations.get(id)).result!.revision !== revision);
    const { result } = await translations.get(id);
    await untilText(spaceId, 'notes', `Of all at ${result!.revision}`);

    const params = { integrationName: name, installationId };
    const { token } = world.admin;
    await world.api.expect('updateIntegrationInstallation', { token, params, body: { space_selection: 'selected' } });
    await world.api.expect('installIntegrationOnSpace', { token, params, body: { space: spaceId } });
    await untilText(spaceId, 'notes', 'Of all at undefined');
    await world.api.expect('installIntegrationOnSpace', { token, params, body: { space } });
    await untilText(spaceId, 'notes', `Of all at ${result!.revision}`);
  });

  it('are on the pages of a site, which change with them', async () => {
    const name = await installed(script);
    const told = (await importFiles(world, { 'README.md': '# One\n' })).spaces[0]!.id;
    // The pages depend on nothing, their documents do.
    const files = { 'README.md': '# Home\n', 'SUMMARY.md': dependentDocuments(`integration:${name}:notes`, told) };
    const spaceId = (await importFiles(world, files)).spaces[0]!.id;
    const sites = new SiteWorld(world);
    const { id } = await sites.site([], { spaces: [spaceId] });
    const url = await sites.publish(id);
    const read = async (path: string) => (await fetch(`${url}${path}`)).text();
    const before = await revisionOf(told);
    await until(async () => (await read('notes/first-note')).includes(`Of first at ${before}`));
    expect(await read('notes/first-note')).toContain('All notes');
    await until(async () => (await read('notes.md')).includes('Of all at'));
    await importFiles(world, { 'README.md': '# Two\n' }, { space: told });
    const after = await revisionOf(told);
    await until(async () => (await read('notes/first-note')).includes(`Of first at ${after}`));
  });

  it('show what holds for the visitor alone', async () => {
    const name = await installed(script);
    const spaceId = await spaceWith(name);
    const sites = new SiteWorld(world);
    const { id: siteId } = await sites.site([], { spaces: [spaceId] });
    await sites.expect('updateSiteById', { params: { siteId }, body: { adaptiveContent: { enabled: true } } });
    const jsonSchema = {
      type: 'object',
      properties: { unsigned: { type: 'object', properties: { staff: { type: 'boolean' } } } },
    };
    await sites.expect('updateSiteAdaptiveSchema', { params: { siteId }, body: { jsonSchema } });
    const url = await sites.publish(siteId);
    for (const page of ['notes', 'notes.md']) {
      const read = async (isStaff: boolean) =>
        (await fetch(`${url}${page}`, { headers: { cookie: `bindery-claims=visitor.staff%3D${isStaff}` } })).text();
      await until(async () => (await read(true)).includes('Canary of all'));
      const others = await read(false);
      expect(others).toContain('Of all at');
      expect(others).not.toContain('Canary');
    }
    const type = `integration:${name}:notes`;
    const asked = { params: { spaceId }, body: { source: { type, props: { of: 'all' } }, seed: 's' } };
    const computed = async (token: string) =>
      JSON.stringify(await world.api.expect<object>('getComputedDocument', { token, ...asked }));
    const tokenOf = async (staff: boolean) =>
      (await sites.lookup(url, { visitor: { unsignedClaims: { staff } } })).body.apiToken;
    expect(await computed(await tokenOf(true))).toContain('Canary of all');
    const told = await computed(await tokenOf(false));
    expect(told).toContain('Of all at');
    expect(told).not.toContain('Canary');
    expect(await computed(world.reader.token)).toContain('visitor.claims.unsigned.staff');
  });

  it('show nothing of a space that was not selected for the installation, or belongs to others', async () => {
    const name = await publish(world, { script, contentSources });
    const { installationId } = await install(world, name);
    const told = (await importFiles(world, { 'README.md': '# One\n' })).spaces[0]!.id;
    const spaceId = await spaceWith(name, told);
    const params = { integrationName: name, installationId };
    const { token } = world.admin;
    await world.api.expect('updateIntegrationInstallation', { token, params, body: { space_selection: 'selected' } });
    await untilOutline(spaceId, asItIs);
    await world.api.expect('installIntegrationOnSpace', { token, params, body: { space: spaceId } });
    await untilOutline(spaceId, notes);
    await untilText(spaceId, 'notes', 'Of all at');
    expect(await textAt(spaceId, 'notes')).toContain('Of all at undefined');

    await world.api.expect('updateIntegrationInstallation', { token, params, body: { space_selection: 'all' } });
    await untilText(spaceId, 'notes', `Of all at ${await revisionOf(told)}`);
    const elsewhere = await world.api.expect<{ id: string }>('createSpace', {
      ...{ token: world.otherAdmin.token, params: { organizationId: world.other }, body: { title: 'Elsewhere' } },
    });
    const strange = await spaceWith(name, elsewhere.id);
    await untilText(strange, 'notes', 'Of all at');
    expect(await textAt(strange, 'notes')).toContain('Of all at undefined');

    await world.api.expect('uninstallIntegration', { token, params });
    await untilOutline(spaceId, asItIs);
  });
});

describe('a content source that fails', () => {
  // A reader who waited for the script would get no answer: it takes longer than an operation may.
  it.each([
    ['hangs', 'await new Promise((resolve) => setTimeout(resolve, 60_000)); return new Response();'],
    ['loops', 'for (;;);'],
    ['throws', 'throw new Error("Broken");'],
    ['answers something else', 'return Response.json({ pages: 7, object: "document", nodes: [{ type: 7 }] });'],
  ])('leaves the space readable when its script %s', async (_, failure) => {
    const name = await installed(`export default { async fetch(request) {
      const { type } = JSON.parse((await request.formData()).get('event'));
      if (type === 'content_compute_revision') { ${failure} }
      return new Response('OK');
    } };`);
    const spaceId = await spaceWith(name);
    expect(await outlineOf(spaceId)).toEqual(asItIs);
    expect(await textAt(spaceId, 'last')).toContain('Last');
    const sites = new SiteWorld(world);
    const { id } = await sites.site([], { spaces: [spaceId] });
    const url = await sites.publish(id);
    expect((await fetch(`${url}last`)).status).toBe(200);
  });

  it('says on its page that there is nothing to show', async () => {
    const failing = script.replace(
      "type === 'content_compute_document'",
      "type === 'content_compute_document' && props.of === 'first'",
    );
    const name = await installed(failing);
    const spaceId = await spaceWith(name);
    await untilText(spaceId, 'notes/first-note', 'Of first');
    await untilText(spaceId, 'notes', 'This page could not be computed. The integration returned no object');
    expect((await ask('getPageByPath', { spaceId, pagePath: 'notes' })).status).toBe(200);

    // Such a page of a site is not cached, and the browser keeps the cookies of the visit.
    const sites = new SiteWorld(world);
    const { id } = await sites.site([], { spaces: [spaceId] });
    const url = await sites.publish(id);
    const tagOf = async (path: string) => (await fetch(`${url}${path}`)).headers.get('etag');
    await until(async () => (await tagOf('notes/first-note')) !== null);
    expect(await tagOf('notes')).toBeNull();
    const entered = await fetch(`${url}notes?visitor.staff=true`, { redirect: 'manual' });
    expect(entered.headers.get('set-cookie')).toContain('bindery-claims=');
  });
});
