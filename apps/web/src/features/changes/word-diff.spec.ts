import { diffWords } from './word-diff';

const told = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, items }) => ({ same: '=', removed: '-', inserted: '+' })[kind] + items.join(''))
    .filter((run) => run !== '=');

describe('a diff of words', () => {
  it('tells which words differ, and keeps the rest', () => {
    expect(told('Run it once.', 'Run it twice.')).toEqual(['=Run it ', '-once', '+twice', '=.']);
    expect(told('One two', 'One big two')).toEqual(['=One ', '+big ', '=two']);
    expect(told('', 'All new')).toEqual(['+All new']);
    expect(told('Same', 'Same')).toEqual(['=Same']);
  });

  it('shows a rewritten phrase as one change', () => {
    expect(told('a quick fox runs', 'a slow dog runs')).toEqual(['=a ', '-quick fox', '+slow dog', '= runs']);
  });

  it('keeps words of every script and signs whole', () => {
    expect(told('naïve Größe', 'naïve Grüße')).toEqual(['=naïve ', '-Größe', '+Grüße']);
    expect(told('नमस्ते दुनिया', 'नमस्ते जग')).toEqual(['=नमस्ते ', '-दुनिया', '+जग']);
  });
});
