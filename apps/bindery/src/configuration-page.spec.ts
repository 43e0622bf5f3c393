import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationPage, settingGroups } from './configuration-page';

const page = join(__dirname, '../../../docs/configuration.md');

it.each(settingGroups)('has a sentence for each setting of %s', (_, settings) => {
  const without = Object.entries(settings).filter(([, { about }]) => !/^\S.* \S+ \S.*[^.\s]$/.test(about));
  expect(without.map(([name]) => name)).toEqual([]);
});

it('is the page of the documentation; write it anew with npm run docs', () => {
  expect(readFileSync(page, 'utf8')).toBe(configurationPage());
});
