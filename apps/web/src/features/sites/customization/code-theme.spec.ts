import { withTheme } from './code-theme';

it('changes the theme of all code, and not one that code of APIs has of its own', () => {
  const light = { light: 'nord', dark: 'nord' };
  const chosen = { light: 'dracula', dark: 'nord' };
  expect(withTheme(light, { light: 'dracula' })).toEqual({ ...chosen, default: chosen, openapi: chosen });
  const openapi = { light: 'monokai', dark: 'monokai' };
  const before = { ...light, default: light, openapi };
  expect(withTheme(before, { light: 'dracula' })).toEqual({ ...chosen, default: chosen, openapi });
});
