import { customizationOf } from '../../model/customization';
import { codeThemes } from './code-themes';
import { contrast, readable } from './colors';
import { pageRules } from './style-page';
import { tokensOf } from './tokens';

const both = (color: string) => ({ light: color, dark: color });

/** The tokens of a look by name, in light and in dark mode. */
function tokens(look: Parameters<typeof customizationOf>[0]) {
  const all = new Map(
    [...tokensOf(customizationOf(look)).matchAll(/--([\w-]+):([^;}]+)/g)].map(([, k, v]) => [k!, v!]),
  );
  return (name: string): string[] => {
    let value = all.get(name)!;
    for (let at = /^var\(--([\w-]+)\)$/.exec(value); at; at = /^var\(--([\w-]+)\)$/.exec(value))
      value = all.get(at[1]!)!;
    const [, light, dark] = /^light-dark\(([^,]+),([^)]+)\)$/.exec(value) ?? [];
    return light ? [light, dark!] : [value, value];
  };
}

it.each(['default', 'bold', 'contrast', 'custom', 'none'])('has a header that can be read: %s', (preset) => {
  for (const theme of ['clean', 'muted', 'bold', 'gradient'])
    for (const color of ['#346DDB', '#ffe14d', '#101010', '#ffffff', '#808080']) {
      const header = { preset, backgroundColor: both(color), links: [] };
      const token = tokens({ styling: { theme, primaryColor: both(color) }, header });
      for (const name of ['top-text', 'top-mark'])
        for (const [at, ground] of token('top-back').entries())
          expect([theme, color, name, contrast(token(name)[at]!, ground) >= readable]).toEqual([
            theme,
            color,
            name,
            true,
          ]);
    }
});

it('has buttons in its header that stand out from it', () => {
  for (const preset of ['default', 'bold', 'contrast', 'custom', 'none'])
    for (const color of ['#346DDB', '#101010', '#7c3aed']) {
      const header = { preset, backgroundColor: both(color), links: [] };
      const token = tokens({ styling: { primaryColor: both(color) }, header });
      const [grounds, buttons, inks] = ['top-back', 'top-solid', 'top-on-solid'].map(token);
      expect(buttons).not.toEqual(grounds);
      for (const [at, button] of buttons!.entries()) expect(contrast(inks![at]!, button)).toBeGreaterThan(readable);
    }
});

it('draws no line below a header that is none, and knows no preset by its name', () => {
  expect(tokens({ header: { preset: 'none', links: [] } })('top-line')).toEqual(['transparent', 'transparent']);
  expect(pageRules).not.toMatch(/\.(bold|contrast|custom)\b/);
});

it.each(codeThemes)('has code that can be read, in light and dark surroundings: %s', (theme) => {
  const token = tokens({ styling: { codeTheme: both(theme) } });
  for (const name of ['code-text', 't-comment', 't-keyword', 't-string', 't-type'])
    for (const [at, ground] of token('code-back').entries())
      expect([name, contrast(token(name)[at]!, ground) >= readable]).toEqual([name, true]);
});

it('has code on the panel where its theme is none that it knows', () => {
  const token = (codeTheme: { light: string; dark: string }) => tokensOf(customizationOf({ styling: { codeTheme } }));
  expect(token(both('constructor'))).toBe(token({ light: 'default-light', dark: 'default-dark' }));
  expect(token(both('nord'))).toContain('--code-back:#2e3440');
});

it('has a ground that fades from the primary color with the theme that is one', () => {
  expect(tokensOf(customizationOf({ styling: { theme: 'gradient' } }))).toContain('--ground:linear-gradient(');
  expect(tokensOf(customizationOf({ styling: { theme: 'clean' } }))).toContain('--ground:var(--back)');
});
