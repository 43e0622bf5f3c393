import { labelsIn } from '../page/labels';
import { foundOptions } from './results';

it('ends with a way to ask, where the site answers', () => {
  const ask = '/docs/~ask?q=%3Cb%3E';
  const markup = foundOptions([], { query: '<b>', ask }, labelsIn('en'));
  expect(markup).toMatch(/^<a role="option" id="found-0" class="ask" href="\/docs\/~ask\?q=%3Cb%3E"/);
  expect(markup).toContain('Ask: “&lt;b&gt;”');
  expect(foundOptions([], { query: 'b', ask: undefined }, labelsIn('en'))).toBe('');
  expect(foundOptions([], { query: '', ask }, labelsIn('en'))).toBe('');
});
