import { runInNewContext } from 'node:vm';
import { firstScript } from './first-script';

/** The data of a page once the script has run, in a browser that keeps these items. */
function dataOf(dataset: Record<string, string>, items: Record<string, string>): Record<string, string> {
  const document = { documentElement: { dataset } };
  runInNewContext(firstScript, { document, localStorage: { getItem: (name: string) => items[name] ?? null } });
  return dataset;
}

const themeFor = (dataset: Record<string, string>, chosen: string) =>
  dataOf(dataset, { 'bindery-theme': chosen }).theme;

it('shows a site in the look that its reader has chosen, be it dark first or not', () => {
  expect(themeFor({ theme: 'dark', toggles: '' }, 'light')).toBe('light');
  expect(themeFor({ theme: 'auto', toggles: '' }, 'dark')).toBe('dark');
  expect(themeFor({ theme: 'auto', toggles: '' }, 'sepia')).toBe('auto');
  expect(themeFor({ theme: 'dark' }, 'light')).toBe('dark');
});

it('shows the fonts that are in the cache of the browser', () => {
  expect(dataOf({}, { 'bindery-fonts': 'text code' })).toEqual({ fonts: 'text code' });
  expect(dataOf({}, {})).toEqual({});
});

it('leaves a page as it is where the browser keeps nothing', () => {
  const dataset = { theme: 'auto', toggles: '' };
  const refuse = () => {
    throw new Error('The storage is switched off');
  };
  runInNewContext(firstScript, { document: { documentElement: { dataset } }, localStorage: { getItem: refuse } });
  expect(dataset).toEqual({ theme: 'auto', toggles: '' });
});
