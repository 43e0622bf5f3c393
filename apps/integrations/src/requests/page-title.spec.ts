import { defaultTreeAdapter } from 'parse5';
import { titleIn } from './page-title';

it.each([
  ['<!doctype html><html><head><title>One &amp; <b>two</b></title><title>Other</title>', 'One & <b>two</b>'],
  ['<TITLE lang=en>\n  On two\n  lines </TITLE>', 'On two lines'],
  ['<title> </title><body><svg><title>A drawing</title></svg>', 'A drawing'],
  ['<title>Never ends', 'Never ends'],
  [`<title>${'x'.repeat(400)}</title>`, 'x'.repeat(300)],
  ['<script>"<title>Script</title>"</script><style><title></style><title>Page</title>', 'Page'],
  ['<!-- <title>Comment</title> --><textarea><title>Text</title></textarea>', undefined],
  ['<plaintext><title>Text</title>', undefined],
  ['<constructor><title>Page</title>', 'Page'],
  ['<p>No title</p>', undefined],
  ['', undefined],
])('%s', (page, title) => {
  expect(titleIn(page)).toBe(title);
});

it('makes no element of a page, whose bold text may never end', () => {
  const created = jest.spyOn(defaultTreeAdapter, 'createElement');
  const bold = Array.from({ length: 20_000 }, (_, index) => `<b a=${index}>`).join('');
  expect(titleIn(`<p>${bold}</p>${'<p>x'.repeat(20_000)}<title>Here</title>`)).toBe('Here');
  expect(created).not.toHaveBeenCalled();
  created.mockRestore();
});
