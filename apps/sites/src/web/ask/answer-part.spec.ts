import type { AnswerOutcome, SearchAIAnswer } from '@bindery/contracts';
import { labelsIn } from '../page/labels';
import { answerPart } from './answer-part';
import type { AddressedAnswer } from '../../search/answer-from-passages';

const passage = (section: string, title: string, heading: string) =>
  ({ section, title, heading, url: `/docs/${section}` }) as AddressedAnswer['passages'][number];
const passages = [
  passage('backup', 'Backups', 'Backups'),
  passage('backup#restore', 'Backups', 'Restoring'),
  passage('crew', 'Crew', ''),
];

function shown(outcome: AnswerOutcome, ...statements: [text: string, ...sections: string[]][]): string {
  const answer: SearchAIAnswer = {
    ...{ followupQuestions: [], sources: [], outcome },
    statements: statements.map(([text, ...sections]) => ({ text, sections, sources: [] })),
  };
  return answerPart({ answer, passages }, labelsIn('en')).markup;
}

it('shows what a model says with the sections that each sentence rests on', () => {
  const markup = shown('model', ['Run <b>thaw</b>.', 'backup#restore'], ['The captain may.', 'crew', 'backup#restore']);
  expect(markup).toContain(
    'Run &lt;b&gt;thaw&lt;/b&gt;.<sup><a href="/docs/backup#restore" aria-label="Backups › Restoring">1</a></sup>',
  );
  expect(markup.match(/<sup>/g)).toHaveLength(3);
  expect([...markup.matchAll(/<li><a href="([^"]+)">([^<]+)/g)].map(([, href, title]) => [href, title])).toEqual([
    ['/docs/backup#restore', 'Backups › Restoring'],
    ['/docs/crew', 'Crew'],
  ]);
});

it('quotes the passages that come nearest, and says so', () => {
  const markup = shown('passages', ['Run thaw.', 'backup']);
  expect(markup).toContain('Passages that come nearest');
  expect(markup).toMatch(/<a href="\/docs\/backup">Backups<\/a><\/p>\s*<blockquote><p>Run thaw\.<\/p><\/blockquote>/);
});

it('says that nothing answers the question', () => {
  expect(shown('unknown')).toBe('<p>The documentation does not say this.</p>');
  expect(shown('model')).toBe('<p>The documentation does not say this.</p>');
});
