import { parametersOf } from './parameters';

const given = (values: Record<string, unknown>) => () => parametersOf(['state', 'scope'], (name) => values[name]);

it('takes those that are known and given', () => {
  expect(given({ state: 's'.repeat(2_048), scope: '', other: 'x' })()).toEqual({ state: 's'.repeat(2_048) });
});

it.each([
  ['too much', 's'.repeat(2_049)],
  ['U+0000', 'a\0b'],
  ['half of a character', '\ud800'],
  ['two values', ['a', 'b']],
])('names the parameter that holds %s', (_, scope) => {
  const problem = expect.stringMatching(/^scope must be /) as string;
  expect(given({ state: 'good', scope })).toThrow(expect.objectContaining({ code: 400, message: problem }));
});
