import { assignKeys, parsePage, plainLinks, renderMarkdown, type Block, type Node } from '@bindery/documents';
import { diffBlocks, insertedMark, removedMark } from './document-diff';

const blocksOf = (source: string): Block[] => {
  let count = 0;
  return assignKeys(parsePage(source, { links: plainLinks }).document, () => `k${count++}`).nodes;
};

/** The text of a block, with `[+…]` and `[-…]` around what is marked. */
const told = (node: Node): string => {
  if (node.object === 'text')
    return node.leaves
      .map(({ text, marks }) => {
        const has = (type: string) => marks.some((mark) => mark.type === type);
        return has(insertedMark.type) ? `[+${text}]` : has(removedMark.type) ? `[-${text}]` : text;
      })
      .join('');
  const fragments = 'fragments' in node ? (node.fragments ?? []) : [];
  return [...(node.nodes ?? []), ...fragments.flatMap((fragment) => fragment.nodes)].map(told).join('');
};
const diff = (before: Block[], after: Block[]) =>
  diffBlocks(before, after).map(({ kind, block }) => [kind, told(block)]);

describe('a diff of documents', () => {
  it('marks the words of a changed block, with their marks and links', () => {
    const [before, after] = ['Run **it** [once](a.md) now.\n', 'Run **it** [twice](a.md) now.\n'].map(blocksOf);
    expect(diff(before!, after!)).toEqual([['changed', 'Run it [-once][+twice] now.']]);
    const written = renderMarkdown({ object: 'document', data: {}, nodes: [diffBlocks(before!, after!)[0]!.block] });
    expect(written).toContain('**it**');
  });

  it('tells added, removed and moved blocks', () => {
    const before = blocksOf('One\n\nTwo\n\nThree\n');
    const [one, two, three] = before as [Block, Block, Block];
    const [added] = blocksOf('New\n') as [Block];
    expect(diff(before, [three, one, { ...added, key: 'n' }])).toEqual([
      ['removed', 'Two'],
      ['same', 'Three'],
      ['moved', 'One'],
      ['added', 'New'],
    ]);
    expect(diff(before, [one, two, three]).every(([kind]) => kind === 'same')).toBe(true);
  });

  it('takes blocks that only have other keys for the same', () => {
    const before = blocksOf('One\n\nTwo\n');
    const after = before.map((block) => ({ ...block, key: `other-${block.key}` }));
    expect(diff(before, after).map(([kind]) => kind)).toEqual(['same', 'same']);
  });

  it('looks into lists, code and tables', () => {
    expect(diff(blocksOf('* one\n* two\n'), blocksOf('* one\n* two big\n'))).toEqual([['changed', 'onetwo[+ big]']]);
    const [code] = diff(blocksOf('```\na\nb\n```\n'), blocksOf('```\na\nc\n```\n'));
    expect(code![1]).toMatch(/^a.*c/);
    const table = (cell: string) => blocksOf(`| a | b |\n| - | - |\n| x | ${cell} |\n`);
    expect(diff(table('old'), table('new'))).toEqual([['changed', 'x[-old][+new]']]);
  });

  it('shows both versions where something else than words differs', () => {
    const [before, after] = ['## Title\n', '### Title\n'].map(blocksOf);
    expect(diff(before!, after!)).toEqual([
      ['removed', 'Title'],
      ['added', 'Title'],
    ]);
  });
});
