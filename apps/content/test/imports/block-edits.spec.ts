import type { Block, Document } from '@bindery/documents';
import {
  createServiceOrganization,
  EditedSpace,
  filesOf,
  publicDocs,
  sampleDocs,
  type TestOrganization,
} from '@bindery/testing';

/** Whether blocks of the public documentation are edited as well, which the documents' own tests always do. */
const long = process.env.BINDERY_TEST === 'long';

let world: TestOrganization;
beforeAll(async () => (world = await createServiceOrganization('content')));
afterAll(() => world.close());

const corpora = [
  { name: 'the samples', folder: sampleDocs },
  ...(publicDocs && long ? [{ name: 'the public documentation', folder: publicDocs }] : []),
];
if (!publicDocs) console.warn('There is no public documentation beside the checkout: its pages are not edited');

const newBlock: Block = {
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Quite new.', marks: [] }] }],
};
const lists = new Set(['list-ordered', 'list-unordered', 'list-tasks']);

/** Markdown reads lists that come to touch as one: the marker of one of them has to change. */
const touches = (one: Block | undefined, other: Block | undefined): boolean =>
  lists.has(one?.type ?? '') && lists.has(other?.type ?? '');

interface Difference {
  removed: string[];
  added: string[];
  /** Blank lines that came or went besides those beside the others. */
  blank: number;
}

/** The lines between the first and the last that differ, without the blank ones. */
function differenceOf(before: string, after: string): Difference {
  const [was, is] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < was.length && start < is.length && was[start] === is[start]) start++;
  let end = 0;
  while (end < Math.min(was.length, is.length) - start && was.at(-1 - end) === is.at(-1 - end)) end++;
  const [removed, added] = [was.slice(start, was.length - end), is.slice(start, is.length - end)];
  const isBlank = (line: string) => line.trim() === '';
  return {
    removed: removed.filter((line) => !isBlank(line)),
    added: added.filter((line) => !isBlank(line)),
    blank: Math.abs(removed.filter(isBlank).length - added.filter(isBlank).length),
  };
}

type Edit = (nodes: Block[]) => boolean;

/** A page of a space with its document as it was imported. */
interface StoredPage {
  id: string;
  path: string;
  document: Document;
}

const update = ({ id }: StoredPage, document: Document) => ({
  operation: 'update_page',
  page: id,
  document: { document },
});

const atOnce = 8;

async function storedPages(space: EditedSpace): Promise<StoredPage[]> {
  const pages = await space.documents();
  const stored: StoredPage[] = [];
  for (let at = 0; at < pages.length; at += atOnce)
    stored.push(
      ...(await Promise.all(
        pages.slice(at, at + atOnce).map(async ({ id, git }) => {
          const { document } = (await space.body(id, 'document')) as { document: Document };
          return { id, path: git!.path, document };
        }),
      )),
    );
  return stored;
}

describe.each(corpora)('a block of each page of $name', ({ folder }) => {
  let spaces: { space: EditedSpace; pages: StoredPage[] }[];
  beforeEach(async () => {
    const edited = await EditedSpace.of(world, filesOf(folder));
    spaces = await Promise.all(edited.map(async (space) => ({ space, pages: await storedPages(space) })));
  });

  /** How the files of each space differ from what they were. */
  async function differences(space: EditedSpace): Promise<[path: string, difference: Difference][]> {
    const changed = Object.entries(await space.changed());
    return changed.map(([path, after]) => [path, differenceOf(space.before[path]!, after)]);
  }

  /** Edits every page that can be, and answers what is wrong. */
  async function wrongAfter(edit: Edit, isRight: (difference: Difference) => boolean): Promise<unknown[]> {
    const wrong: unknown[] = [];
    let count = 0;
    for (const { space, pages } of spaces) {
      const edited = pages.flatMap((page) => {
        const next = structuredClone(page.document);
        return edit(next.nodes) ? [{ page, next }] : [];
      });
      const paths = new Set(edited.map(({ page }) => page.path));
      await space.edit(...edited.map(({ page, next }) => update(page, next)));
      const found = await differences(space);
      wrong.push(...found.filter(([path, difference]) => !paths.has(path) || !isRight(difference)));
      count += found.length;
    }
    expect(count).toBeGreaterThan(spaces.length * 5);
    return wrong;
  }

  it('that is inserted adds its line, and none stays when it is deleted again', async () => {
    const insert: Edit = (nodes) => nodes.splice(nodes.length >> 1, 0, newBlock).length === 0;
    const isRight = ({ removed, added, blank }: Difference) =>
      removed.length === 0 && added.join() === 'Quite new.' && blank <= 1;
    expect(await wrongAfter(insert, isRight)).toEqual([]);
    const left: unknown[] = [];
    for (const { space, pages } of spaces) {
      await space.edit(...pages.map((page) => update(page, page.document)));
      const found = await differences(space);
      left.push(...found.filter(([, { removed, added }]) => removed.length > 0 || added.length > 0));
    }
    expect(left).toEqual([]);
  });

  it('that is deleted takes its lines along, and nothing else', async () => {
    const remove: Edit = (nodes) => {
      const at = nodes.length >> 1;
      if (nodes.length < 2 || touches(nodes[at - 1], nodes[at + 1])) return false;
      nodes.splice(at, 1);
      return true;
    };
    expect(await wrongAfter(remove, ({ removed, added }) => removed.length > 0 && added.length === 0)).toEqual([]);
  });

  it('that is moved takes its lines along', async () => {
    const move: Edit = (nodes) => {
      const to = nodes.length >> 1;
      if (nodes.length < 3 || touches(nodes[0], nodes[to]) || touches(nodes[0], nodes[to + 1])) return false;
      nodes.splice(to, 0, ...nodes.splice(0, 1));
      return true;
    };
    const isRight = ({ removed, added }: Difference) =>
      JSON.stringify(removed.toSorted()) === JSON.stringify(added.toSorted());
    expect(await wrongAfter(move, isRight)).toEqual([]);
  });
});
