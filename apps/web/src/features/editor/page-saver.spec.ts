import type { Block, Document } from '../../api/contracts';
import { mergeBlocks } from './merge-blocks';
import { PageSaver, type Draft, type PageStore } from './page-saver';

const block = (key: string, text: string): Block => ({
  object: 'block',
  type: 'paragraph',
  key,
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
const documentOf = (texts: Record<string, string>): Document => ({
  object: 'document',
  data: {},
  nodes: Object.entries(texts).map(([key, text]) => block(key, text)),
});

/** A page that several editors write into. */
class SharedPage {
  private revision = 0;
  constructor(private document: Document) {}

  /** `beforeWrite` is what happens between the last look of an editor and its write. */
  store(beforeWrite: () => Promise<void> = async () => undefined): PageStore & { kept?: Draft } {
    return {
      read: async () => ({ document: this.document, revision: String(this.revision) }),
      write: async (document, base) => {
        await beforeWrite();
        if (base !== String(this.revision)) return undefined;
        this.document = document;
        this.revision++;
        return document;
      },
      keep(draft) {
        this.kept = draft;
      },
      forget() {
        this.kept = undefined;
      },
    };
  }

  now = (): Document => this.document;
}

const start = documentOf({ a: 'one', b: 'two' });
const saverOf = (store: PageStore) =>
  new PageSaver(
    store,
    start,
    mergeBlocks,
    () => false,
    () => undefined,
  );

it('keeps what another editor has written between the look at the page and the write', async () => {
  const page = new SharedPage(start);
  const other = saverOf(page.store());
  let isFirst = true;
  const store = page.store(async () => {
    if (!isFirst) return;
    isFirst = false;
    other.change(documentOf({ a: 'ONE', b: 'two' }));
    await other.flush();
  });
  const saver = saverOf(store);
  saver.change(documentOf({ a: 'one', b: 'TWO' }));
  await saver.flush();
  expect(page.now()).toEqual(documentOf({ a: 'ONE', b: 'TWO' }));
  expect(saver.status()).toEqual({ state: 'saved', conflicts: [] });
  expect(store.kept).toBeUndefined();
});

it('asks about a block that both have written, and keeps both', async () => {
  const page = new SharedPage(start);
  const other = saverOf(page.store());
  other.change(documentOf({ a: 'theirs', b: 'two' }));
  await other.flush();
  const store = page.store();
  const saver = saverOf(store);
  saver.change(documentOf({ a: 'mine', b: 'two' }));
  await saver.flush();
  expect(saver.status()).toMatchObject({
    state: 'conflict',
    conflicts: [{ key: 'a', mine: block('a', 'mine'), theirs: block('a', 'theirs') }],
  });
  // With the document of before, so that whoever goes on with it in another tab is asked as well.
  expect(store.kept).toEqual({ base: start, document: documentOf({ a: 'mine', b: 'two' }) });
  expect(page.now()).toEqual(documentOf({ a: 'theirs', b: 'two' }));
  saver.change(documentOf({ a: 'mine', b: 'TWO' }));
  expect(store.kept?.base).toEqual(start);
  saver.resolve(documentOf({ a: 'theirs', b: 'TWO' }));
  await saver.flush();
  expect(page.now()).toEqual(documentOf({ a: 'theirs', b: 'TWO' }));
});

it('keeps what was typed while the page was read', async () => {
  const page = new SharedPage(start);
  const other = saverOf(page.store());
  other.change(documentOf({ a: 'theirs', b: 'two' }));
  await other.flush();
  const store = page.store();
  const { read } = store;
  let saver: PageSaver | undefined = undefined;
  store.read = () => {
    saver!.change(documentOf({ a: 'mine, longer', b: 'two' }));
    return read();
  };
  saver = saverOf(store);
  saver.change(documentOf({ a: 'mine', b: 'two' }));
  await saver.flush();
  expect(saver.status().state).toBe('conflict');
  expect(saver.latest()).toEqual(documentOf({ a: 'mine, longer', b: 'two' }));
});

it('keeps what others wrote where the writer went on while it was merged in', async () => {
  const page = new SharedPage(start);
  const other = saverOf(page.store());
  other.change(documentOf({ a: 'THEIRS', b: 'two' }));
  await other.flush();
  let saver: PageSaver | undefined = undefined;
  let isFirst = true;
  const store = page.store(async () => {
    if (isFirst) saver!.change(documentOf({ a: 'one', b: 'mine, second' }));
    isFirst = false;
  });
  const taken: Document[] = [];
  saver = new PageSaver(
    store,
    start,
    mergeBlocks,
    () => false,
    (document) => taken.push(document),
  );
  saver.change(documentOf({ a: 'one', b: 'mine' }));
  await saver.flush();
  const both = documentOf({ a: 'THEIRS', b: 'mine, second' });
  expect([page.now(), taken.at(-1)]).toEqual([both, both]);
  expect(saver.status()).toEqual({ state: 'saved', conflicts: [] });
});

it('asks where the writer went on in a block that was merged in', async () => {
  const page = new SharedPage(start);
  const other = saverOf(page.store());
  other.change(documentOf({ a: 'theirs', b: 'two' }));
  await other.flush();
  let saver: PageSaver | undefined = undefined;
  const store = page.store(async () => saver!.change(documentOf({ a: 'mine', b: 'TWO' })));
  saver = saverOf(store);
  saver.change(documentOf({ a: 'one', b: 'TWO' }));
  await saver.flush();
  expect(saver.status()).toMatchObject({ state: 'conflict', conflicts: [{ key: 'a' }] });
  expect(saver.latest()).toEqual(documentOf({ a: 'mine', b: 'TWO' }));
  expect(page.now()).toEqual(documentOf({ a: 'theirs', b: 'TWO' }));
});

it('goes on with what was written while it saved', async () => {
  const page = new SharedPage(start);
  let saver: PageSaver | undefined = undefined;
  let isFirst = true;
  const store = page.store(async () => {
    if (isFirst) saver!.change(documentOf({ a: 'second', b: 'two' }));
    isFirst = false;
  });
  saver = saverOf(store);
  saver.change(documentOf({ a: 'first', b: 'two' }));
  await saver.flush();
  expect(page.now()).toEqual(documentOf({ a: 'second', b: 'two' }));
  expect(saver.status().state).toBe('saved');
});

it('writes a new block once where the answer to the write is lost', async () => {
  const page = new SharedPage(start);
  const store = page.store();
  const { write } = store;
  const keyed = ({ key = 'new', ...rest }: Block): Block => ({ ...rest, key });
  let isFirst = true;
  store.write = async (document, base) => {
    const written = await write({ ...document, nodes: document.nodes.map(keyed) }, base);
    if (!isFirst) return written;
    isFirst = false;
    throw new Error('The connection is lost');
  };
  const saver = saverOf(store);
  const { key: _, ...added } = block('', 'three');
  const typed: Document = { ...start, nodes: [...start.nodes, added] };
  saver.change(typed);
  await saver.flush();
  expect(saver.status().state).toBe('failed');
  await saver.flush();
  expect(page.now()).toEqual(documentOf({ a: 'one', b: 'two', new: 'three' }));
  expect(saver.status().state).toBe('saved');
});
