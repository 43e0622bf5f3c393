import { readOptions } from './options';

it('measures everything for two seconds at 1, 16 and 64 connections by default', () => {
  expect(readOptions([])).toMatchObject({
    seconds: 4,
    only: ['space', 'page', 'list', 'search'],
    connections: [1, 16, 64],
    growth: false,
    changes: false,
    minutes: 20,
    pages: 1000,
  });
  expect(readOptions(['--only', 'page,list', '--seconds', '5', '--json', 'x.json'])).toMatchObject({
    seconds: 5,
    only: ['page', 'list'],
    json: 'x.json',
  });
});

it.each([
  ['--seconds', '0', /--seconds must be a whole number/],
  ['--minutes', 'x', /--minutes must be a whole number/],
  ['--connections', '1,many', /--connections must be a whole number/],
  ['--only', 'page,pages', /--only must be of .*, not pages/],
])('refuses %s %s', (option, value, message) => {
  expect(() => readOptions([option, value])).toThrow(message);
});
