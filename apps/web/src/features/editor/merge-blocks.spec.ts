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
const keysOf = ({ nodes }: Document) => nodes.map(({ key }) => key!);

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
      { key: 'c', theirs: block('c', 'THREE'), behind: ['a'] },
    ]);
    expect(takeTheirs(document, conflicts[0]!).nodes[0]).toEqual(block('a', 'theirs'));
    expect(keysOf(takeTheirs(document, conflicts[1]!))).toEqual(['a', 'c']);
  });

  /** The documents that others and this writer made of one, as the keys of their blocks; a text in capitals is new. */
  const merge = (mine: string, theirs: string, sent?: string) => {
    const of = (keys: string) => documentOf([...keys].map((key) => [key.toLowerCase(), key]));
    return mergeBlocks(of('abc'), of(mine), of(theirs), sent === undefined ? undefined : of(sent));
  };
  it.each([
    ['a block that others moved', 'Abc', 'cab', 'cab'],
    ['a block that others moved, with new ones', 'Anbc', 'ocab', 'ocanb'],
    ['a block that this writer moved', 'cab', 'Abc', 'cab'],
    ['a block that both moved', 'cab', 'bac', 'cab'],
    ['a block that others inserted behind one that this writer deleted', 'ac', 'abnoc', 'anoc'],
    ['a block that others inserted behind the first one, which this writer deleted', 'bc', 'anbc', 'nbc'],
  ])('puts %s where it belongs', (_, mine, theirs, expected) => {
    expect(keysOf(merge(mine, theirs).document).join('')).toBe(expected);
  });

  it('leaves a block where this writer put it back after a write that arrived', () => {
    expect(keysOf(merge('abc', 'cab', 'cab').document).join('')).toBe('abc');
  });

  it('brings a block back that this writer deleted where the others have it', () => {
    const { document, conflicts } = merge('ac', 'aBc');
    expect(keysOf(takeTheirs(document, conflicts[0]!)).join('')).toBe('abc');
    const first = merge('bc', 'Abc');
    expect(keysOf(takeTheirs(first.document, first.conflicts[0]!)).join('')).toBe('abc');
  });

  const start = documentOf(['a', 'b', 'c', 'd', 'e'].map((key) => [key, `${key}0`]));
  const kinds = (...names: string[]) =>
    fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(4), fc.nat(4)), { maxLength: 6 });
  const all = kinds('edit', 'delete', 'insert', 'move');

  it('loses no text of either side that no conflict holds', () => {
    fc.assert(
      fc.property(all, all, (left, right) => {
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

  it('has each block once: what one of them deleted, and the other left as it was, is gone', () => {
    fc.assert(
      fc.property(all, all, fc.option(all), (left, right, last) => {
        const [mine, theirs] = [edited(start, left, 'mine'), edited(start, right, 'theirs')];
        const sent = last ? edited(start, last, 'sent') : undefined;
        const { document, conflicts } = mergeBlocks(start, mine, theirs, sent);
        const keys = keysOf(document);
        expect(new Set(keys).size).toBe(keys.length);
        if (sent) return;
        const [own, other] = [new Set(keysOf(mine)), new Set(keysOf(theirs))];
        const conflicting = new Set(conflicts.map(({ key }) => key));
        const expected = [...new Set([...own, ...other])].filter((key) => {
          if (!keysOf(start).includes(key)) return true;
          return own.has(key) && (other.has(key) || conflicting.has(key));
        });
        expect([...keys].sort()).toEqual(expected.sort());
        const resolved = keysOf(conflicts.reduce(takeTheirs, document));
        expect(new Set(resolved).size).toBe(resolved.length);
        const back = conflicts.filter((conflict) => conflict.theirs).map(({ key }) => key);
        expect(resolved).toEqual(expect.arrayContaining(back));
      }),
    );
  });

  it('has the blocks of others in their order, unless this writer moved some', () => {
    fc.assert(
      fc.property(kinds('edit', 'delete', 'insert'), all, (left, right) => {
        const theirs = edited(start, right, 'theirs');
        const { document, conflicts } = mergeBlocks(start, edited(start, left, 'mine'), theirs);
        const resolved = keysOf(conflicts.filter((conflict) => conflict.theirs).reduce(takeTheirs, document));
        const common = (keys: string[], other: string[]) => keys.filter((key) => other.includes(key));
        expect(common(resolved, keysOf(theirs))).toEqual(common(keysOf(theirs), resolved));
      }),
    );
  });
});

function edited(start: Document, edits: [string, number, number][], side: string): Document {
  const nodes = [...start.nodes];
  edits.forEach(([kind, at, to], index) => {
    const place = nodes.length === 0 ? 0 : at % nodes.length;
    if (kind === 'insert' || nodes.length === 0) nodes.splice(place, 0, block(`${side}-${index}`, `${side}${index}`));
    else if (kind === 'delete') nodes.splice(place, 1);
    else if (kind === 'move') nodes.splice(to % nodes.length, 0, ...nodes.splice(place, 1));
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
