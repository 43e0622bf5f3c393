import type { RevisionPage } from '../../api/contracts';
import { dropOf, stepOf } from './page-moves';

const page = (id: string, pages: RevisionPage[] = [], type = 'document') =>
  ({ id, type, title: id, ...(type !== 'link' && { pages }) }) as unknown as RevisionPage;
const tree = [
  page('a'),
  page('b', [page('b1'), page('b2')]),
  page('link', [], 'link'),
  page('g', [page('g1')], 'group'),
];

describe('a page in the tree', () => {
  it('goes up and down among its siblings, and no further', () => {
    expect(stepOf(tree, 'b', 'up')).toEqual({ into: null, at: 0 });
    expect(stepOf(tree, 'b1', 'down')).toEqual({ into: 'b', at: 1 });
    expect(stepOf(tree, 'a', 'up')).toBeUndefined();
    expect(stepOf(tree, 'b2', 'down')).toBeUndefined();
  });

  it('goes below the page before it, and out behind the page above it', () => {
    expect(stepOf(tree, 'b', 'in')).toEqual({ into: 'a', at: 0 });
    expect(stepOf(tree, 'b1', 'out')).toEqual({ into: null, at: 2 });
    expect(stepOf(tree, 'a', 'out')).toBeUndefined();
    expect(stepOf(tree, 'g', 'in')).toBeUndefined();
  });

  it('is dropped before, below and after another page', () => {
    expect(dropOf(tree, 'a', 'b2', 'before')).toEqual({ into: 'b', at: 1 });
    expect(dropOf(tree, 'b1', 'b2', 'after')).toEqual({ into: 'b', at: 1 });
    expect(dropOf(tree, 'b1', 'g', 'below')).toEqual({ into: 'g', at: 1 });
    expect(dropOf(tree, 'a', 'g', 'after')).toEqual({ into: null, at: 3 });
  });

  it('is never dropped below itself, below a link, or as a group below a page', () => {
    expect(dropOf(tree, 'b', 'b1', 'below')).toBeUndefined();
    expect(dropOf(tree, 'a', 'link', 'below')).toBeUndefined();
    expect(dropOf(tree, 'g', 'b1', 'before')).toBeUndefined();
  });
});
