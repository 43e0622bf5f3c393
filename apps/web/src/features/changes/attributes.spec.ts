import { nameOfAttribute, told } from './attributes';

it.each([
  ['noIndex', true, 'Out of search: yes'],
  ['hidden', false, 'Hidden: no'],
  ['parent', '“New”', 'Below: “New”'],
  ['title', undefined, 'Title: none'],
  ['cover', { ref: 1 }, 'Cover: {"ref":1}'],
])('users read the attribute %s with the value %j as %s', (attribute, value, words) => {
  expect(`${nameOfAttribute(attribute)}: ${told(value) ?? 'none'}`).toBe(words);
});
