import { fileNameOf } from './file-names';

it.each([
  ['faq', 'faq'],
  ['.htaccess', '.htaccess'],
  ['a:b/c\\d?.png', 'a-b-c-d-.png'],
  ['..', '_'],
  ['../../x.png', '..-..-x.png'],
  ['name. .', 'name'],
  ['con', '_con'],
  ['Nul.tar.gz', '_Nul.tar.gz'],
  ['console', 'console'],
  ['.git', '_.git'],
  ['.g\u200cit', '_.g\u200cit'],
  ['GIT~1', '_GIT~1'],
  ['a\u0301', '\u00e1'],
])('writes %j as %j', (name, written) => expect(fileNameOf(name)).toBe(written));

it('writes at most 200 bytes, with the extension and whole characters', () => {
  const written = fileNameOf(`${'説明'.repeat(60)}.png`);
  expect(written).toMatch(/^(説明)+説?\.png$/);
  expect(Buffer.byteLength(written)).toBeGreaterThan(190);
  expect(Buffer.byteLength(written)).toBeLessThanOrEqual(200);
});
