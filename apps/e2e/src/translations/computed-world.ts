import type { DocumentPage, RevisionPages } from '@bindery/contracts';
import { flat, importFiles, Translations } from '@bindery/testing';
import type { TestOrganization } from '../support/test-organization';

type Files = Record<string, string | Buffer>;

export const sourceFiles: Files = {
  'README.md': '# Home\n\nRead [the guide](guide.md).\n',
  'guide.md': '# Guide\n\nHow to use the widget.\n\n![](.gitbook/assets/dot.png)\n',
  'part/deep.md': '# Deep\n\nFar below.\n',
  '.gitbook/assets/dot.png': Buffer.from('not looked into'),
  'SUMMARY.md': '* [Home](README.md)\n* [Guide](guide.md)\n\n## Part\n\n* [Deep](part/deep.md)\n',
};

/** The entry of a table of contents for the pages of a translation, or of any other value as its id. */
export const entryOf = (translation: unknown, indent = ''): string =>
  [
    '* ```yaml',
    '  type: builtin:translation',
    '  title: French',
    '  props: {}',
    `  dependencies: {"translation": {"ref": {"kind": "translation", "translation": ${JSON.stringify(translation)}}}}`,
    '  ```',
  ]
    .map((line) => `${indent}${line}\n`)
    .join('');

/** The table of contents of a space that shows the translation of `sourceFiles`, and of one that shows nothing of it. */
export const shown = ['readme', 'readme-1', 'guide', 'part', 'part/deep', 'last'];
export const notShown = ['readme', 'french', 'last'];
/** The text of the page in that case. */
export const nothing = 'This page could not be computed. There is no such translation';

/** The operations on spaces that show translations in tests; by default as a member who reads. */
export class ComputedWorld {
  readonly translations: Translations;

  constructor(readonly world: TestOrganization) {
    this.translations = new Translations(world);
  }

  async imported(files: Files, target?: object): Promise<string> {
    const { spaces, error } = await importFiles(this.world, files, target);
    if (!spaces[0]) throw new Error(error);
    return spaces[0].id;
  }

  /** A space that shows a translation between two pages. */
  spaceWith(translation: unknown): Promise<string> {
    const summary = `* [Home](README.md)\n${entryOf(translation)}* [Last](last.md)\n`;
    return this.imported({ 'README.md': '# Home\n', 'last.md': '# Last\n', 'SUMMARY.md': summary });
  }

  /** A translation that has run, with its source and the space that it made. */
  async translated(files = sourceFiles, change = {}): Promise<Record<'id' | 'space' | 'result', string>> {
    const space = await this.imported(files);
    const { id } = await this.translations.create(space, change);
    await this.translations.ended(id);
    return { id, space, result: (await this.translations.get(id)).result!.space };
  }

  ask<T>(operation: string, params: Record<string, string>, query = {}, token = this.world.reader.token) {
    return this.world.api.call<T>(operation, { token, params, query });
  }

  async outline(spaceId: string, token?: string): Promise<string[]> {
    return outline((await this.ask<RevisionPages>('listPages', { spaceId }, {}, token)).body.pages);
  }

  async pageAt(spaceId: string, pagePath: string, query = {}, token?: string): Promise<DocumentPage> {
    return (await this.ask<DocumentPage>('getPageByPath', { spaceId, pagePath }, query, token)).body;
  }

  async markdownAt(spaceId: string, pagePath: string, token?: string): Promise<string> {
    return (await this.pageAt(spaceId, pagePath, { format: 'markdown' }, token)).markdown ?? '';
  }

  /** Changes the page with that slug. */
  async edit(spaceId: string, slug: string, change: object): Promise<void> {
    const pages = flat((await this.translations.revision(spaceId)).pages);
    const page = pages.find((one) => 'slug' in one && one.slug === slug)!.id;
    await this.change(spaceId, { operation: 'update_page', page, ...change });
  }

  async change(spaceId: string, ...changes: object[]): Promise<void> {
    const { token } = this.world.admin;
    await this.world.api.expect('updateSpaceContent', { token, params: { spaceId }, body: { changes } });
  }
}

const outline = (pages: RevisionPages['pages']): string[] =>
  pages.flatMap((page) => [
    'path' in page ? page.path : `${page.type} ${page.title}`,
    ...('pages' in page ? outline(page.pages) : []),
  ]);
