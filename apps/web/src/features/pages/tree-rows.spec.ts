import type { RevisionPage } from '../../api/contracts';
import { countPages, effectOfKey, matchingRows, openRows, pagesAbove } from './tree-rows';

const page = (title: string, pages: RevisionPage[] = [], type = 'document') =>
  ({ id: title, type, title, ...(type !== 'link' && { pages }) }) as unknown as RevisionPage;
const tree = [
  page('Welcome'),
  page('Install', [page('On a server', [page('With TLS')]), page('At home')]),
  page('Guides', [page('Backup', [page('Restore')])], 'group'),
  page('Source', [], 'link'),
];
const all = () => true;
const none = () => false;
const titles = (rows: { page: RevisionPage }[]) => rows.map(({ page: { title } }) => title);

describe('the rows of a tree', () => {
  it('are the pages at the top and in groups, and those below open pages', () => {
    expect(titles(openRows(tree, none))).toEqual(['Welcome', 'Install', 'Guides', 'Backup', 'Source']);
    expect(openRows(tree, all).map(({ level, indent }) => [level, indent])).toEqual([
      [1, 0],
      [1, 0],
      [2, 1],
      [3, 2],
      [2, 1],
      [1, 0],
      [2, 0],
      [3, 1],
      [1, 0],
    ]);
    const [welcome, install] = openRows(tree, none);
    expect([welcome!.isOpen, install!.isOpen]).toEqual([undefined, false]);
    expect(openRows(tree, all)[4]).toMatchObject({ parent: 'Install', index: 1, siblings: 2 });
    expect(countPages(tree)).toBe(9);
  });

  it('are open above the page with a path', () => {
    const at = (id: string, path: string, pages: RevisionPage[] = []) =>
      ({ id, type: 'document', title: id, path, pages }) as unknown as RevisionPage;
    const group = page('Guides', [at('c', 'guides/c', [at('d', 'guides/c/d')])], 'group');
    const pages = [at('a', 'a', [at('b', 'a/b')]), at('ab', 'a-b'), group];
    expect(pagesAbove(pages, 'a/b')).toEqual(['a']);
    expect(pagesAbove(pages, 'a-b')).toEqual([]);
    expect(pagesAbove(pages, 'guides/c/d')).toEqual(['c']);
    expect(pagesAbove(pages, '')).toEqual([]);
  });

  it('are those with a text in their title, with the pages above them', () => {
    expect(titles(matchingRows(tree, 'tls'))).toEqual(['Install', 'On a server', 'With TLS']);
    expect(titles(matchingRows(tree, 'RE'))).toEqual(['Guides', 'Backup', 'Restore']);
    expect(titles(matchingRows(tree, 'install'))).toEqual(['Install']);
    expect(matchingRows(tree, 'nothing')).toEqual([]);
  });
});

describe('keys in a tree', () => {
  const rows = openRows(tree, ({ title }) => title === 'Install');
  const at = (title: string) => rows.findIndex((row) => row.page.title === title);
  const effect = (title: string, key: string) => effectOfKey(rows, at(title), key, 3);

  it('go up and down, to the ends, and by screens', () => {
    expect(effect('Welcome', 'ArrowDown')).toEqual({ focus: at('Install') });
    expect(effect('Welcome', 'ArrowUp')).toEqual({ focus: 0 });
    expect(effect('Source', 'Home')).toEqual({ focus: 0 });
    expect(effect('Welcome', 'End')).toEqual({ focus: rows.length - 1 });
    expect(effect('Welcome', 'PageDown')).toEqual({ focus: 3 });
    expect(effect('Install', 'PageUp')).toEqual({ focus: 0 });
  });

  it('open and close pages, and go into and out of them', () => {
    expect(effect('On a server', 'ArrowRight')).toEqual({ toggle: 'On a server', isOpen: true });
    expect(effect('Install', 'ArrowRight')).toEqual({ focus: at('On a server') });
    expect(effect('Install', 'ArrowLeft')).toEqual({ toggle: 'Install', isOpen: false });
    expect(effect('At home', 'ArrowLeft')).toEqual({ focus: at('Install') });
    expect(effect('Backup', 'ArrowLeft')).toEqual({ focus: at('Guides') });
    expect(effect('Guides', 'ArrowLeft')).toBeUndefined();
    expect(effect('Welcome', 'ArrowRight')).toBeUndefined();
  });

  it('go to the next title with a first letter', () => {
    expect(effect('Welcome', 's')).toEqual({ focus: at('Source') });
    expect(effect('Source', 'w')).toEqual({ focus: at('Welcome') });
    expect(effect('Welcome', 'x')).toBeUndefined();
    expect(effect('Welcome', 'F2')).toBeUndefined();
  });
});
