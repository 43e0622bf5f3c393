import { FontDefinition } from '../content/fonts.contract';
import { Flag, Nested, OneOf, Text, Url, Value, type FieldOptions } from '../core/fields';
import { parse } from '../core/parse';
import { ContentRefField, type ContentRef } from './content-ref.dto';

const Color = (options: FieldOptions = {}) => Text({ max: 7, pattern: /^#(?:[0-9a-fA-F]{3}){1,2}$/, ...options });

export class CustomizationThemedURL {
  @Url() light!: string;
  @Url() dark!: string;
}

export class CustomizationThemedColor {
  @Color() light!: string;
  @Color() dark!: string;
}

/** A picture for light and dark, an emoji, or nothing. */
export class CustomizationFavicon {
  @Nested(() => CustomizationThemedURL, { optional: true }) icon?: CustomizationThemedURL;
  @Text({ max: 50, optional: true }) emoji?: string;
}

export class CustomizationContentLink {
  @Text({ max: 64 }) title!: string;
  @ContentRefField() to!: ContentRef;
}

class CustomizationHeaderItem {
  @Text({ max: 64 }) title!: string;
  @OneOf(['link', 'button-primary', 'button-secondary'], { optional: true }) style?: string;
  @ContentRefField({ nullable: true }) to!: ContentRef | null;
  @Nested(() => CustomizationContentLink, { array: { max: 50 } }) links!: CustomizationContentLink[];
  @Text({ max: 1024, optional: true }) condition?: string;
}

class CustomizationFooterGroup {
  @Text({ max: 64 }) title!: string;
  @Nested(() => CustomizationContentLink, { array: { max: 50 } }) links!: CustomizationContentLink[];
}

class CustomizationAnnouncement {
  @Flag() enabled!: boolean;
  @Text({ min: 2, max: 128 }) message!: string;
  @Nested(() => CustomizationContentLink, { optional: true }) link?: CustomizationContentLink;
  @OneOf(['info', 'warning', 'danger', 'success']) style!: string;
}

const fonts = [
  'ABCFavorit',
  'Inter',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
] as const;
const monospaceFonts = [
  'FiraCode',
  'IBMPlexMono',
  'JetBrainsMono',
  'SourceCodePro',
  'RobotoMono',
  'SpaceMono',
  'DMMono',
  'Inconsolata',
] as const;

class CustomizationTint {
  @Nested(() => CustomizationThemedColor) color!: CustomizationThemedColor;
}

class CustomizationSidebar {
  @OneOf(['default', 'filled']) background!: string;
  @OneOf(['default', 'pill', 'line']) list!: string;
}

class CustomizationThemedCodeTheme {
  @Text({ max: 64 }) light!: string;
  @Text({ max: 64 }) dark!: string;
}

/** The themes of code. Answers always have `default` and `openapi`, and those of `default` as `light` and `dark`. */
class CustomizationCodeTheme {
  @Text({ max: 64, description: 'Used in light mode where `default` or `openapi` is not given.' })
  light: string = 'default-light';
  @Text({ max: 64, description: 'Used in dark mode where `default` or `openapi` is not given.' })
  dark: string = 'default-dark';
  @Nested(() => CustomizationThemedCodeTheme, { optional: true }) default?: CustomizationThemedCodeTheme;
  @Nested(() => CustomizationThemedCodeTheme, { optional: true, description: 'The theme of code in OpenAPI blocks.' })
  openapi?: CustomizationThemedCodeTheme;
}

const fontObject = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    custom: { type: 'boolean' },
    fontFamily: { type: 'string' },
    fontFaces: { type: 'array', items: { type: 'object' } },
  },
  required: ['id', 'custom', 'fontFamily', 'fontFaces'],
};

/** A font of the platform by its name, or one of the organization. */
const Font = (names: readonly string[]) =>
  Value({ anyOf: [{ type: 'string', enum: names }, fontObject] }, (value) => isFont(names, value), {
    description:
      'The name of a font, or a font of the organization as `GET /orgs/{organizationId}/fonts` returns it, of which only the `id` is used.',
  });

function isFont(names: readonly string[], value: unknown): true | string {
  if (typeof value === 'string' && names.includes(value)) return true;
  if (typeof value !== 'object') return `must be one of ${names.join(', ')}, or a font of the organization`;
  try {
    parse(FontDefinition, value, 'font');
    return true;
  } catch (error) {
    return `must be a font: ${(error as Error).message}`;
  }
}

class CustomizationStyling {
  @OneOf(['clean', 'muted', 'bold', 'gradient']) theme!: string;
  @Nested(() => CustomizationThemedColor) primaryColor!: CustomizationThemedColor;
  @Nested(() => CustomizationTint, { optional: true }) tint?: CustomizationTint;
  @Nested(() => CustomizationThemedColor) infoColor!: CustomizationThemedColor;
  @Nested(() => CustomizationThemedColor) successColor!: CustomizationThemedColor;
  @Nested(() => CustomizationThemedColor) warningColor!: CustomizationThemedColor;
  @Nested(() => CustomizationThemedColor) dangerColor!: CustomizationThemedColor;
  @OneOf(['straight', 'rounded', 'circular']) corners!: string;
  @OneOf(['subtle', 'flat']) depth!: string;
  @OneOf(['default', 'accent']) links!: string;
  @Font(fonts) font!: string | FontDefinition;
  @Font(monospaceFonts) monospaceFont!: string | FontDefinition;
  @OneOf(['plain', 'match'], { optional: true }) background?: string;
  @OneOf(['regular', 'solid', 'duotone', 'light', 'thin']) icons!: string;
  @Nested(() => CustomizationSidebar) sidebar!: CustomizationSidebar;
  @OneOf(['prominent', 'subtle']) search!: string;
  @Nested(() => CustomizationCodeTheme, { optional: true }) codeTheme?: CustomizationCodeTheme;
}

