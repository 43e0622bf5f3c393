import type { Customization } from './use-customization';

type CodeTheme = NonNullable<Customization['styling']['codeTheme']>;

/** The themes of code after one is chosen. Code of APIs follows, unless it has a theme of its own. */
export function withTheme(
  { light, dark, openapi = { light, dark } }: CodeTheme,
  chosen: Partial<Record<'light' | 'dark', string>>,
): CodeTheme {
  const follows = openapi.light === light && openapi.dark === dark;
  const theme = { light, dark, ...chosen };
  return { ...theme, default: theme, openapi: follows ? theme : openapi };
}
