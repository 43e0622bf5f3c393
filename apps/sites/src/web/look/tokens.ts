import type { SiteCustomizationSettings } from '@bindery/contracts';
import { codeColors } from './code-themes';
import { contrast, mixed, readable, readableOn } from './colors';

type Styling = SiteCustomizationSettings['styling'];
type Header = SiteCustomizationSettings['header'];

/** A color for light mode and one for dark mode. */
interface ColorPair {
  light: string;
  dark: string;
}

const schemes = ['light', 'dark'] as const;

/** Perceived grey on each background, before the site's tint. */
const neutral = {
  back: { light: '#ffffff', dark: '#15171c' },
  panel: { light: '#f6f7f9', dark: '#1c1f26' },
  fill: { light: '#edeff2', dark: '#272b33' },
  line: { light: '#e2e5ea', dark: '#2d323b' },
  soft: { light: '#565e6a', dark: '#a5adb9' },
  text: { light: '#1c2026', dark: '#e7eaef' },
} satisfies Record<string, ColorPair>;

/** The share of the site's tint in each of them. */
const tinted: Record<keyof typeof neutral, number> = {
  ...{ back: 0.015, panel: 0.05, fill: 0.08 },
  ...{ line: 0.14, soft: 0.2, text: 0.1 },
};

type Greys = Record<keyof typeof neutral, ColorPair>;

/** Links in the primary color, or in that of the text with an underline in the primary color. */
const linkLooks: Record<string, Record<string, string>> = {
  default: { link: 'var(--primary)', 'link-edge': 'currentColor', 'link-line': '1px' },
  accent: { link: 'var(--text)', 'link-edge': 'var(--primary)', 'link-line': '2px' },
};

const accents = ['primary', 'info', 'success', 'warning', 'danger'] as const;

const forEachScheme = (make: (scheme: (typeof schemes)[number]) => string): ColorPair => ({
  light: make('light'),
  dark: make('dark'),
});

const themed = ({ light, dark }: ColorPair): string => (light === dark ? light : `light-dark(${light},${dark})`);

/** The colors and measures of a site, as custom properties that all rules use. */
export function tokensOf({ styling, header }: Pick<SiteCustomizationSettings, 'styling' | 'header'>): string {
  const greys = greysOf(styling);
  const values: Record<string, string> = {};
  for (const [name, color] of Object.entries(greys)) values[name] = themed(color);
  for (const name of accents) {
    const color = styling[`${name}Color`];
    // The darkest background on which a color is used for text.
    values[name] = themed(forEachScheme((scheme) => readableOn(color[scheme], greys.fill[scheme])));
    values[`${name}-wash`] = themed(forEachScheme((scheme) => mixed(greys.back[scheme], color[scheme], 0.08)));
    values[`${name}-edge`] = themed(forEachScheme((scheme) => mixed(greys.back[scheme], color[scheme], 0.3)));
  }
  const solid = forEachScheme((scheme) => styling.primaryColor[scheme]);
  values.solid = themed(solid);
  values['on-solid'] = themed(forEachScheme((scheme) => inkOn(solid[scheme])));
  const corner = { straight: 0, rounded: 0.5, circular: 1 }[styling.corners] ?? 0.5;
  Object.assign(values, { corner: `${corner}rem`, 'corner-small': `${corner / 2}rem` });
  if (styling.corners === 'circular') values['corner-button'] = '2rem';
  else values['corner-button'] = 'var(--corner)';
  values.shadow = styling.depth === 'flat' ? 'none' : '0 1px 2px light-dark(#1018280d,#0006)';
  values.raised = styling.depth === 'flat' ? 'none' : '0 8px 24px light-dark(#1018281f,#000a)';
  values.ground =
    styling.theme === 'gradient'
      ? 'linear-gradient(var(--primary-wash),transparent 24rem) no-repeat var(--back)'
      : 'var(--back)';
  Object.assign(values, codeColors(styling));
  Object.assign(values, linkLooks[styling.links] ?? linkLooks.default);
  Object.assign(values, headerColors(styling, header, greys));
  return `:root{${Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`;
}

function greysOf({ tint, theme, background, primaryColor }: Styling): Greys {
  const color = tint?.color ?? (background === 'match' ? primaryColor : undefined);
  const greys = Object.fromEntries(
    Object.entries(neutral).map(([name, grey]) => [
      name,
      color
        ? forEachScheme((scheme) => mixed(grey[scheme], color[scheme], tinted[name as keyof typeof neutral]))
        : grey,
    ]),
  ) as Greys;
  // Muted sites use the panel color as background; their panels are as bright as other sites' backgrounds.
  if (theme === 'muted') [greys.back, greys.panel] = [greys.panel, greys.back];
  if (background === 'match' && !tint)
    greys.back = forEachScheme((scheme) => mixed(greys.back[scheme], color![scheme], 0.04));
  // Secondary text must be readable on every grey.
  greys.soft = forEachScheme((scheme) => readableOn(greys.soft[scheme], greys.fill[scheme]));
  return greys;
}

/** White where it is readable, else black, which is readable then. */
const inkOn = (color: string): string => (contrast('#ffffff', color) >= readable ? '#ffffff' : '#000000');

/**
 * The colors of the bar at the top: its background, its text, the line below it, its marks for the current section and hover, and
 * its buttons.
 */
function headerColors(styling: Styling, header: Header, greys: Greys): Record<string, string> {
  const back = headerBack(styling, header, greys);
  if (!back) {
    const line = header.preset === 'none' ? 'transparent' : 'var(--line)';
    return {
      ...{ 'top-back': 'var(--back)', 'top-text': 'var(--text)', 'top-line': line, 'top-mark': 'var(--primary)' },
      ...{ 'top-solid': 'var(--solid)', 'top-on-solid': 'var(--on-solid)' },
    };
  }
  const { linkColor } = header;
  const text = forEachScheme((scheme) =>
    linkColor ? readableOn(linkColor[scheme], back[scheme]) : inkOn(back[scheme]),
  );
  const line = forEachScheme((scheme) => mixed(back[scheme], text[scheme], 0.2));
  return {
    'top-back': themed(back),
    'top-text': themed(text),
    'top-line': themed(line),
    // The primary color may be that of the background.
    'top-mark': 'var(--top-text)',
    'top-solid': 'var(--top-text)',
    'top-on-solid': 'var(--top-back)',
  };
}

/** The background of a bar that differs from the page; undefined where it does not. */
function headerBack(
  { theme, primaryColor }: Styling,
  { preset, backgroundColor }: Header,
  greys: Greys,
): ColorPair | undefined {
  if (preset === 'custom' && backgroundColor) return backgroundColor;
  if (preset === 'contrast') return { light: greys.text.light, dark: greys.fill.dark };
  if (preset === 'bold' || (preset === 'default' && theme === 'bold')) return primaryColor;
  return undefined;
}
