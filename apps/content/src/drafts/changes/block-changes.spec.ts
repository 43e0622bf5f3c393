import { parseMarkdown, type Document } from '@bindery/documents';
import { blockChanges } from './block-changes';

/** A document whose blocks have the first word of their text as a key. */
function keyed(markdown: string): Document {
  const { nodes, ...document } = parseMarkdown(markdown);
  const named = nodes.map((node) => ({
    ...node,
    key: /\w+/.exec(JSON.stringify(node.nodes?.[0]).split('"text":')[1]!)![0],
  }));
  return { ...document, nodes: named };
}
const between = (before: string, after: string) => blockChanges(keyed(before), keyed(after));

it('tells what was added, removed and changed, in the order of the newer version', () => {
  expect(between('a one\n\nb two\n\nc three\n', 'a one\n\nd **new**\n\nc four\n')).toEqual([
    { key: 'b', type: 'removed', before: 'b two' },
    { key: 'd', type: 'added', after: 'd **new**' },
    { key: 'c', type: 'changed', before: 'c three', after: 'c four' },
  ]);
});

it('tells as few moves as there can be', () => {
  expect(between('a\n\nb\n\nc\n\nd\n', 'd\n\na\n\nb\n\nc\n')).toEqual([
    { key: 'd', type: 'moved', before: 'd', after: 'd' },
  ]);
});

it('tells of a block that was moved and changed as one that was changed', () => {
  expect(between('a x\n\nb\n\nc\n', 'b\n\nc\n\na y\n')).toEqual([
    { key: 'a', type: 'changed', before: 'a x', after: 'a y' },
  ]);
});

it('tells nothing of blocks that only have other keys, and repeated ones once each', () => {
  const before = keyed('a one\n\nb two\n');
  const renamed = before.nodes.map((node, index) => ({ ...node, key: `n${index}` }));
  expect(blockChanges(before, { ...before, nodes: renamed })).toEqual([]);
  const same = parseMarkdown('Same.\n\nSame.\n');
  expect(blockChanges(parseMarkdown('Same.\n'), same)).toMatchObject([{ type: 'added', after: 'Same.' }]);
});

it('tells all of a document that is new, or gone', () => {
  expect(blockChanges(undefined, keyed('## a\n\nb\n'))).toMatchObject([
    { type: 'added', after: '## a' },
    { type: 'added', after: 'b' },
  ]);
  expect(blockChanges(keyed('a\n'), undefined)).toEqual([{ key: 'a', type: 'removed', before: 'a' }]);
});
