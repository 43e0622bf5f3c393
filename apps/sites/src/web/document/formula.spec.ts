import { formulaOf } from './formula';

const shown = (source: string): string | undefined => formulaOf(source, 'inline')?.markup;

it.each([
  ['\\frac{x}{y}', '<mfrac><mi>x</mi><mi>y</mi></mfrac>'],
  ['\\sqrt[3]{x}', '<mroot>'],
  ['\\begin{aligned}a&=b\\\\c&=d\\end{aligned}', '<mtd class="tml-right">'],
  ['\\color{red}{x}', '<mi mathcolor="#ff0000">x</mi>'],
  ['\\boxed{y}', 'class="boxed"'],
  ['\\sum_{i=1}^n i', '∑'],
])('sets %s', (source, expected) => {
  expect(shown(source)).toContain(expected);
});

it.each(['\\color{red}{x}', '\\begin{matrix}a&b\\\\c&d\\end{matrix}', '\\boxed{y}', '\\vec{v}', '\\cancel{x}'])(
  'sets %s without styles, which pages may not have',
  (source) => {
    expect(shown(source)).toMatch(/^<math.*<\/math>$/);
    expect(shown(source)).not.toContain(' style=');
  },
);

it.each([
  '\\text{<script>alert(1)</script>}',
  'a" onclick="alert(1)',
  '\\text{" onmouseover="alert(1)" x="}',
  '\\style{x:y}{<img src=x>}',
])('never lets %s become markup', (source) => {
  expect(shown(source) ?? '').not.toMatch(/<(script|img)|"\s*on\w+=/);
});

it.each(['\\href{javascript:alert(1)}{x}', '\\unknown', 'a^{', '', ' ', 'x'.repeat(5_001)])(
  'leaves %s as it is written',
  (source) => {
    expect(formulaOf(source, 'block')).toBeUndefined();
  },
);

it('ends formulas that grow without end', () => {
  expect(formulaOf('\\def\\a{\\a\\a}\\a', 'block')).toBeUndefined();
});
