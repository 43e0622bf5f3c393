import { parsePage, preserveSource, type Block, type Document } from '../src';
import { corpora, pagesOf } from './corpora';
import { changeWord, edited, keyed, listsOf, newParagraph, paragraphsOf, type EditedPage } from './page-edits';

/** The types of blocks that hold blocks of any kind, one below the other. */
const flows = new Set(['blockquote', 'hint', 'stepper-step', 'tabs-item', 'column', 'update', 'expandable', 'if']);
const lists = new Set(['list-ordered', 'list-unordered', 'list-tasks']);

/** The short run edits every third page in one place of each kind, the long one all of them, also at the beginnings and ends. */
const isLong = process.env.BINDERY_TEST === 'long';
const placesIn = (length: number): Set<number> => new Set(isLong ? [0, length >> 1, length] : [length >> 1]);

const middleOf = (indexes: readonly number[]) => indexes[indexes.length >> 1];

/** The list of the page, and one of those in the middle of it that are held by a block of certain types. */
const some = (document: Document, types: ReadonlySet<string>): number[] => {
  const all = [...listsOf(document.nodes)];
  const held = all.flatMap(({ holder }, index) => (holder && types.has(holder.type) ? [index] : []));
  return [...new Set([all.length > 0 && types === flows ? 0 : undefined, middleOf(held)])].filter(
    (index) => index !== undefined,
  );
};

const listIn = (document: Document, index: number): Block[] => [...listsOf(document.nodes)][index]!.list;

/** Markdown reads lists of one kind that come to touch as one: the marker of one of them has to change. */
const isBetweenLists = (list: readonly Block[], at: number): boolean =>
  lists.has(list[at - 1]?.type ?? '') && lists.has(list[at + 1]?.type ?? '');

const sorted = (lines: string[]) => [...lines].sort();

describe.each(corpora)('an edit of each page of $name', ({ root }) => {
  const pages = pagesOf(root)
    .filter((_, index) => isLong || index % 3 === 0)
    .map((page) => ({ ...page, document: keyed(parsePage(page.source)) }));
  /** Places whose file changed otherwise than it should. */
  const failing = (
    edit: (
      source: string,
      document: Document,
    ) => Iterable<readonly [place: string, page: EditedPage, isRight: boolean]>,
  ): string[] =>
    pages.flatMap(({ path, source, document }) =>
      [...edit(source, document)].flatMap(([place, { removed, added }, isRight]) =>
        isRight
          ? []
          : [[`${path} ${place}`, ...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)].join('\n')],
      ),
    );

  it('leaves its file as it was where it changes nothing', () => {
    const changed = pages.filter(
      ({ source, document }) => preserveSource({ source, document }, structuredClone(document)) !== source,
    );
    expect(changed.map(({ path }) => path)).toEqual([]);
  });

  it('changes one line for a word of a paragraph', () => {
    const wrong = failing(function* (source, document) {
      const count = [...paragraphsOf(document.nodes)].length;
      for (const index of isLong ? new Set([0, count >> 1, count - 1]) : [count >> 1]) {
        let changed = false;
        const page = edited(
          source,
          ({ nodes }) => {
            changed = changeWord([...paragraphsOf(nodes)][index]?.nodes ?? []);
          },
          document,
        );
        if (changed) yield [`paragraph ${index}`, page, page.removed.length === 1 && page.added.length === 1];
      }
    });
    expect(wrong).toEqual([]);
  });

  it('adds one line for a paragraph', () => {
    const wrong = failing(function* (source, document) {
      for (const index of some(document, flows)) {
        const { length } = listIn(document, index);
        for (const at of placesIn(length)) {
          const page = edited(
            source,
            (next) => listIn(next, index).splice(at, 0, newParagraph('Quite new.')),
            document,
          );
          yield [`list ${index} at ${at}`, page, page.removed.length === 0 && page.added.length === 1];
        }
      }
    });
    expect(wrong).toEqual([]);
  });

  it('takes away the lines of a block', () => {
    const wrong = failing(function* (source, document) {
      for (const index of some(document, flows)) {
        const list = listIn(document, index);
        for (const at of placesIn(list.length - 1)) {
          if (list.length < 2 || isBetweenLists(list, at)) continue;
          const page = edited(source, (next) => listIn(next, index).splice(at, 1), document);
          yield [`list ${index} at ${at}`, page, page.added.length === 0];
        }
      }
    });
    expect(wrong).toEqual([]);
  });

  it('moves the lines of a block', () => {
    const wrong = failing(function* (source, document) {
      for (const index of some(document, flows)) {
        const { length } = listIn(document, index);
        if (length < 3) continue;
        const page = edited(
          source,
          (next) => {
            const list = listIn(next, index);
            list.splice(length >> 1, 0, ...list.splice(0, 1));
          },
          document,
        );
        const isMoved = JSON.stringify(sorted(page.removed)) === JSON.stringify(sorted(page.added));
        yield [`list ${index}`, page, isMoved];
      }
    });
    expect(wrong).toEqual([]);
  });

  it('adds and takes away the line of an item', () => {
    const wrong = failing(function* (source, document) {
      for (const index of some(document, lists)) {
        const { list, holder } = [...listsOf(document.nodes)][index]!;
        const data = holder?.type === 'list-tasks' ? { checked: false } : {};
        const item: Block = { object: 'block', type: 'list-item', isVoid: false, data, nodes: [newParagraph('New.')] };
        for (const at of placesIn(list.length)) {
          const page = edited(source, (next) => listIn(next, index).splice(at, 0, item), document);
          yield [`list ${index} at ${at}`, page, page.removed.length === 0 && page.added.length === 1];
        }
        if (list.length < 2) continue;
        const page = edited(source, (next) => listIn(next, index).splice(list.length >> 1, 1), document);
        yield [`list ${index} without an item`, page, page.added.length === 0];
      }
    });
    expect(wrong).toEqual([]);
  });
});
