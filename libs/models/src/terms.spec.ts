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

it.each([
  ['请登录您的账户。', '登录', '请<登录>您的账户。'],
  ['使用API接口', 'API', '使用<API>接口'],
  ['リポジトリを削除します', '削除', 'リポジトリを<削除>します'],
  ['リポジトリを削除します', 'リポジトリ', '<リポジトリ>を削除します'],
  ['ログとログインとブログ', 'ログ', '<ログ>とログインとブログ'],
  ['คลิกเข้าสู่ระบบที่นี่', 'เข้าสู่ระบบ', 'คลิก<เข้าสู่ระบบ>ที่นี่'],
  ['คนีและคน', 'คน', 'คนีและ<คน>'],
  ['서버를 시작합니다. 웹서버', '서버', '<서버>를 시작합니다. 웹서버'],
  ['API를 호출', 'API', '<API>를 호출'],
  ['लॉगिन और लॉग', 'लॉग', 'लॉगिन और <लॉग>'],
])('finds terms in the running text "%s"', (text, source, expected) => {
  expect(found(text, source)).toBe(expected);
});

it('finds terms as whole words in any case, the longest first', () => {
  expect(found('Pages and homepage, PAGE, page2', 'page')).toBe('Pages and homepage, <page>, page2');
  expect(found('a page view', 'page', 'page view')).toBe('a <page view>');
});

it.each(['İndirme', 'indirme', 'İNDİRME', 'i\u0307ndirme'])('finds the Turkish term %s in any case', (source) => {
  for (const text of ['İndirme', 'indirme', 'İNDİRME', 'i\u0307ndi\u0307rme'])
    expect(found(`Bir ${text} var`, source)).toBe(`Bir <${source}> var`);
});
