import type { Node } from '@bindery/documents';
import { block, inline, text } from '../../../test/document-examples';
import { customizationOf } from '../../model/customization';
import { contrast, readable } from '../look/colors';
import { blockRules } from '../look/style-blocks';
import { tokensOf } from '../look/tokens';
import { highlighted, loadLanguages } from './highlight';

const code = (syntax: string | undefined, ...lines: (string | Node[])[]) =>
  block(
    'code',
    { syntax },
    lines.map((line) => block('code-line', {}, typeof line === 'string' ? [text(line)] : line)),
  );

async function linesOf(example: ReturnType<typeof code>): Promise<string[] | undefined> {
  await loadLanguages([{ nodes: [example] }]);
  return highlighted(example)?.map(({ markup }) => markup);
}

it('marks tokens of languages and their other names', async () => {
  const expected = ['<span class="t-keyword">const</span> a = <span class="t-number">1</span>;'];
  for (const syntax of ['javascript', 'js', 'TS', 'tsx'])
    expect(await linesOf(code(syntax, 'const a = 1;'))).toEqual(expected);
});

it('marks a token of several lines in each of them', async () => {
  expect(await linesOf(code('css', '/* one', '', 'two */ a'))).toEqual([
    '<span class="t-comment">/* one</span>',
    '',
    '<span class="t-comment">two */</span> <span class="t-tag">a</span>',
  ]);
});

it('escapes what is in tokens', async () => {
  const [line] = (await linesOf(code('js', `let a = "<script>'&'";`)))!;
  expect(line).toContain('&lt;script&gt;');
  expect(line).not.toContain('<script');
});

it('marks languages within others', async () => {
  expect((await linesOf(code('html', '<script>let a</script>')))!.join()).toContain(
    '<span class="t-keyword">let</span>',
  );
});

it.each([
  ['of a language that nobody knows', code('blocksyntax', 'a')],
  ['of a language that is a name of every object', code('constructor', 'a')],
  ['without a language', code(undefined, 'a')],
  ['that is too long', code('js', 'a'.repeat(60_000))],
  ['with more in it than text', code('js', [text('a'), inline('expression', { expression: 'x' })])],
])('leaves code %s plain', async (_, example) => {
  expect(await linesOf(example)).toBeUndefined();
});

it('has a color for every kind of token, readable on marked lines too', () => {
  const rules = [...tokensOf(customizationOf({})).matchAll(/--t-(\w+):light-dark\((#\w+),(#\w+)\)/g)];
  for (const [, name] of rules) expect(blockRules).toContain(`.t-${name}{color:var(--t-${name})}`);
  expect(rules.map(([, name]) => name)).toEqual(
    expect.arrayContaining(['comment', 'keyword', 'name', 'string', 'type']),
  );
  for (const [, , light, dark] of rules) {
    for (const background of ['#f5f7f9', '#ece9e2'])
      expect(contrast(light!, background)).toBeGreaterThanOrEqual(readable);
    for (const background of ['#1e232a', '#3a3527'])
      expect(contrast(dark!, background)).toBeGreaterThanOrEqual(readable);
  }
});
