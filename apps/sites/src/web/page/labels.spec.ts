import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { labelsIn } from './labels';

it('has no label that nothing says', () => {
  const folder = join(__dirname, '..');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!spec|labels)\.ts$/.test(file),
  );
  const words = new Set(files.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/\w+/g) ?? []));
  expect(Object.keys(labelsIn('en')).filter((label) => !words.has(label))).toEqual([]);
});
