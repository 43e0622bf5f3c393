import { PseudoTranslator } from './pseudo-translator';
import { markTerms, withTerms } from './terms';

/** The text with its terms in angle brackets. */
const found = (text: string, ...sources: string[]): string =>
  withTerms(
    text,
    sources.map((source) => ({ source, target: `<${source}>` })),
    (part) => part,
  );

it.each([
  'sign-in',
  'read/write',
  'C++',
  '.NET',
  'a|b',
  'f(x)',
  '[x]',
  '{x}',
  '^',
  '$5',
  'what?',
  String.raw`a\d`,
  'a*b',
])('takes %s as it is written', (source) => {
  expect(found(`The ${source} here`, source)).toBe(`The <${source}> here`);
});

it('translates texts with a term that has a hyphen', async () => {
  const terms = [{ source: 'sign-in', target: 'Anmeldung' }];
  const request = { from: 'en', to: 'de', texts: ['The Sign-in ends'], terms, instructions: '' } as const;
  expect((await new PseudoTranslator().translate({ ...request, texts: [...request.texts] })).texts).toEqual([
    'Ţĥé Anmeldung éñðš',
  ]);
  const { marked, restore } = markTerms('The sign-in', terms);
  expect(restore(marked)).toBe('The Anmeldung');
});
