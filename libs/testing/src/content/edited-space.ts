import type { ChangedContent, DocumentPage, Revision, RevisionPage } from '@bindery/contracts';
import { importFiles } from './imports';
import { exported, flat } from './space-client';
import type { TestOrganization } from '../organization/test-organization';

export type Files = Record<string, string>;
export type Form = 'markdown' | 'document' | 'stable';

/** A space of which pages are read and written back. */
export class EditedSpace {
  private constructor(
    private readonly world: TestOrganization,
    readonly id: string,
    readonly before: Files,
  ) {}

  static async of(world: TestOrganization, files: Record<string, string | Buffer>): Promise<EditedSpace[]> {
    const { spaces } = await importFiles(world, files, {});
    return Promise.all(spaces.map(async ({ id }) => new EditedSpace(world, id, await textsOf(world, id))));
  }

  call<T>(operation: string, more: object = {}): Promise<T> {
    const { admin, api } = this.world;
    return api.expect<T>(operation, { token: admin.token, params: { spaceId: this.id }, ...more });
  }

  revision(): Promise<Revision> {
    return this.call('getCurrentRevision');
  }

  async documents(): Promise<(RevisionPage & { type: 'document' })[]> {
    return flat((await this.revision()).pages).filter((page) => page.type === 'document');
  }

  page(pageId: string, form: Form): Promise<DocumentPage> {
    const format = form === 'document' ? 'document' : 'markdown';
    const refs = form === 'stable' ? { 'format.markdown.refs': 'stable' } : {};
    return this.call('getPageById', { params: { spaceId: this.id, pageId }, query: { format, ...refs } });
  }

  async body(pageId: string, form: Form): Promise<{ markdown: string } | { document: unknown }> {
    const { markdown, document } = await this.page(pageId, form);
    return form === 'document' ? { document } : { markdown: markdown! };
  }

  async edit(...changes: object[]): Promise<ChangedContent> {
    let last: ChangedContent | undefined;
    for (let at = 0; at < changes.length; at += 50)
      last = await this.call('updateSpaceContent', { body: { changes: changes.slice(at, at + 50) } });
    return last!;
  }

  /** Reads a page, changes a piece of what was read, and writes it back. */
  async replace(page: string, form: Form, from: string, to: string): Promise<void> {
    const body = JSON.stringify(await this.body(page, form));
    expect(body).toContain(from);
    await this.edit({ operation: 'update_page', page, document: JSON.parse(body.replace(from, to)) as object });
  }

  /** The files that are not as they were. */
  async changed(): Promise<Files> {
    const after = await textsOf(this.world, this.id);
    const names = new Set([...Object.keys(this.before), ...Object.keys(after)]);
    return Object.fromEntries(
      [...names].filter((name) => this.before[name] !== after[name]).map((name) => [name, after[name] ?? 'gone']),
    );
  }
}

async function textsOf(world: TestOrganization, space: string): Promise<Files> {
  const files = await exported(world, space);
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, bytes.toString('latin1')]));
}
