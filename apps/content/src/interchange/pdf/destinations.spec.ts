import { parseMarkdown } from '@bindery/documents';
import { Destinations } from './destinations';

const pages = ['## 4.9\n\nText\n', '## FAQ & help\n'].map((markdown, index) => ({
  id: `p${index}`,
  title: `Page ${index}`,
  depth: 0,
  document: parseMarkdown(markdown),
}));
const { targetOf, titleOf, destinationOf } = new Destinations(pages).forPage(0);

it.each([
  [{ kind: 'url', url: 'https://x.example' }, { link: 'https://x.example' }],
  [{ kind: 'url', url: 'javascript:alert(1)' }, {}],
  [{ kind: 'page', page: 'p1' }, { goTo: 'page-1' }],
  [{ kind: 'anchor', anchor: 'release' }, { goTo: 'page-0' }],
  [{ kind: 'anchor', anchor: 'id-4.9' }, { goTo: 'page-0#id-4.9' }],
  [{ kind: 'anchor', anchor: '49' }, { goTo: 'page-0#id-4.9' }],
  [{ kind: 'anchor', page: 'p1', anchor: 'faq--help' }, { goTo: 'page-1#faq-and-help' }],
  [{ kind: 'page', page: 'p1', space: 'other' }, {}],
  [{ kind: 'page', page: 'not printed' }, {}],
  [undefined, {}],
])('leads from %j to %j', (ref, target) => {
  expect(targetOf(ref)).toEqual(target);
});

it('knows what links lead to, and where headings are', () => {
  expect(titleOf({ kind: 'anchor', page: 'p1', anchor: 'x' })).toBe('Page 1');
  expect(titleOf({ kind: 'page', page: 'not printed' })).toBeUndefined();
  expect(pages[0]!.document.nodes.map(destinationOf)).toEqual(['page-0#id-4.9', undefined]);
});
