import type { SiteCustomizationSettings } from '@bindery/contracts';
import { pageActionsOf } from './page-actions';

/** Parts of a look: absent parts are inherited, from the site or from the default look. */
export type Customization = DeepPartial<SiteCustomizationSettings>;

type DeepPartial<T> = T extends unknown[] ? T : T extends object ? { [K in keyof T]?: DeepPartial<T[K]> } : T;

/** Lists are single values: they are replaced, never merged. Null removes an inherited or own value. */
export function merge(base: unknown, change: unknown): unknown {
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

const both = (color: string) => ({ light: color, dark: color });

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
    codeTheme: { light: 'default-light', dark: 'default-dark' },
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
  layers.map(withWholeFavicon).reduce<unknown>(merge, defaultCustomization) as SiteCustomizationSettings;

/** With the fields that renderers of the public API read and that can be stored otherwise, or not at all. */
const withDerived = (look: SiteCustomizationSettings): SiteCustomizationSettings => ({
  ...look,
  pageActions: { ...look.pageActions, items: pageActionsOf(look) },
  socialAccounts: look.socialAccounts?.map((account) => ({
    ...account,
    display: { header: false, footer: true, ...account.display },
  })),
});

/** A favicon is a picture or an emoji: the one of a layer takes the place of the other of the layers before. */
function withWholeFavicon(layer: Customization): object {
  const { favicon } = layer;
  if (!favicon?.icon && !favicon?.emoji) return layer;
  return { ...layer, favicon: { icon: null, emoji: null, ...favicon } };
}
