import { runInNewContext } from 'node:vm';
import { script } from './script';

/** The theme of a page once the script has run, for a reader with an earlier choice. */
function themeFor(dataset: Record<string, string>, chosen: string): string | undefined {
  const nothing = () => undefined;
  const document = { documentElement: { dataset }, addEventListener: nothing, readyState: 'loading' };
  runInNewContext(script, { document, localStorage: { getItem: () => chosen }, addEventListener: nothing });
  return dataset.theme;
}

it('shows a site in the look that its reader has chosen, be it dark first or not', () => {
  expect(themeFor({ theme: 'dark', toggles: '' }, 'light')).toBe('light');
  expect(themeFor({ theme: 'auto', toggles: '' }, 'dark')).toBe('dark');
  expect(themeFor({ theme: 'auto', toggles: '' }, 'sepia')).toBe('auto');
  expect(themeFor({ theme: 'dark' }, 'light')).toBe('dark');
});
