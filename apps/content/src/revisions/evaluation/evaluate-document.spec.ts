import type { Block, Document, Node } from '@bindery/documents';
import { evaluateDocument, mayHoldExpressions, type EvaluationMode } from './evaluate-document';

const text = (value: string): Node => ({ object: 'text', leaves: [{ object: 'leaf', text: value, marks: [] }] });
const expression = (source: unknown): Node => ({
  object: 'inline',
  type: 'expression',
  isVoid: true,
  data: { expression: source },
});
const paragraph = (...nodes: Node[]): Block => ({ object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes });
const when = (source: unknown, ...nodes: Block[]): Block => ({
  object: 'block',
  type: 'if',
  isVoid: false,
  data: { expression: source },
  nodes,
});
const documentOf = (...nodes: Block[]): Document => ({ object: 'document', data: {}, nodes });

const context = {
  space: { vars: { name: 'Bindery', beta: false, long: 'x'.repeat(256) } },
  page: { vars: { version: 3 } },
  visitor: { claims: { plan: 'pro', groups: ['a', 'b'] } },
};

/** The text that a reader sees: texts as they are, expressions in braces, conditions in brackets. */
function shown(node: Document | Node): string {
  if (node.object === 'text') return node.leaves.map((leaf) => leaf.text).join('');
  if (node.object === 'inline' && node.type === 'expression') return `{${String(node.data.expression)}}`;
  const inside = [
    ...(node.nodes ?? []).map(shown),
    ...('fragments' in node ? (node.fragments ?? []).flatMap((fragment) => fragment.nodes.map(shown)) : []),
  ].join('');
  return node.object === 'block' && node.type === 'if' ? `[${inside}]` : inside;
}
const evaluated = (mode: EvaluationMode, ...nodes: Block[]) =>
  shown(evaluateDocument(documentOf(...nodes), mode, context));

it.each([
  ['a variable of the space', 'space.vars.name', 'Bindery'],
  ['a variable of the page', 'page.vars.version + 1', '4'],
  ['a claim of the visitor', 'visitor.claims.plan', 'pro'],
  ['a list', 'visitor.claims.groups', 'a, b'],
  ['what is not there', 'space.vars.none.deeper', ''],
  ['an object', 'space.vars', ''],
  ['a property that every object has', 'space.vars.constructor', ''],
  ['what cannot be read', 'space.vars.', '{space.vars.}'],
  ['what is no expression', 7, '{7}'],
])('puts %s in its place', (_, source, expected) => {
  expect(evaluated('true', paragraph(text('a '), expression(source), text(' z')))).toBe(`a ${expected} z`);
});

it.each([
  ['cannot be read', 'visitor.claims.'],
  ['is no expression', 7],
  ['is too long', Array(100).fill('space.vars.long').join('+')],
])('shows readers nothing of what %s', (_, source) => {
  expect(evaluated('for-reader', paragraph(text('a '), expression(source), text(' z')))).toBe('a  z');
  const [block] = evaluateDocument(documentOf(paragraph(expression(source))), 'for-reader', context).nodes;
  expect(block!.nodes).toEqual([text('')]);
});

it('shows what holds and leaves out what does not, also within each other and in fragments', () => {
  const inside = when(
    'visitor.claims.plan == "pro"',
    paragraph(text('pro ')),
    when('space.vars.beta', paragraph(text('beta'))),
  );
  const expandable: Block = {
    object: 'block',
    type: 'expandable',
    isVoid: true,
    data: {},
    fragments: [{ object: 'fragment', nodes: [inside, when('!space.vars.beta', paragraph(text('stable')))] }],
  };
  expect(evaluated('true', expandable)).toBe('pro stable');
  expect(evaluated('true', when('1 ==', paragraph(text('secret'))))).toBe('');
});

it('leaves what depends on the reader alone when only what is the same for all is wanted', () => {
  expect(
    evaluated(
      'deterministic-only',
      paragraph(expression('space.vars.name'), expression('visitor.claims.plan'), expression('other.name')),
      when('visitor.claims.plan', paragraph(expression('page.vars.version'))),
      when('space.vars.beta', paragraph(text('beta'))),
    ),
  ).toBe('Bindery{visitor.claims.plan}{other.name}[3]');
});

it('does not change the document that it is given', () => {
  const document = documentOf(paragraph(expression('space.vars.name')), when('false', paragraph(text('gone'))));
  const before = structuredClone(document);
  evaluateDocument(document, 'true', context);
  expect(document).toEqual(before);
});

it('bounds what expressions put in', () => {
  const long = expression(Array(10).fill('space.vars.long').join('+'));
  const nodes = Array.from({ length: 1_000 }, () => paragraph(long));
  const result = evaluateDocument(documentOf(...nodes), 'true', context);
  const put = shown(result).replaceAll(/\{[^}]*\}/g, '').length;
  expect(put).toBeGreaterThan(900_000);
  expect(put).toBeLessThanOrEqual(1_000_000);
  const forReader = shown(evaluateDocument(documentOf(...nodes), 'for-reader', context));
  expect(forReader).toBe('x'.repeat(put));
});

it('knows at a glance what has nothing to evaluate', () => {
  expect(mayHoldExpressions(JSON.stringify(documentOf(paragraph(text('plain')))))).toBe(false);
  expect(mayHoldExpressions(JSON.stringify(documentOf(paragraph(expression('a')))))).toBe(true);
  expect(mayHoldExpressions(JSON.stringify(documentOf(when('a'))))).toBe(true);
});
