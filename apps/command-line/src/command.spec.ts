import { parseInvocation, UsageError } from './command';
import { exportCommand } from './export-command';
import { importCommand } from './import-command';
import { tokenCommand } from './token-command';

it('reads arguments and options in any order', () => {
  const expected = {
    args: ['./docs'],
    options: { space: 'My docs', organization: 'abc', url: 'http://x', token: 't' },
    flags: new Set(),
  };
  const options = ['--organization', 'abc', '--url', 'http://x', '--token', 't'];
  expect(parseInvocation(importCommand, ['./docs', '--space', 'My docs', ...options])).toEqual(expected);
  expect(parseInvocation(importCommand, [...options, '--space=My docs', './docs'])).toEqual(expected);
});

it('reads options that are given or not', () => {
  expect(parseInvocation(importCommand, ['./docs', '--site'])?.flags).toEqual(new Set(['site']));
});

it('returns nothing when help is requested, even with missing arguments', () => {
  expect(parseInvocation(importCommand, ['--help'])).toBeUndefined();
  expect(parseInvocation(exportCommand, ['-h'])).toBeUndefined();
});

it.each([
  ['an argument is missing', () => parseInvocation(exportCommand, ['abc']), /missing; usage: <space> <folder>/],
  [
    'there is one too many',
    () => parseInvocation(importCommand, ['docs', '--space', 'My', 'docs']),
    /"docs" is one argument too many/,
  ],
  ['an option is unknown', () => parseInvocation(tokenCommand, ['create', '--lable', 'x']), /--lable/],
  ['an option has no value', () => parseInvocation(tokenCommand, ['create', '--label']), /label/],
])('says what is wrong when %s', (_, parse, message) => {
  expect(parse).toThrow(UsageError);
  expect(parse).toThrow(message);
});
