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
  const page = { textFont: 'inter', codeFont: 'ibm-plex-mono' };
  const fontsFor = (kept: string) => dataOf({ ...page }, { 'bindery-fonts': kept }).fonts;
  expect(fontsFor('inter ibm-plex-mono')).toBe('text code');
  expect(fontsFor('ibm-plex-mono roboto inter')).toBe('text code');
  expect(fontsFor('inter')).toBe('text');
  expect(dataOf({ ...page }, {})).toEqual(page);
});

it('waits for a font that another site at this address does not have, or that its site had not before', () => {
  const page = { textFont: 'roboto', codeFont: 'fira-code' };
  expect(dataOf({ ...page }, { 'bindery-fonts': 'inter ibm-plex-mono' })).toEqual(page);
  // A page may have a font of its organization, which is not kept.
  expect(dataOf({ codeFont: 'fira-code' }, { 'bindery-fonts': 'roboto' }).fonts).toBeUndefined();
});

it('leaves a page as it is where the browser keeps nothing', () => {
  const dataset = { theme: 'auto', toggles: '' };
  const refuse = () => {
    throw new Error('The storage is switched off');
  };
  runInNewContext(firstScript, { document: { documentElement: { dataset } }, localStorage: { getItem: refuse } });
  expect(dataset).toEqual({ theme: 'auto', toggles: '' });
});
