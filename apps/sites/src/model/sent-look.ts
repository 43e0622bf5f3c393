import type { SiteCustomizationSettings } from '@bindery/contracts';
import { customizationOf, defaultCodeTheme, type Customization } from './customization';

type CodeTheme = NonNullable<SiteCustomizationSettings['styling']['codeTheme']>;

/**
 * A change of a look as its client means it. A client sends back what answers derive from the look: the themes of code in two
 * forms, of which it may know one. `before` are the layers of the look that it has read.
 */
export function asMeant(change: Customization, ...before: Customization[]): Customization {
  const codeTheme = change.styling?.codeTheme as CodeTheme | undefined;
  if (!codeTheme?.default) return change;
  const read = customizationOf(...before).styling.codeTheme!;
  return { ...change, styling: { ...change.styling, codeTheme: themesMeant(codeTheme, read) } };
}

/** Where `default` is as it was read, `light` and `dark` that are not so count. Code of APIs follows, unless it has a theme of its own. */
function themesMeant(sent: CodeTheme, read: CodeTheme): CodeTheme {
  // A request for a whole look without them has these.
  if (isSame(sent, defaultCodeTheme)) return sent;
  const isChanged = (shade: 'light' | 'dark') =>
    typeof sent[shade] === 'string' && sent[shade] !== read[shade] && sent.default?.[shade] === read[shade];
  const [light, dark] = [isChanged('light'), isChanged('dark')];
  const theme = { ...sent.default!, ...(light && { light: sent.light }), ...(dark && { dark: sent.dark }) };
  const follows = (light || dark) && sent.openapi && isSame(sent.openapi, read);
  return { ...sent, default: theme, ...(follows && { openapi: theme }) };
}

const isSame = (one: Partial<CodeTheme>, other: Partial<CodeTheme>): boolean =>
  one.light === other.light && one.dark === other.dark;
