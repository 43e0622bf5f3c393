import fc from 'fast-check';
import type { Block, Document } from '../../api/contracts';
import { mergeBlocks, takeTheirs } from './merge-blocks';

const block = (key: string, text: string): Block => ({
  object: 'block',
  type: 'paragraph',
  key,
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
const documentOf = (blocks: [string, string][]): Document => ({
  object: 'document',
  data: {},
  nodes: blocks.map(([key, text]) => block(key, text)),
});
const base = documentOf([
  ['a', 'one'],
  ['b', 'two'],
  ['c', 'three'],
]);
const keysOf = ({ nodes }: Document) => nodes.map(({ key }) => key);

describe('merging by block', () => {
  it('takes changes of different blocks from both sides', () => {
    const mine = documentOf([
      ['a', 'ONE'],
      ['b', 'two'],
      ['c', 'three'],
    ]);
    const theirs = documentOf([
      ['a', 'one'],
      ['b', 'two'],
      ['new', 'x'],
      ['c', 'THREE'],
    ]);
    const { document, conflicts } = mergeBlocks(base, mine, theirs);
    expect(document).toEqual(
      documentOf([
        ['a', 'ONE'],
        ['b', 'two'],
        ['new', 'x'],
        ['c', 'THREE'],
      ]),
    );
    expect(conflicts).toEqual([]);
  });

  it('names blocks that both sides changed, and keeps both versions', () => {
    const { document, conflicts } = mergeBlocks(
      base,
      documentOf([
        ['a', 'mine'],
        ['b', 'two'],
      ]),
      documentOf([
        ['a', 'theirs'],
        ['c', 'THREE'],
      ]),
    );
    expect(keysOf(document)).toEqual(['a']);
    expect(conflicts).toEqual([
      { key: 'a', mine: block('a', 'mine'), theirs: block('a', 'theirs') },
      { key: 'c', theirs: block('c', 'THREE') },
    ]);
    expect(takeTheirs(document, conflicts[0]!).nodes[0]).toEqual(block('a', 'theirs'));
    expect(keysOf(takeTheirs(document, conflicts[1]!))).toEqual(['a', 'c']);
  });

  it('loses no text of either side that no conflict holds', () => {
    const edits = fc.array(fc.tuple(fc.constantFrom('edit', 'delete', 'insert'), fc.nat(4)), { maxLength: 6 });
    fc.assert(
      fc.property(edits, edits, (left, right) => {
        const start = documentOf(['a', 'b', 'c', 'd', 'e'].map((key) => [key, `${key}0`]));
        const [mine, theirs] = [edited(start, left, 'mine'), edited(start, right, 'theirs')];
        const { document, conflicts } = mergeBlocks(start, mine, theirs);
        const kept = JSON.stringify([document, conflicts]);
        for (const side of ['mine', 'theirs'] as const) {
          for (const text of JSON.stringify(side === 'mine' ? mine : theirs).match(new RegExp(`${side}\\d+`, 'g')) ??
            [])
            expect(kept).toContain(text);
        }
      }),
    );
  });
});

function edited(start: Document, edits: [string, number][], side: string): Document {
  const nodes = [...start.nodes];
  edits.forEach(([kind, at], index) => {
    const place = nodes.length === 0 ? 0 : at % nodes.length;
    if (kind === 'insert' || nodes.length === 0) nodes.splice(place, 0, block(`${side}-${index}`, `${side}${index}`));
    else if (kind === 'delete') nodes.splice(place, 1);
    else nodes[place] = block(nodes[place]!.key!, `${side}${index}`);
  });
  return { ...start, nodes };
}

it('takes keys and facts that the platform gives within a block for no change', () => {
  const heading = (text: string, meta?: object, key?: string): Document => {
    const { nodes, ...rest } = block('a', text);
    const inner = nodes!.map((node) => ({ ...node, ...(key && { key }) }));
    return { object: 'document', data: {}, nodes: [{ ...rest, type: 'heading-1', nodes: inner, meta } as Block] };
  };
  const mine = heading('Two');
  const merged = mergeBlocks(heading('One', { id: 'one' }), mine, heading('One', { id: 'one-1' }, 'k'));
  expect(merged).toEqual({ document: mine, conflicts: [] });
});
