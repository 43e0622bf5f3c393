import type { SiteCustomizationSettings } from '@bindery/contracts';
import { mixed, readableOn } from './colors';

/** The kinds of tokens that have a color, in the order of a theme's colors. */
export const codeTokens = ['comment', 'keyword', 'name', 'number', 'string', 'tag', 'title', 'type'] as const;

/** The background and the text color, then one color for each of `codeTokens`. */
type CodeTheme = readonly [ground: string, text: string, ...tokens: string[]];

const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

/** The colors of themes by the name that editors use. Each theme can be used in light and in dark mode. */
const themes: Record<string, string> = {
  'catppuccin-latte': '#eff1f5 #4c4f69 #7c7f93 #8839ef #1e66f5 #fe640b #40a02b #1e66f5 #1e66f5 #df8e1d',
  'catppuccin-mocha': '#1e1e2e #cdd6f4 #9399b2 #cba6f7 #89b4fa #fab387 #a6e3a1 #89b4fa #89b4fa #f9e2af',
  dracula: '#282a36 #f8f8f2 #6272a4 #ff79c6 #50fa7b #bd93f9 #f1fa8c #ff79c6 #50fa7b #8be9fd',
  'github-dark': '#0d1117 #e6edf3 #8b949e #ff7b72 #79c0ff #79c0ff #a5d6ff #7ee787 #d2a8ff #ffa657',
  'github-light': '#ffffff #1f2328 #59636e #cf222e #0550ae #0550ae #0a3069 #116329 #8250df #953800',
  monokai: '#272822 #f8f8f2 #88846f #f92672 #a6e22e #ae81ff #e6db74 #f92672 #a6e22e #66d9ef',
  'night-owl': '#011627 #d6deeb #637777 #c792ea #addb67 #f78c6c #ecc48d #caece6 #82aaff #ffcb8b',
  nord: '#2e3440 #d8dee9 #616e88 #81a1c1 #8fbcbb #b48ead #a3be8c #81a1c1 #88c0d0 #8fbcbb',
  'one-dark-pro': '#282c34 #abb2bf #7f848e #c678dd #d19a66 #d19a66 #98c379 #e06c75 #61afef #e5c07b',
  'one-light': '#fafafa #383a42 #a0a1a7 #a626a4 #986801 #986801 #50a14f #e45649 #4078f2 #c18401',
  'solarized-dark': '#002b36 #839496 #586e75 #859900 #268bd2 #d33682 #2aa198 #268bd2 #268bd2 #b58900',
  'solarized-light': '#fdf6e3 #657b83 #93a1a1 #859900 #268bd2 #d33682 #2aa198 #268bd2 #268bd2 #b58900',
};

export const codeThemes = Object.keys(themes);

/** The default: the background of panels and the text color of the page. */
const own: Record<Scheme, CodeTheme> = {
  light: ['var(--panel)', 'var(--text)', ...themes['github-light']!.split(' ').slice(2)],
  dark: ['var(--panel)', 'var(--text)', ...themes['github-dark']!.split(' ').slice(2)],
};

/** The backgrounds with the least contrast to tokens on the panel: marked lines of code. */
const markedPanel: Record<Scheme, string> = { light: '#ece9e2', dark: '#3a3527' };

/** The custom properties with the colors of code, for light and dark mode. */
export function codeColors({ codeTheme }: SiteCustomizationSettings['styling']): Record<string, string> {
  const [light, dark] = schemes.map((scheme) => colorsIn(scheme, codeTheme?.[scheme])) as [string[], string[]];
  const names = ['code-back', 'code-text', ...codeTokens.map((token) => `t-${token}`)];
  return Object.fromEntries(
    names.map((name, at) => [name, light[at] === dark[at] ? light[at]! : `light-dark(${light[at]},${dark[at]})`]),
  );
}

function colorsIn(scheme: Scheme, name: string | undefined): string[] {
  const known = name !== undefined && Object.hasOwn(themes, name) ? themes[name]!.split(' ') : undefined;
  if (!known) return withReadable(own[scheme], markedPanel[scheme], own[scheme][1]);
  const [ground, text] = known as [string, string];
  // Marked lines are tinted; text needs contrast on them as well.
  const marked = mixed(ground, text, 0.1);
  return withReadable(known as unknown as CodeTheme, marked, readableOn(text, marked));
}

const withReadable = ([ground, , ...tokens]: CodeTheme, marked: string, text: string): string[] => [
  ground,
  text,
  ...tokens.map((color) => readableOn(color, marked)),
];
