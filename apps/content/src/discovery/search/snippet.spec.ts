import fc from 'fast-check';
import { parseQuery } from './search-terms';
import { beginningsOf, snippetOf } from './snippet';

const filler = (words: number) => Array.from({ length: words }, (_, index) => `filler${index}`).join(' ');
const snippet = (text: string, query: string) => snippetOf(text, beginningsOf(parseQuery(query)));

describe('a snippet', () => {
  it('is a short text as it is', () => {
    expect(snippet('Short enough.', 'nothing')).toBe('Short enough.');
  });

  it('shows the first word that is sought, between whole words', () => {
    const found = snippet(`${filler(40)} the Configuration file ${filler(40)}`, 'configure');
    expect(found).toMatch(/^…filler\d+ .*the Configuration file .* filler\d+…$/);
    expect(found.length).toBeLessThanOrEqual(202);
  });

  it('takes no word that only ends as the one that is sought', () => {
    expect(snippet(`reapi ${filler(60)} the API ${filler(40)}`, 'api')).toContain('the API');
  });

  it('finds words within text without spaces', () => {
    expect(snippet(`${'あ'.repeat(300)}設定${'い'.repeat(300)}`, '設定')).toContain('設定');
  });

  it.each([
    ['จะทำแบบนี้', 'ทำ', 'ก'],
    ['ＡＰＩキー', 'api', 'あ'],
    ['the ﬁle', 'file', 'filler '],
    ['bir İNDİRME', 'indirme', 'filler '],
    ['an API', 'api', 'ﷺ ½ ㎏ ำ '],
    ['an API', 'api', 'İ e\u0301 e\u0301 e\u0301 '],
  ])('shows "%s", which is found by "%s" in another form', (found, query, between) => {
    const filling = between.repeat(400);
    const shown = snippet(`${filling} ${found} ${filling}`, query);
    expect(shown).toContain(found);
    expect(shown.length).toBeLessThanOrEqual(202);
  });

  it('begins at the beginning where nothing is found', () => {
    expect(snippet(filler(100), 'absent')).toMatch(/^filler0 .*…$/);
  });

  it('is well-formed and of bounded length, whatever the text is', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 600 });
    fc.assert(
      fc.property(text, fc.string({ unit: 'grapheme', maxLength: 5 }), (body, query) => {
        const found = snippet(body, query);
        expect(found.length).toBeLessThanOrEqual(202);
        expect(found.isWellFormed()).toBe(true);
      }),
    );
  });
});
