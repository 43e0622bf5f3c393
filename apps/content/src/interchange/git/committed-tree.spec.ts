import { CommittedTree } from './committed-tree';

const file = (oid: string, mode = '100644') => ({ mode, oid });
const link = (target: string) => ({ mode: '120000', oid: 'link', target });
const tree = new CommittedTree(
  new Map([
    ['TOP.md', file('top')],
    ['tool.sh', file('tool', '100755')],
    ['docs/new/a.md', file('a')],
    ['docs/new/b.md', file('b')],
    ['docs/README.md', link('../TOP.md')],
    ['docs/again.md', link('README.md')],
    ['docs/old', link('new')],
    ['docs/all', link('..')],
    ['docs/tool.sh', link('../tool.sh')],
    ['docs/broken.md', link('nowhere.md')],
    ['docs/cycle.md', link('cycle.md')],
    ['docs/outside.md', link('../../secret.md')],
    ['docs/absolute.md', link('/TOP.md')],
  ]),
);

it.each([
  ['docs/new/a.md', 'docs/new/a.md'],
  ['docs/README.md', 'TOP.md'],
  ['docs/again.md', 'TOP.md'],
  ['docs/old', 'docs/new'],
  ['docs/old/a.md', 'docs/new/a.md'],
  ['docs/all/docs/old/c.md', 'docs/new/c.md'],
  ['docs/all', ''],
  ['docs/broken.md', 'docs/nowhere.md'],
  ['docs/cycle.md', undefined],
  ['docs/outside.md', undefined],
  ['docs/absolute.md', undefined],
])('follows %s to %s', (path, target) => expect(tree.resolve(path)).toBe(target));

it('writes files with the mode of those that they replace', () => {
  expect(['tool.sh', 'docs/tool.sh', 'TOP.md', 'docs/README.md', 'new.sh'].map((path) => tree.modeOf(path))).toEqual([
    '100755',
    '100755',
    '100644',
    '100644',
    '100644',
  ]);
});

it('copies the files of a linked folder', () => {
  expect(tree.copies('docs/old')).toEqual([
    { path: 'docs/old/a.md', mode: '100644', oid: 'a' },
    { path: 'docs/old/b.md', mode: '100644', oid: 'b' },
  ]);
  expect(['docs/all', 'docs/README.md', 'docs/outside.md'].flatMap((link) => tree.copies(link))).toEqual([]);
});

describe('links that must be replaced', () => {
  const replaced = (written: { path: string; oid: string; isUnchanged?: boolean }[], removed: string[] = []) => [
    ...tree.linksToReplace(written, removed),
  ];

  it.each([
    ['holds what its target holds', { path: 'docs/README.md', oid: 'top' }, []],
    ['was edited', { path: 'docs/README.md', oid: 'other' }, ['docs/README.md']],
    ['stayed when its target was edited earlier', { path: 'docs/README.md', oid: 'other', isUnchanged: true }, []],
    ['leads nowhere', { path: 'docs/broken.md', oid: 'other', isUnchanged: true }, ['docs/broken.md']],
    ['leads outside', { path: 'docs/outside.md', oid: 'other', isUnchanged: true }, ['docs/outside.md']],
    ['is below a linked folder', { path: 'docs/old/a.md', oid: 'a' }, []],
    ['was edited below a linked folder', { path: 'docs/old/a.md', oid: 'other' }, ['docs/old']],
    ['is new below a linked folder', { path: 'docs/old/c.md', oid: 'c' }, ['docs/old']],
    ['is no link', { path: 'docs/new/a.md', oid: 'other' }, []],
  ])('are those of a file that %s', (_, written, links) => expect(replaced([written])).toEqual(links));

  it('are none where the target is edited in the same way', () => {
    const both = ['docs/old/a.md', 'docs/new/a.md'].map((path) => ({ path, oid: 'other' }));
    expect(replaced(both)).toEqual([]);
  });

  it('are those to a file that is removed, and of a removed file whose target stays', () => {
    expect(replaced([{ path: 'docs/README.md', oid: 'top' }], ['TOP.md'])).toEqual(['docs/README.md']);
    expect(replaced([], ['docs/old/a.md'])).toEqual(['docs/old']);
    expect(replaced([], ['docs/old/a.md', 'docs/new/a.md'])).toEqual([]);
    expect(replaced([], ['docs/README.md'])).toEqual([]);
  });
});
