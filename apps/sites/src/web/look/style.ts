import { createHash } from 'node:crypto';
import type { SiteCustomizationSettings } from '@bindery/contracts';
import { readableOn } from './colors';
import { blockRules } from './style-blocks';
import { pageRules } from './style-page';

const backgrounds = { light: '#ffffff', dark: '#15181d' };
/** The least that colors have to stand out from: the tinted boxes that they are used in. */
const boxes = { light: '#e4e8ec', dark: '#2a3038' };
const colors = ['primary', 'info', 'success', 'warning', 'danger'] as const;

/** The one style sheet of a site: its colors, and rules that are the same for all. */
export function styleSheet({ styling }: SiteCustomizationSettings): string {
  const own = colors.map((name) => {
    const { light, dark } = styling[`${name}Color`];
    return `--${name}: light-dark(${readableOn(light, boxes.light)}, ${readableOn(dark, boxes.dark)});`;
  });
  const corners = { straight: '0', rounded: '.4rem', circular: '1rem' }[styling.corners] ?? '.4rem';
  const variables = [...own, `--back: light-dark(${backgrounds.light}, ${backgrounds.dark});`, `--corner: ${corners};`];
  return `:root{${variables.join('')}}\n${pageRules}\n${blockRules}`;
}

/** The name under which the style sheet is served: another one for every look, so that browsers may keep it for ever. */
export const styleName = (look: SiteCustomizationSettings): string => `~style.${hashOf(styleSheet(look))}.css`;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
