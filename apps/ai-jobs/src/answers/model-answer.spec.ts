import type { GivenPassage } from '@bindery/contracts';
import { dataFor, readModelAnswer } from './model-answer';
import { quoteOf } from './quotes';

const passage = (body: string): GivenPassage => ({
  ...{ space: 's', spaceTitle: 'S', page: 'p', title: 'Owls', path: 'owls', revision: 'r', section: 'p#head' },
  ...{ anchor: 'head', heading: 'Heads', body, app: 'https://a.test/app', url: 'https://a.test/owls#head' },
  ...{ score: 1, coverage: 1 },
});
const passages = [passage('An owl turns its head. See https://owl.example/head.'), passage('A kite hovers.')];
const texts = (sentences: unknown) => readModelAnswer({ sentences }, passages).statements.map(({ text }) => text);

describe('the answer of a model', () => {
  it('is sentences with the passages that they rest on, each once', () => {
    const sentences = [{ text: ' It\nturns. ', passages: [1, 1, 2] }];
    expect(readModelAnswer({ sentences, followups: ['Why?', 3] }, passages)).toEqual({
      statements: [{ text: 'It turns.', passages: [0, 1] }],
      followups: ['Why?'],
    });
  });

  it('has no sentence without a passage, and none with an address that its passages do not have', () => {
    expect(texts([{ text: 'A.', passages: [] }, { text: 'B.', passages: [3] }, { text: 'C.' }, 'D.', null])).toEqual(
      [],
    );
    expect(texts([{ text: 'See https://owl.example/head.', passages: [1] }])).toHaveLength(1);
    for (const address of ['https://owl.example/head', 'www.evil.test', 'x@evil.test', 'javascript://evil'])
      expect(texts([{ text: `See ${address}`, passages: [2] }])).toEqual([]);
  });

  it('is no answer without sentences', () => {
    for (const value of [null, {}, { sentences: 'x' }, []])
      expect(() => readModelAnswer(value, passages)).toThrow('no sentences');
    expect(readModelAnswer({ sentences: [], followups: ['Why?'] }, passages)).toEqual({
      statements: [],
      followups: [],
    });
  });

  it('is asked for with passages as data', () => {
    expect(dataFor('Why?', passages)).toMatchObject({
      question: 'Why?',
      passages: [{ number: 1, page: 'Owls' }, { number: 2 }],
    });
  });
});

describe('a quote', () => {
  const far = 'Nothing is here. '.repeat(40);

  it('is the whole of a short text', () => {
    expect(quoteOf('One. Two owls.\nThree.', ['owl'])).toBe('One. Two owls. Three.');
  });

  it('begins before the sentence with the most words, and ends in time', () => {
    const quote = quoteOf(`${far}It is dark. Owls turn heads. ${far}`, ['owl', 'head']);
    expect(quote.startsWith('It is dark. Owls turn heads.')).toBe(true);
    expect(quote.length).toBeLessThanOrEqual(420);
  });

  it('finds words within texts without spaces', () => {
    expect(quoteOf(`${'什么都没有。'.repeat(100)}备份在这里。`, ['备份'])).toContain('备份在这里。');
  });
});
