import type { Stems } from './lexicon';
import { vectorOf, wordsOfVector } from './search-vector';

const stems: Stems = new Map([
  ['guides', 'guid'],
  ['the', null],
]);

describe('a vector', () => {
  it('holds words as written and as stems, with place and weight', () => {
    expect(
      vectorOf(
        36,
        [
          { text: 'The Guides', weight: 'A' },
          { text: 'guides', weight: 'D' },
        ],
        stems,
      ),
    ).toBe(`'10.the':1A '10.guides':2A,11D '10.guid':2A,11D`);
  });

  it('holds pairs of a text without spaces, and its last character', () => {
    expect(vectorOf(1, [{ text: '設定画', weight: 'B' }], stems)).toBe(`'1.設定':1B '1.定画':2B '1.画':2B`);
  });

  it('tells its words again', () => {
    const vector = vectorOf(36, [{ text: 'The Guides of 2026, guides: 設定', weight: 'A' }], stems);
    expect(wordsOfVector(vector)).toEqual(['the', 'guides', 'guid', 'of', '2026', '設定', '定']);
    expect(wordsOfVector(vectorOf(1, [{ text: '', weight: 'D' }], stems))).toEqual([]);
  });

  it('keeps to the limits of Postgres', () => {
    const places = /:(.*)$/.exec(vectorOf(1, [{ text: 'a '.repeat(20_000), weight: 'D' }], stems))![1]!.split(',');
    expect(places).toHaveLength(255);
    const last = vectorOf(1, [{ text: `${'a '.repeat(20_000)} end`, weight: 'D' }], stems);
    expect(last).toContain(`'1.end':16383D`);
  });
});
