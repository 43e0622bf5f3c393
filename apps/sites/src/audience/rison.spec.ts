import { parseRison } from './rison';

it.each([
  ['(beta:!t,plan:pro)', { beta: true, plan: 'pro' }],
  ['(a:!f,b:!n,c:1.5,d:-2,e:10e3)', { a: false, b: null, c: 1.5, d: -2, e: 10_000 }],
  ["(name:'it!'s, (here)!!')", { name: "it's, (here)!" }],
  ["('a key':(b:!(c,d,!(e))))", { 'a key': { b: ['c', 'd', ['e']] } }],
  ['()', {}],
  ['!()', []],
  ["''", ''],
])('reads %s', (text, value) => {
  expect(parseRison(text)).toEqual(value);
});

it.each(['', '(', '(a)', '(a:)', '(a:b', '!(a', "'a", '!x', '(a:b)c', '(a:b,,c:d)', `${'('.repeat(1_000)}`])(
  'refuses %s',
  (text) => {
    expect(() => parseRison(text)).toThrow(SyntaxError);
  },
);

it('makes no prototype of what is named like one', () => {
  const value = parseRison('(__proto__:(admin:!t))') as Record<string, unknown>;
  expect(Object.keys(value)).toEqual(['__proto__']);
  expect(value.admin).toBeUndefined();
});
