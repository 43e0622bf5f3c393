import type { Space, Translation } from '@bindery/contracts';
import { until } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';
import { ComputedWorld, entryOf, nothing, notShown, shown, sourceFiles } from './computed-world';

let world: TestOrganization;
let computed: ComputedWorld;
beforeAll(async () => {
  world = await createTestOrganization();
  computed = new ComputedWorld(world);
});
afterAll(() => world.close());

describe('a page says that there is nothing', () => {
  it('when the translation, or what it made, is deleted', async () => {
    const { id, result } = await computed.translated(sourceFiles, { automatic: false });
    const spaceId = await computed.spaceWith(id);
    expect(await computed.outline(spaceId)).toEqual(shown);
    const as = (params: object) => ({ token: world.admin.token, params: params as Record<string, string> });
    await world.api.expect('deleteSpaceById', as({ spaceId: result }));
    expect(await computed.outline(spaceId)).toEqual(notShown);
    await world.api.expect('restoreSpace', as({ spaceId: result }));
    expect(await computed.outline(spaceId)).toEqual(shown);
    await world.api.expect('deleteTranslation', computed.translations.as({ translationId: id }));
    await until(async () => (await computed.outline(spaceId)).join() === notShown.join());
    const page = await computed.pageAt(spaceId, 'french');
    const ref = { kind: 'translation', translation: id };
    expect(page.computed).toEqual({
      ...{ type: 'builtin:translation', props: {} },
      dependencies: { translation: { ref, value: null } },
    });
    expect(await computed.markdownAt(spaceId, 'french')).toContain(nothing);
  });

  it('for a translation of another organization, though what it made is public', async () => {
    const { token } = world.otherAdmin;
    const params = { organizationId: world.other };
    const { id: space } = await world.api.expect<Space>('createSpace', { token, params, body: { title: 'Elsewhere' } });
    const body = { language: 'fr', source: { space, language: 'en' } };
    const { id } = await world.api.expect<Translation>('createTranslation', { token, params, body });
    const read = () =>
      world.api.expect<Translation>('getTranslation', { token, params: { ...params, translationId: id } });
    await until(async () => (await read()).result !== undefined);
    const { result } = await read();
    const open = { token, params: { spaceId: result!.space }, body: { visibility: 'public' } };
    await world.api.expect('updateSpaceById', open);
    expect((await computed.ask('getSpaceById', { spaceId: result!.space })).status).toBe(200);
    const spaceId = await computed.spaceWith(id);
    expect(await computed.outline(spaceId)).toEqual(notShown);
    expect(await computed.markdownAt(spaceId, 'french')).toContain(nothing);
  });

  it('where what it made, or the space that shows it, went to another organization', async () => {
    const { token } = await world.records.user({ [world.organization]: 'admin', [world.other]: 'admin' });
    const { id, result } = await computed.translated();
    const [stays, goes] = [await computed.spaceWith(id), await computed.spaceWith(id)];
    const transfer = (spaceId: string) =>
      world.api.expect('transferSpace', { token, params: { spaceId }, body: { organization: world.other } });
    await transfer(goes);
    expect([await computed.outline(stays, token), await computed.outline(goes, token)]).toEqual([shown, notShown]);
    await transfer(result);
    expect((await computed.pageAt(result, 'guide', {}, token)).title).toBe('Ĝûîðé');
    expect([await computed.outline(stays, token), await computed.outline(goes, token)]).toEqual([notShown, notShown]);
    expect(await computed.markdownAt(stays, 'french', token)).toContain(nothing);
  });

  it.each([
    ['an unknown id', 'unknown'],
    ['no text', 7],
    ['an object', { toString: 'x' }],
    ['null', null],
    ['the name of a prototype', '__proto__'],
    ['what is no id', '../../x y'],
    ['a very long text', 'x'.repeat(10_000)],
  ])('for %s', async (_, translation) => {
    const spaceId = await computed.spaceWith(translation);
    expect(await computed.outline(spaceId)).toEqual(notShown);
    expect((await computed.ask('getPageByPath', { spaceId, pagePath: 'french' })).status).toBe(200);
    expect(await computed.markdownAt(spaceId, 'french')).toContain(nothing);
  });

  it.each([
    ['no dependencies', ''],
    ['dependencies of another kind', '  dependencies: {"translation": {"ref": {"kind": "space", "space": "x"}}}\n'],
    ['a prototype', '  dependencies: {"__proto__": {"translation": {"ref": {"kind": "translation"}}}}\n'],
    ['a space and a document', '  props: {"space": "SPACE", "document": "DOCUMENT"}\n'],
  ])('for a source with %s', async (_, lines) => {
    const closed = await computed.imported({ 'README.md': '# Closed\n\nA canary.\n' });
    const { documentId } = await computed.pageAt(closed, 'readme');
    const written = lines.replace('SPACE', closed).replace('DOCUMENT', documentId!);
    const text = `* [Home](README.md)\n* \`\`\`yaml\n  type: builtin:translation\n  title: French\n${written}  \`\`\`\n`;
    const spaceId = await computed.imported({ 'README.md': '# Home\n', 'SUMMARY.md': text });
    expect(await computed.outline(spaceId)).toEqual(['readme', 'french']);
    const markdown = await computed.markdownAt(spaceId, 'french');
    expect(markdown).toContain(nothing);
    expect(markdown).not.toContain('canary');
  });
});

describe('a space that shows many translations', () => {
  it('has pages of the first twenty, and says of each other that it has none', async () => {
    const { id } = await computed.translated({ 'README.md': '# Shown\n', 'SUMMARY.md': '* [Shown](README.md)\n' });
    const summary = `* [Home](README.md)\n${entryOf(id).repeat(22)}`;
    const spaceId = await computed.imported({ 'README.md': '# Home\n', 'SUMMARY.md': summary });
    const all = await computed.outline(spaceId);
    const count = (start: string) => all.filter((path) => path.startsWith(start)).length;
    expect([all.length, count('readme'), count('french')]).toEqual([23, 21, 2]);
    expect(await computed.markdownAt(spaceId, 'french-1')).toContain(nothing);
  });
});
