import type { SiteCustomizationSettings } from '@bindery/contracts';
import { customizationOf, defaultCodeTheme, mergedOf, type Customization } from './customization';
import { withOffActions } from './page-actions';

type CodeTheme = NonNullable<SiteCustomizationSettings['styling']['codeTheme']>;

/**
 * A change of a look as its client means it. A client sends back what answers derive from the look: the themes of code in two
 * forms, of which it may know one, and the page actions that are on. `before` are the layers of the look that it has read.
 */
export function asMeant(change: Customization, ...before: Customization[]): Customization {
  const { styling, pageActions } = change;
  const codeTheme = styling?.codeTheme as CodeTheme | undefined;
  const themes = codeTheme?.default && themesMeant(codeTheme, customizationOf(...before).styling.codeTheme!);
  const items = Array.isArray(pageActions?.items) && withOffActions(pageActions.items, mergedOf(...before));
  return {
    ...change,
    ...(themes && { styling: { ...styling, codeTheme: themes } }),
    ...(items && { pageActions: { ...pageActions, items } }),
  };
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
