import { parseQuery, typedWords } from '../search-terms';
import type { Candidate } from './candidate';
import type { Stems } from './lexicon';
import { rankPages, type Ranker } from './ranking';
import { tellingTerms } from './shard-query';
import { TermMatcher } from './term-matcher';

const stems: Stems = new Map([
  ['redirects', 'redirect'],
  ['sites', 'site'],
  ['the', null],
]);

function rankerFor(query: string, weights?: number[]): Ranker {
  const terms = tellingTerms(parseQuery(query), stems);
  return {
    matcher: new TermMatcher(terms, stems),
    typed: typedWords(query),
    weights: weights ?? terms.map(() => 1),
    missing: 0,
  };
}

const page = (title: string, more: Partial<Candidate> = {}): Candidate => ({
  ...{ space: 's', page: title, document: '1', ordinal: 0, part: 1, title, heading: null, near: 0, isPhrase: false },
  ranks: null,
  ...more,
});

const order = (query: string, ...candidates: Candidate[]) =>
  rankPages(candidates, () => rankerFor(query), true).map((ranked) => ranked.page);

describe('pages are ranked', () => {
  it('by their whole title first, however often others say it', () => {
    const often = page('About redirects', { near: 1, isPhrase: true, heading: 'Site redirects' });
    const within = page('Managing site redirects', { near: 0.6, isPhrase: true });
    expect(order('site redirects', often, page('Site redirects'), within)).toEqual([
      'Site redirects',
      'Managing site redirects',
      'About redirects',
    ]);
  });

  it('by titles in another number, in headings and in text', () => {
    const headed = page('Headed', { heading: 'Site redirect' });
    expect(order('site redirect', page('Text'), headed, page('Sites redirect'))).toEqual([
      'Sites redirect',
      'Headed',
      'Text',
    ]);
  });

  it('by the words as they were typed, and by how near they stand', () => {
    const phrase = page('Phrase', { isPhrase: true });
    expect(order('site redirect', page('Far'), page('Near', { near: 0.5 }), phrase)).toEqual(['Phrase', 'Near', 'Far']);
  });

  it('by the share of rare words where none has all, and not by the words that say least', () => {
    const rows = [
      page('Rare', { ranks: [0.6, 0, 0] }),
      page('Common', { ranks: [0, 0.6, 0] }),
      page('Both', { ranks: [0.6, 0.6, 0] }),
    ];
    const ranked = rankPages(rows, () => rankerFor('alpha beta gamma', [4, 1, 1]), false);
    expect(ranked.map((found) => found.page)).toEqual(['Both', 'Rare']);
    expect(ranked[0]!.score).toBeLessThan(5e7);
    expect(ranked[0]!.coverage).toBeCloseTo(5 / 6);
  });

  it('with their three best sections', () => {
    const sections = [0.1, 0.4, 0.2, 0.3].map((near, ordinal) => page('One', { near, ordinal }));
    expect(rankPages(sections, () => rankerFor('x'), true)).toMatchObject([{ sections: [1, 3, 2] }]);
  });
});
