import { markedWords } from './marked-words';

const marked = (text: string, query: string) => markedWords(text, query).markup;

it.each([
  ['Publish a site', 'site', 'Publish a <mark>site</mark>'],
  ['Publishing sites', 'publish site', '<mark>Publishing</mark> <mark>sites</mark>'],
  ['A website', 'site', 'A website'],
  ['備份與還原', '還原', '備份與<mark>還原</mark>'],
  ['<b> & more', 'more', '&lt;b&gt; &amp; <mark>more</mark>'],
  ['a.b_c', 'a.b', '<mark>a</mark>.<mark>b</mark>_c'],
  ['Über uns', 'über', '<mark>Über</mark> uns'],
  ['text', '?!', 'text'],
])('marks in %j what %j seeks', (text, query, expected) => {
  expect(marked(text, query)).toBe(expected);
});
