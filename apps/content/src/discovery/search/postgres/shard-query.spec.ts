import fc from 'fast-check';
import { divided, parseQuery } from '../search-terms';
import type { Stems } from './lexicon';
import { shardQuery } from './shard-query';

const stems: Stems = new Map([
  ['running', 'run'],
  ['configuration', 'configur'],
  ['containers', 'contain'],
  ['the', null],
  ['how', null],
]);
const all = (query: string) => shardQuery(parseQuery(query), [], 40, stems).all;

describe('a query', () => {
  it('asks for every word by its stem, the last also as a beginning', () => {
    expect(all('Running Containers config')).toBe(`'14.run' & '14.contain' & '14.config':*`);
    expect(all('configuration')).toBe(`('14.configuration':* | '14.configur')`);
  });

  it('takes a short last word as it is', () => {
    expect(all('running go')).toBe(`('14.run' | '14.runninggo') & ('14.go' | '14.runninggo')`);
  });

  it('asks for words in quotation marks as they are written, one after the other', () => {
    expect(all('"Running the containers" config "api"')).toBe(
      `('14.running' <-> '14.the' <-> '14.containers') & '14.config' & '14.api'`,
    );
    expect(all('“running containers”')).toBe(`('14.running' <-> '14.containers')`);
  });

  it('takes an opening quotation mark alone for none', () => {
    expect(all('"running containers')).toBe(all('running containers'));
    expect(all('"a b" "running containers')).toBe(
      `('14.a' <-> '14.b') & '14.run' & ('14.containers':* | '14.contain')`,
    );
  });

  it('leaves out stop words unless there is nothing else', () => {
    expect(all('how the configuration')).toBe(all('configuration'));
    expect(all('how the')).toBe(`('14.how' | '14.howthe') & ('14.the':* | '14.howthe':*)`);
  });

  it('cuts text without spaces into words of pairs, wherever it stands', () => {
    expect(all('設定画面')).toBe(`'14.設定' & '14.画面'`);
    expect(all('備份與還原')).toBe(`'14.備份' & '14.還原'`);
    expect(all('データベースの設定')).toBe(
      `('14.デー' <-> '14.ータ' <-> '14.タベ' <-> '14.ベー' <-> '14.ース') & '14.設定'`,
    );
    expect(all('설정을')).toBe(`(('14.설정' <-> '14.정을') | '14.설정')`);
    expect(all('docker設定')).toBe(`'14.docker' & '14.設定'`);
    expect(all('水')).toBe(`'14.水':*`);
  });

  it('knows which words must stand below the title', () => {
    expect(shardQuery(parseQuery('running "the containers" configuration'), [], 40, stems).touching).toBe(
      `'14.run':BD | ('14.the':BD <-> '14.containers':BD) | ('14.configuration':*BD | '14.configur':BD)`,
    );
  });

  it('asks for words that signs join one after the other, or as one', () => {
    expect(all('set-up')).toBe(`(('14.set' <-> '14.up') | '14.setup')`);
    expect(all('max_retries x')).toBe(`(('14.max' <-> '14.retries') | '14.maxretries') & '14.x'`);
    expect(all('api.example.co')).toBe(`(('14.api' <-> '14.example' <-> '14.co') | '14.apiexampleco')`);
  });

  it('asks for two words also as one, and for one as two where few pages have it', () => {
    expect(all('web hook')).toBe(`('14.web' | '14.webhook') & ('14.hook':* | '14.webhook':*)`);
    const [term] = divided(parseQuery('setup'));
    expect(term!.forms).toEqual([
      ['se', 'tup'],
      ['set', 'up'],
    ]);
  });

  it('knows the words as they were typed, and any two of the terms', () => {
    const { phrase, pairs, terms } = shardQuery(
      parseQuery('how configuration x'),
      ['how', 'configuration', 'x'],
      40,
      stems,
    );
    expect(phrase).toBe(`'14.how' <-> '14.configur' <-> '14.x'`);
    expect(terms).toEqual([`'14.configur'`, `'14.x'`]);
    expect(pairs).toBe(`('14.configur' & '14.x')`);
  });

  it('has no words where there are only signs', () => {
    for (const query of ['&|!():*<->', '""', ' ', '🚀', "'", '\\']) expect(parseQuery(query)).toEqual([]);
  });

  it('keeps to a number of words and to their length', () => {
    const words = parseQuery('a '.repeat(256)).flatMap((term) => term.words);
    expect(words).toHaveLength(32);
    expect(parseQuery('x'.repeat(512))[0]!.words).toEqual(['x'.repeat(64)]);
    expect(parseQuery(`"${'b '.repeat(200)}" c`).flatMap((term) => term.words)).toHaveLength(32);
  });

  it('is made of letters, digits and marks alone, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 512 }), (query) => {
        for (const { words } of parseQuery(query))
          for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
      }),
    );
  });
});
