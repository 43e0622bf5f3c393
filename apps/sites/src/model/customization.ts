import type { SiteCustomizationSettings } from '@bindery/contracts';
import { pageActionsOf } from './page-actions';

/** Parts of a look: absent parts are inherited, from the site or from the default look. */
export type Customization = DeepPartial<SiteCustomizationSettings>;

type DeepPartial<T> = T extends unknown[] ? T : T extends object ? { [K in keyof T]?: DeepPartial<T[K]> } : T;

/** Lists are single values: they are replaced, never merged. Null removes an inherited or own value. */
function merge(base: unknown, change: unknown): unknown {
  if (change === undefined) return base;
  if (!isObject(change)) return change;
  const merged: Record<string, unknown> = isObject(base) ? { ...base } : {};
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete merged[key];
    else merged[key] = merge(merged[key], value);
  }
  return merged;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The changes of a site-space, over those that it has. */
export const overridden = (before: Customization, change: Customization): Customization =>
  merge(withCodeThemes(before), withCodeThemes(change)) as Customization;

const both = (color: string) => ({ light: color, dark: color });
/** The themes of code of a look that names none. */
export const defaultCodeTheme = { light: 'default-light', dark: 'default-dark' };

const defaultCustomization: SiteCustomizationSettings = {
  styling: {
    theme: 'clean',
    primaryColor: both('#346DDB'),
    infoColor: both('#787878'),
    successColor: both('#00C950'),
    warningColor: both('#FE9A00'),
    dangerColor: both('#FB2C36'),
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'IBMPlexMono',
    background: 'plain',
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
    codeTheme: { ...defaultCodeTheme, default: defaultCodeTheme, openapi: defaultCodeTheme },
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: false },
  feedback: { enabled: false },
  ai: { mode: 'none' },
  advancedCustomization: { enabled: true },
  git: { showEditLink: false },
  pageActions: { externalAI: true, markdown: true, mcp: true, items: ['markdown', 'mcp'] },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: false },
  privacyPolicy: {},
  socialPreview: {},
  socialAccounts: [],
  insights: { trackingCookie: true },
};

/** A complete look: each part from the last of `layers` that has it, else from the default look. */
export const customizationOf = (...layers: Customization[]): SiteCustomizationSettings =>
  withDerived(mergedOf(...layers));

/** The layers over the default look, as they are stored: for changes that are not validated yet. */
export const mergedOf = (...layers: Customization[]): SiteCustomizationSettings =>
  layers
    .map((layer) => withCodeThemes(withWholeFavicon(layer)))
    .reduce<unknown>(merge, defaultCustomization) as SiteCustomizationSettings;

/** With the fields that renderers of the public API read and that can be stored otherwise, or not at all. */
const withDerived = (look: SiteCustomizationSettings): SiteCustomizationSettings => ({
  ...look,
  styling: {
    ...look.styling,
    codeTheme: { ...defaultCodeTheme, ...look.styling.codeTheme, ...look.styling.codeTheme?.default },
  },
  pageActions: { ...look.pageActions, items: pageActionsOf(look) },
  socialAccounts: look.socialAccounts?.map((account) => ({
    ...account,
    display: { header: false, footer: true, ...account.display },
  })),
});

/** A favicon is a picture or an emoji: the one of a layer takes the place of the other of the layers before. */
function withWholeFavicon(layer: Customization): Customization {
  const { favicon } = layer;
  if (!favicon?.icon && !favicon?.emoji) return layer;
  return { ...layer, favicon: { icon: null, emoji: null, ...favicon } as object };
}

/** The themes of code in one form: `light` and `dark` are those of `default` and `openapi` that lack them. */
function withCodeThemes(layer: Customization): Customization {
  const given: unknown = layer.styling?.codeTheme;
  if (!isObject(given)) return layer;
  const shades = Object.fromEntries(Object.entries(given).filter(([name]) => name === 'light' || name === 'dark'));
  const whole = (theme: unknown): unknown => {
    if (isObject(theme)) return { ...shades, ...theme };
    return Object.keys(shades).length > 0 ? (theme ?? shades) : theme;
  };
  const themes = { default: whole(given.default), openapi: whole(given.openapi) } as object;
  return { ...layer, styling: { ...layer.styling, codeTheme: themes } };
}
