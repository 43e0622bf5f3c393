import type { SiteCustomizationSettings } from '@bindery/contracts';
import { hashOf } from './asset-name';
import { fontRules } from './fonts';
import { blockRules } from './style-blocks';
import { lastRules, pageRules } from './style-page';
import { tokensOf } from './tokens';

/** The one style sheet of a site: its tokens and fonts, and rules that are the same for all. */
export const styleSheet = (look: SiteCustomizationSettings): string =>
  [tokensOf(look), fontRules(look.styling), pageRules, blockRules, lastRules].join('\n');

/** The name under which the style sheet is served: another one for every look, so that browsers may keep it for ever. */
export const styleName = (look: SiteCustomizationSettings): string => `~style.${hashOf(styleSheet(look))}.css`;
