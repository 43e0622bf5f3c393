import type { RevisionPage } from '../../api/contracts';
import { compareTrees, restoringChanges } from './page-trees';

const page = (id: string, documentId: string, pages: RevisionPage[] = []): RevisionPage =>
  ({ object: 'page', type: 'document', id, title: id, slug: id, path: id, documentId, pages }) as never;
/** A page at the top with this slug. */
const at = (id: string, slug: string) => ({ ...page(id, '1'), slug, path: slug }) as RevisionPage;
/** A placeholder of pages that are computed from a specification. */
const computed = (id: string, spec: string): RevisionPage =>
  ({
    object: 'page',
    type: 'computed',
    id,
    title: id,
    computed: { type: 'builtin:openapi', props: { spec } },
  }) as never;
const told = (before: RevisionPage[], after: RevisionPage[]) =>
  compareTrees(before, after).map((change) => [change.type, 'page' in change && change.page.id]);
const restored = (current: RevisionPage[], wanted: RevisionPage[]) =>
  restoringChanges(current, wanted, 'r').map((change) => [change.operation, 'page' in change && change.page]);

describe('two trees of pages', () => {
  it('differ in what was created, edited, moved and deleted', () => {
    const before = [page('a', '1', [page('b', '1')]), page('c', '1'), page('d', '1')];
    const after = [page('a', '2', [page('n', '1')]), page('b', '1'), page('d', '1'), page('c', '1')];
    expect(told(before, after)).toEqual([
      ['page_edited', 'a'],
      ['page_created', 'n'],
      ['page_moved', 'b'],
      ['page_moved', 'd'],
      ['page_moved', 'c'],
    ]);
    expect(told(before, before)).toEqual([]);
    expect(told(after, before)).toContainEqual(['page_deleted', 'n']);
  });

  it('are made equal by deleting what is new and bringing back what changed', () => {
    const wanted = [page('a', '1', [page('b', '1')]), page('c', '1')];
    expect(restored(wanted, wanted)).toEqual([]);
    expect(restored([page('a', '2', [page('b', '1')])], wanted)).toEqual([
      ['revert_page', 'a'],
      ['revert_page', 'c'],
    ]);
    // A page below a new one is brought back after that is gone.
    expect(restored([page('a', '1'), page('n', '1', [page('b', '1')]), page('c', '1')], wanted)).toEqual([
      ['delete_page', 'n'],
      ['revert_page', 'b'],
    ]);
  });

  it('are made equal where computed pages had another source', () => {
    expect(restored([computed('a', 'pets')], [computed('a', 'pets')])).toEqual([]);
    expect(restored([computed('a', 'shops')], [computed('a', 'pets')])).toEqual([['revert_page', 'a']]);
  });

  it('are made equal where a slug went to another page, and where two swapped theirs', () => {
    const wanted = [at('a', 'setup'), at('b', 'install'), at('c', 'use')];
    const moved = [at('a', 'setup-old'), at('b', 'setup'), at('c', 'use')];
    expect(restoringChanges(moved, wanted, 'r')).toEqual([
      { operation: 'update_page', page: 'b', slug: 'b' },
      { operation: 'revert_page', page: 'a', revision: 'r' },
      { operation: 'revert_page', page: 'b', revision: 'r' },
    ]);
    expect(restored([at('a', 'install'), at('b', 'setup'), at('c', 'use')], wanted)).toEqual([
      ['update_page', 'a'],
      ['update_page', 'b'],
      ['revert_page', 'a'],
      ['revert_page', 'b'],
    ]);
  });
});
