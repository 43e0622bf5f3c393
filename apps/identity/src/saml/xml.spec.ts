import { parseXml } from './xml';

const nested = (depth: number) => '<a>'.repeat(depth);
const attributes = (count: number) => Array.from({ length: count }, (_, i) => `a${i}="x"`).join(' ');

it.each([
  ['elements', `<r>${'<a/>'.repeat(2_000)}`, 'too large'],
  ['depth', nested(33), 'nested too deeply'],
  ['attributes of one element', `<r ${attributes(33)}>`, 'too many attributes'],
  ['attributes of all', `<r>${`<a ${attributes(32)}/>`.repeat(126)}`, 'too many attributes'],
])('is bounded in %s before it is parsed: what is too much need not be well-formed', (_, xml, because) => {
  expect(() => parseXml(xml)).toThrow(because);
});

it('may hold as much as that', () => {
  expect(parseXml(`<r>${'<a/>'.repeat(1_999)}</r>`).childNodes).toHaveLength(1_999);
  expect(parseXml(`${nested(32)}${'</a>'.repeat(32)}`).localName).toBe('a');
  expect(
    parseXml(`<r ${attributes(32)} b='"&gt;&lt;"'>></r>`.replace(' b=', ' ').replace(`'"&gt;&lt;"'`, '')).attributes,
  ).toHaveLength(32);
});
