import { assignKeys, parsePage, plainLinks } from '@bindery/documents';
import { blockPlaces, cellPlaces } from './comment-places';

const source = `First *words*.

* one
* two

***

| Plan | Price |
| ---- | ----- |
| Small | 3 |
`;

it('names blocks and cells by what they say', () => {
  let count = 0;
  const document = assignKeys(parsePage(source, { links: plainLinks }).document, () => `k${count++}`);
  expect(blockPlaces(document).map(({ label }) => label)).toEqual([
    'First words.',
    'one two',
    'divider',
    expect.stringMatching(/Small/),
  ]);
  const table = document.nodes[3]!;
  const cells = cellPlaces(table);
  expect(cells.map(({ label }) => label)).toEqual(['Row 1, Plan: Small', 'Row 1, Price: 3']);
  expect(cells[1]!.value).toEqual({
    record: Object.keys(table.data.records as object)[0],
    definition: Object.keys(table.data.definition as object)[1],
  });
  expect(cellPlaces(document.nodes[0]!)).toEqual([]);
});
