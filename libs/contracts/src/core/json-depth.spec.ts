import { maxJsonDepth, nestsTooDeep } from './json-depth';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

it('counts how deep lists and objects nest, and not how many there are', () => {
  expect(nestsTooDeep(nested(maxJsonDepth))).toBe(false);
  expect(nestsTooDeep(nested(maxJsonDepth + 1))).toBe(true);
  expect(nestsTooDeep('{"a":'.repeat(maxJsonDepth + 1))).toBe(true);
  expect(nestsTooDeep(`[${'[],{},'.repeat(1_000)}0]`)).toBe(false);
});

it('does not count what stands in texts', () => {
  const text = '\\"[{'.repeat(1_000);
  expect(nestsTooDeep(JSON.stringify([text, `${text}\\`, '']))).toBe(false);
  expect(nestsTooDeep(`${JSON.stringify(`${text}\\`)},${nested(maxJsonDepth + 1)}`)).toBe(true);
  expect(nestsTooDeep(`"${'['.repeat(1_000)}`)).toBe(false);
});
