import type { ContentChange, InsertFile } from '@bindery/contracts';
import { createLogger } from '@bindery/observability';
import type { ContentConfig } from '../../src/content.config';
import { ApplyChanges } from '../../src/drafts/edits/apply-changes';
import { BodyReader } from '../../src/drafts/edits/body-reader';
import { ContentEdit } from '../../src/drafts/edits/content-edit';
import { PrepareChanges, type PreparedChanges } from '../../src/drafts/edits/prepared-change';
import type { DocumentPageEntry } from '../../src/model/pages/page-entry';
import type { FileStore } from '../../src/storage/files/file-store';
import { MemoryContent, type TestContent } from '../merge/memory-content';

const file: InsertFile = { ref: 'picture', name: 'picture.png', base64: 'eA==', contentType: 'image/png' };
const insertFile: ContentChange = { operation: 'insert_files', files: [file] };
const named = { kind: 'file', file: 'picture' } as const;

const files = { put: async () => undefined } as unknown as FileStore;
const prepare = new PrepareChanges(files, new BodyReader(createLogger('content', 'silent')), {} as ContentConfig);
const prepared = (...changes: ContentChange[]) => prepare.run('organization', changes);
const insertedFile = ({ changes }: PreparedChanges) => ({ kind: 'file', file: changes[0]!.files[0]![0] });

const git = (path: string) => ({ git: { path, oid: '' } });
const before: TestContent = {
  pages: { p: { title: 'Home', ...git('guides/home.md'), blocks: [['a', 'Words']], markdown: '# Home\n\nWords\n' } },
  files: { f: { name: 'old.png', ...git('assets/old.png') } },
};

/** Applies changes to the content before, and returns its page, or the new one. */
async function apply({ changes, refs }: PreparedChanges): Promise<DocumentPageEntry & { markdown: string | null }> {
  const store = new MemoryContent();
  const content = store.content(before);
  const children = new Map([['', Object.entries(await store.pages(content))]]);
  const edit = new ContentEdit(store, content, refs, async () => ({ children, computed: 0 }));
  const [outcome] = await new ApplyChanges(edit, '', async () => undefined).run(changes);
  const { documents } = await edit.finish();
  const entry = (await edit.pages.get(outcome!.page)) as DocumentPageEntry;
  return { ...entry, markdown: documents.find(({ hash }) => hash === entry.document)?.markdown ?? null };
}

it.each<[string, ContentChange]>([
  ['an updated page', { operation: 'update_page', page: 'p', cover: { ref: named, refDark: named, yPos: 0 } }],
  [
    'a new page',
    {
      ...{ operation: 'insert_page', title: 'New', document: { markdown: 'Words\n' } },
      cover: { ref: named, refDark: named, yPos: 0 },
    },
  ],
  [
    'a page with front matter',
    {
      operation: 'insert_page',
      document: { markdown: '---\ncover: /files/picture\ncoverDark: /files/picture\n---\n\n# New\n' },
    },
  ],
])('shows a file of the same call as the cover of %s', async (_, change) => {
  const changes = await prepared(insertFile, change);
  const ref = insertedFile(changes);
  const { cover, markdown } = await apply(changes);
  expect(cover).toEqual({ ref, refDark: ref, yPos: 0 });
  for (const field of ['cover', 'coverDark']) expect(markdown).toContain(`${field}: /files/${ref.file}\n`);
});

it('finds the file at a path from that of the page', async () => {
  const ref = { kind: 'url', url: '../assets/old.png' } as const;
  const changes = await prepared({ operation: 'update_page', page: 'p', cover: { ref, yPos: 0 } });
  expect((await apply(changes)).cover).toEqual({ ref: { kind: 'file', file: 'f' }, yPos: 0 });
});

it('rejects a path that leads to a page', async () => {
  const ref = { kind: 'url', url: './p.md' } as const;
  const changes = await prepared({ operation: 'update_page', page: 'p', cover: { ref, yPos: 0 } });
  await expect(apply(changes)).rejects.toMatchObject({ details: [{ field: 'body.changes[0].cover.ref.kind' }] });
});

it('leaves prepared changes as they are, because a transaction may be repeated', async () => {
  const markdown = '---\ncover: /files/picture\n---\n\n# New\n\n![A picture](/files/picture)\n';
  const changes = await prepared(insertFile, { operation: 'insert_page', document: { markdown } });
  const given = structuredClone(changes);
  await apply(changes);
  expect(changes).toEqual(given);
});
