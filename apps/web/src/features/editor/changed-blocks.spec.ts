import type { Block, Document } from '../../api/contracts';
import { paragraphOf } from '../documents/plain-text';
import { changedBlocks, linesOf } from './changed-blocks';

const block = (key: string | undefined, text: string): Block => ({ ...paragraphOf(text), ...(key && { key }) });
const documentOf = (...nodes: Block[]): Document => ({ object: 'document', data: {}, nodes });

it('finds the blocks that were written since', () => {
  const base = documentOf(block('a', 'One'), block('b', 'Two'));
  const [changed, added] = [block('b', 'Two, changed'), block(undefined, 'Three')];
  expect(changedBlocks(base, documentOf(block('a', 'One'), changed, added))).toEqual([changed, added]);
});

it('has all blocks where some were deleted alone', () => {
  const base = documentOf(block('a', 'One'), block('b', 'Two'));
  expect(changedBlocks(base, documentOf(block('a', 'One')))).toEqual([block('a', 'One')]);
});

it('has a line of plain text for each paragraph', () => {
  const item = (...nodes: Block[]): Block => ({ ...paragraphOf(''), type: 'list-item', nodes });
  const list: Block = {
    ...paragraphOf(''),
    type: 'list-unordered',
    nodes: [item(paragraphOf('x')), item(paragraphOf('y'))],
  };
  expect(linesOf([paragraphOf('Before'), list])).toBe('Before\nx\ny');
});

it('has the text of cells and of what a block opens', () => {
  const fragment = (name: string, ...nodes: Block[]) => ({ object: 'fragment' as const, fragment: name, nodes });
  const expandable: Block = {
    ...{ object: 'block', type: 'expandable', isVoid: false, data: {} },
    fragments: [fragment('expandable-title', paragraphOf('More')), fragment('expandable-body', paragraphOf('Inside'))],
  };
  const table: Block = {
    ...{ object: 'block', type: 'table', isVoid: true, data: {} },
    fragments: [fragment('a', paragraphOf('One')), fragment('b', paragraphOf('Two'))],
  };
  expect(linesOf([expandable, table])).toBe('More\nInside\nOne\nTwo');
});
