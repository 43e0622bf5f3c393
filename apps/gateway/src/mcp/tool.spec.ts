import { paramsOf, pathWith } from './tool';

const path = '/spaces/:spaceId/content/path/:pagePath';
const asked = (pagePath: unknown) => pathWith(path, paramsOf(path, { spaceId: 'a', pagePath }));

it.each([
  ['guide/limits', 'guide%2Flimits'],
  ['../../merge', '..%2F..%2Fmerge'],
  ['%2e%2e', '%252e%252e'],
  ['..;x?a#b\\', '..%3Bx%3Fa%23b%5C'],
  ['...', '...'],
  [7, '7'],
])('has %j stand in one segment of the path', (given, segment) => {
  const made = asked(given);
  expect(made).toBe(`/spaces/a/content/path/${segment}`);
  // A URL parser resolves it to the same operation.
  expect(new URL(made, 'http://gateway').pathname).toBe(made);
});

it.each(['.', '..', '', 'a\0b', 'x'.repeat(2_049), '\ud800', undefined, null, {}, ['..']])(
  'refuses %j, and names the argument',
  (given) => {
    const message = expect.stringMatching(/^pagePath must /) as string;
    expect(() => asked(given)).toThrow(expect.objectContaining({ code: 400, message }));
  },
);
