import type { Block, Document, Text } from '../../api/contracts';
import { mergeBlocks } from './merge-blocks';
import { PageSaver, UnreadableSourceError, type Draft, type PageStore, type PageWrite } from './page-saver';

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
      write: async ({ document, base }) => {
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

it('overwrites a file that could not be read once the writer decides to', async () => {
  const page = new SharedPage(start);
  const written: PageWrite[] = [];
  const store = page.store();
  const refusing: PageStore = {
    ...store,
    write: async (write) => {
      written.push(write);
      if (!write.replaceSource) throw new UnreadableSourceError();
      return store.write(write);
    },
  };
  const saver = saverOf(refusing);
  const changed = documentOf({ a: 'one', b: 'changed' });
  saver.change(changed);
  await saver.flush();
  expect(saver.status()).toMatchObject({ state: 'failed', isUnreadable: true });
  await saver.overwrite();
  expect(saver.status().state).toBe('saved');
  expect(page.now()).toEqual(changed);
  const next = documentOf({ a: 'next', b: 'changed' });
  saver.change(next);
  await saver.flush();
  expect(written.at(-1)!.replaceSource).toBeUndefined();
});

it('says whether it has written, which a page that was only looked at has not', async () => {
  const saver = saverOf(new SharedPage(start).store());
  await saver.flush();
  expect(saver.hasWritten()).toBe(false);
  saver.change(documentOf({ a: 'ONE', b: 'two' }));
  await saver.flush();
  expect(saver.hasWritten()).toBe(true);
  saver.close();
});

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

/** A store that gives keys to new blocks, and loses the answer to the first write. It stores answers where it remembers. */
function withLostAnswer(page: SharedPage, { remembers = false } = {}): PageStore & { kept?: Draft } {
  const store = page.store();
  const { write } = store;
  const answers = new Map<string, Document>();
  let count = 0;
  const keyed = ({ key = `new${count++}`, ...rest }: Block): Block => ({ ...rest, key });
  let isFirst = true;
  store.write = async ({ document, base, key }) => {
    const known = answers.get(key);
    if (known) return known;
    const written = await write({ document: { ...document, nodes: document.nodes.map(keyed) }, base, key });
    if (remembers && written) answers.set(key, written);
    if (!isFirst) return written;
    isFirst = false;
    throw new Error('The connection is lost');
  };
  return store;
}

const { key: _, ...third } = block('', 'three');
const withThird: Document = { ...start, nodes: [...start.nodes, third] };

describe('a new block is written once where the answer to its write is lost', () => {
  let page: SharedPage;
  let store: ReturnType<typeof withLostAnswer>;
  let saver: PageSaver;
  beforeEach(async () => {
    page = new SharedPage(start);
    store = withLostAnswer(page);
    saver = saverOf(store);
    saver.change(withThird);
    await saver.flush();
    expect(saver.status().state).toBe('failed');
    expect(page.now()).toEqual(documentOf({ a: 'one', b: 'two', new0: 'three' }));
  });
  const textsNow = () => page.now().nodes.map(({ nodes: [text] = [] }) => (text as Text).leaves[0]!.text);
  /** A colleague changes the first block. */
  const changeFirst = async () => {
    const now = page.now();
    const other = new PageSaver(
      page.store(),
      now,
      mergeBlocks,
      () => false,
      () => undefined,
    );
    other.change({ ...now, nodes: [block('a', 'ONE'), ...now.nodes.slice(1)] });
    await other.flush();
  };

  it('and it is tried again', async () => {
    await saver.flush();
    expect(page.now()).toEqual(documentOf({ a: 'one', b: 'two', new0: 'three' }));
    expect(saver.status().state).toBe('saved');
    expect(store.kept).toBeUndefined();
  });

  it('and the text goes on in another tab', async () => {
    const again = saverOf(page.store());
    again.resume({ ...store.kept!, document: { ...start, nodes: [...start.nodes, third, third] } });
    await again.flush();
    expect(textsNow()).toEqual(['one', 'two', 'three', 'three']);
  });

  it('and a colleague changes another block', async () => {
    await changeFirst();
    await saver.flush();
    expect(textsNow()).toEqual(['ONE', 'two', 'three']);
  });

  it('and a colleague changes a block that the writer changes as well', async () => {
    await changeFirst();
    saver.change({ ...withThird, nodes: [block('a', 'mine'), ...withThird.nodes.slice(1)] });
    await saver.flush();
    expect(saver.status()).toMatchObject({ state: 'conflict', conflicts: [{ key: 'a' }] });
    const again = saverOf(page.store());
    again.resume(store.kept!);
    await again.flush();
    again.resolve(again.latest());
    await again.flush();
    expect(textsNow()).toEqual(['mine', 'two', 'three']);
  });

  it('and it is changed before it is tried again', async () => {
    const { key: __, ...more } = block('', 'three more');
    saver.change({ ...start, nodes: [...start.nodes, more] });
    await saver.flush();
    expect(textsNow()).toEqual(['one', 'two', 'three more']);
  });
});

describe('a new block that a colleague changes where the answer to its write is lost', () => {
  let page: SharedPage;
  let store: ReturnType<typeof withLostAnswer>;
  let saver: PageSaver;
  beforeEach(async () => {
    page = new SharedPage(start);
    store = withLostAnswer(page, { remembers: true });
    saver = saverOf(store);
    saver.change(withThird);
    await saver.flush();
    const now = page.now();
    const other = saverOf(page.store());
    other.resume({ base: now, document: { ...now, nodes: [...now.nodes.slice(0, 2), block('new0', 'theirs')] } });
    await other.flush();
    expect(page.now()).toEqual(documentOf({ a: 'one', b: 'two', new0: 'theirs' }));
  });

  it('is not written again', async () => {
    await saver.flush();
    expect(saver.status().state).toBe('saved');
    expect(page.now()).toEqual(documentOf({ a: 'one', b: 'two', new0: 'theirs' }));
  });

  it('is not written again by the next tab', async () => {
    const again = saverOf(store);
    again.resume(JSON.parse(JSON.stringify(store.kept)) as Draft);
    await again.flush();
    expect(page.now()).toEqual(documentOf({ a: 'one', b: 'two', new0: 'theirs' }));
  });

  it('is merged with what the writer changes besides', async () => {
    saver.change({ ...withThird, nodes: [block('a', 'mine'), ...withThird.nodes.slice(1)] });
    await saver.flush();
    expect(page.now()).toEqual(documentOf({ a: 'mine', b: 'two', new0: 'theirs' }));
  });

  it('is asked about where the writer changes it as well', async () => {
    const { key: __, ...more } = block('', 'three more');
    saver.change({ ...start, nodes: [...start.nodes, more] });
    await saver.flush();
    expect(saver.status()).toMatchObject({ state: 'conflict', conflicts: [{ key: 'new0' }] });
  });
});

it('asks nothing about the own text where the answer to its write is lost', async () => {
  const page = new SharedPage(start);
  const store = withLostAnswer(page);
  const saver = saverOf(store);
  saver.change(documentOf({ a: 'one, mine', b: 'two' }));
  await saver.flush();
  const other = new PageSaver(
    page.store(),
    page.now(),
    mergeBlocks,
    () => false,
    () => undefined,
  );
  other.change(documentOf({ a: 'one, mine', b: 'TWO' }));
  await other.flush();
  saver.change(documentOf({ a: 'one, mine, longer', b: 'two' }));
  await saver.flush();
  expect(saver.status()).toEqual({ state: 'saved', conflicts: [] });
  expect(page.now()).toEqual(documentOf({ a: 'one, mine, longer', b: 'TWO' }));
});

it('goes on asking where the writer types during a conflict', async () => {
  const page = new SharedPage(start);
  const other = saverOf(page.store());
  other.change(documentOf({ a: 'theirs', b: 'two' }));
  await other.flush();
  const saver = saverOf(page.store());
  saver.change(documentOf({ a: 'mine', b: 'two' }));
  await saver.flush();
  saver.change(documentOf({ a: 'mine', b: 'TWO' }));
  expect(saver.status()).toMatchObject({ state: 'conflict', conflicts: [{ key: 'a' }] });
  saver.resolve(saver.latest());
  expect(saver.status()).toEqual({ state: 'unsaved', conflicts: [] });
  await saver.flush();
  expect(page.now()).toEqual(documentOf({ a: 'mine', b: 'TWO' }));
});
