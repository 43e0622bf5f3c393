import type { Block, Document } from '../../api/contracts';
import { decidedChange, findBlock, inReadingOrder, sidesOf, type Conflict, type Side } from './conflict-decisions';

const paragraph = (key: string, text: string): Block => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  key,
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
const quote: Block = {
  object: 'block',
  type: 'blockquote',
  isVoid: false,
  data: {},
  key: 'q',
  nodes: [paragraph('a', 'theirs'), paragraph('a2', 'ours'), paragraph('b', 'stays')],
};
const document: Document = { object: 'document', data: {}, nodes: [quote, paragraph('c', 'needed')] };
const conflict = (about: Partial<Conflict>): Conflict => ({ object: 'page', id: 'p', reason: 'both-edited', ...about });
const decided = (about: Partial<Conflict>, side: Side) =>
  decidedChange({ page: 'p', revision: 'r', document }, [{ conflict: conflict(about), side }]) as {
    document?: { document: Document };
  };
const keysAfter = (about: Partial<Conflict>, side: Side) => {
  const after = decided(about, side).document!.document;
  return ['a', 'a2', 'b', 'c', 'q'].filter((key) => findBlock(after, key));
};

describe('a decision on a conflict', () => {
  const both = { block: 'a', draftVersion: 'a2' };

  it('leaves one version of a block that both sides edited, under the key that it had', () => {
    expect(keysAfter(both, 'main')).toEqual(['a', 'b', 'c', 'q']);
    expect(keysAfter(both, 'draft')).toEqual(['a', 'b', 'c', 'q']);
    const after = (side: Side) => findBlock(decided(both, side).document!.document, 'a')!.nodes;
    expect(after('main')).toEqual(paragraph('a', 'theirs').nodes);
    expect(after('draft')).toEqual(paragraph('a', 'ours').nodes);
  });

  it('keeps or deletes what one side deleted and the other edited', () => {
    const block = { reason: 'deleted', deletedIn: 'main', block: 'c' } as const;
    expect(keysAfter(block, 'main')).toEqual(['a', 'a2', 'b', 'q']);
    expect(decided(block, 'draft')).toEqual({ operation: 'update_page', page: 'p', base: 'r' });
    const page = { reason: 'deleted', deletedIn: 'draft' } as const;
    const deletion = { operation: 'delete_single_page', page: 'p', base: 'r' };
    expect(decided(page, 'draft')).toEqual(deletion);
    expect(decided(page, 'main')).toEqual({ operation: 'update_page', page: 'p', base: 'r' });
  });

  it('sets a field to what main has, or leaves it', () => {
    const title = { attribute: 'title', main: 'Theirs', draft: 'Ours' };
    expect(decided(title, 'main')).toEqual({ operation: 'update_page', page: 'p', base: 'r', title: 'Theirs' });
    expect(decided(title, 'draft')).toEqual({ operation: 'update_page', page: 'p', base: 'r' });
    expect(decided({ attribute: 'emoji', draft: '1f4d6' }, 'main')).toMatchObject({ emoji: '' });
    expect(decided({ attribute: 'parent', main: '' }, 'main')).toMatchObject({ into: null });
  });

  it('is asked for in the order of the page', () => {
    const [title, last, first] = [{ attribute: 'title' }, { block: 'c' }, { block: 'a' }].map(conflict);
    expect(inReadingOrder([last!, first!, title!], document)).toEqual([title, first, last]);
  });

  it('is possible where an edit can make it so', () => {
    expect(sidesOf(conflict(both))).toEqual(['draft', 'main']);
    expect(sidesOf(conflict({ attribute: 'title' }))).toEqual(['draft', 'main']);
    expect(sidesOf(conflict({ attribute: 'cover' }))).toEqual(['draft']);
    expect(sidesOf(conflict({ reason: 'slug-taken' }))).toEqual(['draft']);
  });
});