class CustomizationInternationalization {
  @OneOf(['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru']) locale!: string;
}

class CustomizationHeader {
  @OneOf(['default', 'bold', 'contrast', 'custom', 'none']) preset!: string;
  @Nested(() => CustomizationThemedURL, { optional: true }) logo?: CustomizationThemedURL;
  @Nested(() => CustomizationThemedColor, { optional: true }) backgroundColor?: CustomizationThemedColor;
  @Nested(() => CustomizationThemedColor, { optional: true }) linkColor?: CustomizationThemedColor;
  @Nested(() => CustomizationHeaderItem, { array: { max: 50 } }) links!: CustomizationHeaderItem[];
}

class CustomizationFooter {
  @Nested(() => CustomizationThemedURL, { optional: true }) logo?: CustomizationThemedURL;
  @Nested(() => CustomizationFooterGroup, { array: { max: 50 } }) groups!: CustomizationFooterGroup[];
  @Text({ max: 300, optional: true }) copyright?: string;
}

class CustomizationThemes {
  @OneOf(['light', 'dark']) default!: string;
  @Flag() toggeable!: boolean;
}

class CustomizationSwitch {
  @Flag() enabled!: boolean;
}

class CustomizationAI {
  @OneOf(['none', 'search', 'assistant']) mode!: string;
}

class CustomizationGit {
  @Flag() showEditLink!: boolean;
}

class CustomizationPageActions {
  @Flag() externalAI!: boolean;
  @Flag() markdown!: boolean;
  @Flag() mcp!: boolean;
  @Text({
    max: 64,
    array: { max: 20 },
    optional: true,
    description:
      'The page actions that are on, in order: `assistant`, `markdown`, `mcp`, `external-ai`, `git` and `pdf`. In a request they only set the order: other fields turn the actions on. `externalAI` is read as `external-ai`.',
  })
  items?: string[];
}

class CustomizationExternalLinks {
  @OneOf(['self', 'blank']) target!: string;
}

class CustomizationUrl {
  @Url({ optional: true }) url?: string;
}

class CustomizationInsights {
  @Flag() trackingCookie: boolean = true;
}

class CustomizationSocialDisplay {
  @Flag({ description: 'Defaults to false.' }) header: boolean = false;
  @Flag({ description: 'Defaults to true.' }) footer: boolean = true;
}

class CustomizationSocialAccount {
  @OneOf([
    'twitter',
    'instagram',
    'facebook',
    'linkedin',
    'github',
    'discord',
    'slack',
    'youtube',
    'tiktok',
    'reddit',
    'bluesky',
    'mastodon',
    'threads',
    'medium',
  ])
  platform!: string;
  @Text({ max: 256 }) handle!: string;
  @Nested(() => CustomizationSocialDisplay, {
    optional: true,
    description: 'Where pages show the account. Always included in answers.',
  })
  display?: CustomizationSocialDisplay;
}

/** How a site looks. Every group is there in every answer; what is optional here older clients do not send. */
export class SiteCustomizationSettings {
  @Text({ min: 2, max: 128, optional: true }) title?: string;
  @Nested(() => CustomizationStyling) styling!: CustomizationStyling;
  @Nested(() => CustomizationInternationalization, { optional: true })
  internationalization?: CustomizationInternationalization;
  @Nested(() => CustomizationFavicon) favicon!: CustomizationFavicon;
  @Nested(() => CustomizationHeader) header!: CustomizationHeader;
  @Nested(() => CustomizationFooter) footer!: CustomizationFooter;
  @Nested(() => CustomizationAnnouncement, { optional: true }) announcement?: CustomizationAnnouncement;
  @Nested(() => CustomizationThemes) themes!: CustomizationThemes;
  @Nested(() => CustomizationSwitch) pdf!: CustomizationSwitch;
  @Nested(() => CustomizationSwitch) feedback!: CustomizationSwitch;
  @Nested(() => CustomizationAI) ai!: CustomizationAI;
  @Nested(() => CustomizationSwitch) advancedCustomization!: CustomizationSwitch;
  @Nested(() => CustomizationGit) git!: CustomizationGit;
  @Nested(() => CustomizationPageActions) pageActions!: CustomizationPageActions;
  @Nested(() => CustomizationExternalLinks) externalLinks!: CustomizationExternalLinks;
  @Nested(() => CustomizationSwitch) pagination!: CustomizationSwitch;
  @Nested(() => CustomizationSwitch) trademark!: CustomizationSwitch;
  @Nested(() => CustomizationUrl) privacyPolicy!: CustomizationUrl;
  @Nested(() => CustomizationUrl) socialPreview!: CustomizationUrl;
  @Nested(() => CustomizationSocialAccount, { array: { max: 20 }, optional: true })
  socialAccounts?: CustomizationSocialAccount[];
  @Nested(() => CustomizationInsights) insights!: CustomizationInsights;
}
