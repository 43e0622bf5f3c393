import type { SiteCustomizationSettings } from '@bindery/contracts';
import { hashOf } from './asset-name';
import { fontRules } from './fonts';
import { blockRules } from './style-blocks';
import { lastRules, pageRules } from './style-page';
import { tokensOf } from './tokens';

/** The one style sheet of a site: its tokens and fonts, and the common rules. */
export const styleSheet = (look: SiteCustomizationSettings): string =>
  [tokensOf(look), fontRules(look.styling), pageRules, blockRules, lastRules].join('\n');

/** The file name of the style sheet: different for every look, so that browsers may cache it for ever. */
export const styleName = (look: SiteCustomizationSettings): string => `~style.${hashOf(styleSheet(look))}.css`;
