import { Const, Flag, Id, Int, Nested, OneOf, Text, Timestamp, Union, Url } from '../core/fields';
import { PageQuery } from '../core/page';
import { CustomizationFavicon } from './customization.dto';

export const siteTypes = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'] as const;
export type SiteType = (typeof siteTypes)[number];
export const siteVisibilities = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;
export type SiteVisibility = (typeof siteVisibilities)[number];
const agentsContexts = ['excluded', 'included'] as const;
export type AgentsContext = (typeof agentsContexts)[number];

export const siteFeatures = [
  'sites-adaptive-content',
  'sites-advanced-customization',
  'sites-advanced-insights',
  'sites-ads',
  'sites-ai-search',
  'sites-ai-assistant',
  'sites-embed',
  'sites-api-playground',
  'sites-basic-customization',
  'sites-custom-domain',
  'sites-custom-fonts',
  'sites-custom-subdirectory',
  'sites-full-text-search',
  'sites-multivariant-site',
  'sites-no-custom-domain',
  'sites-page-feedback',
  'sites-page-traffic-insights',
  'sites-pdf-export',
  'sites-preview-deployments',
  'sites-public-visibility',
  'sites-redirects',
  'sites-search-insights',
  'sites-sections',
  'sites-seo',
  'sites-share-links',
  'sites-unlisted-visibility',
  'sites-user-contribution',
  'sites-visitor-authentication',
  'sites-visitors',
] as const;
export type SiteFeatureId = (typeof siteFeatures)[number];
export const siteCustomizationFeatures = [
  'header-logo',
  'theme-preset',
  'premium-fonts',
  'custom-icons',
  'footer-logo',
  'footer-links',
  'footer-copyright',
  'semantic-colors',
] as const;

export class SiteFeature {
  @OneOf(siteFeatures) id!: SiteFeatureId;
  @OneOf(siteTypes) plan!: SiteType;
  @Flag() frozen!: boolean;
  @OneOf(siteCustomizationFeatures, { array: true, optional: true }) customizations?: string[];
}

const hostnamePattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;
export const Hostname = (options = {}) => Text({ max: 512, pattern: hostnamePattern, ...options });

const ProxyOrigin = (options = {}) =>
  Text({ max: 512, pattern: /^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/, ...options });

class SiteProxy {
  @ProxyOrigin() origin!: string;
  @Text({ description: 'The URL from which the proxy gets the site.' }) target!: string;
}

class SiteAdaptiveContent {
  @Flag() enabled!: boolean;
}

class SiteAdsPending {
  @Const('pending') status!: 'pending';
  @Flag() submittable!: boolean;
}

class SiteUrls {
  @Url() location!: string;
  @Url() app!: string;
  @Url({ optional: true }) published?: string;
}

export class Site {
  @Const('site') object!: 'site';
  @Id() id!: string;
  @OneOf(siteTypes) type!: SiteType;
  @Text({ min: 2, max: 128 }) title!: string;
  @Nested(() => CustomizationFavicon, { optional: true }) icon?: CustomizationFavicon;
  @Hostname({ optional: true }) hostname?: string;
  @Text({ min: 1, max: 100, optional: true }) basename?: string;
  @Nested(() => SiteProxy, { optional: true }) proxy?: SiteProxy;
  @OneOf(siteVisibilities) visibility!: SiteVisibility;
  @Flag({ description: 'Whether the site is published for its audience.' }) published!: boolean;
  @Int() siteSpaces!: number;
  @Timestamp() createdAt!: string;
  @Nested(() => SiteAdaptiveContent) adaptiveContent!: SiteAdaptiveContent;
  @Union('status', () => [SiteAdsPending], { optional: true }) ads?: SiteAdsPending;
  @OneOf(agentsContexts) agentsContext!: AgentsContext;
  @Nested(() => SiteFeature, { array: true }) features!: SiteFeature[];
  @Nested(() => SiteUrls) urls!: SiteUrls;
}

export class ListSitesQuery extends PageQuery {
  @Id({ optional: true, description: 'Only sites that contain this space.' }) space?: string;
  @Text({ max: 128, optional: true, description: 'Only sites whose title contains this text, in any case.' })
  title?: string;
  @Flag({ optional: true }) published?: boolean;
  @OneOf(siteTypes, { array: true, optional: true }) type?: SiteType[];
}

export class CreateSite {
  @OneOf(siteTypes, { optional: true }) type?: SiteType;
  @Text({ min: 2, max: 128, optional: true }) title?: string;
  @OneOf(siteVisibilities, {
    optional: true,
    description: 'Defaults to `public`. Nobody can see a site before it is published.',
  })
  visibility?: SiteVisibility;
  @Id({ array: { max: 1000 }, optional: true, description: 'The spaces to add. The first one becomes the default.' })
  spaces?: string[];
}

/** One segment of an address. */
const segment = { min: 1, max: 100, pattern: /^(?!\.{1,2}$)[^\s/?#%\\]+$/ };
export const PathSegment = (options = {}) => Text({ ...segment, ...options });

export class UpdateSite {
  @Hostname({ optional: true, nullable: true, description: 'A custom host name. null removes it.' })
  hostname?: string | null;
  @Text({ min: 2, max: 128, optional: true }) title?: string;
  @OneOf(siteVisibilities, { optional: true }) visibility?: SiteVisibility;
  @PathSegment({ optional: true, description: 'The last part of the URL of the site.' }) basename?: string;
  @Nested(() => SiteAdaptiveContent, { optional: true }) adaptiveContent?: SiteAdaptiveContent;
  @OneOf(agentsContexts, { optional: true }) agentsContext?: AgentsContext;
  @Id({ optional: true, description: 'The default site space of the site, or of its default section.' })
  defaultSiteSpace?: string;
  @Id({ optional: true }) defaultSiteSection?: string;
  @ProxyOrigin({
    optional: true,
    nullable: true,
    description: 'The host and path at which a proxy of yours shows the site. null removes it.',
  })
  proxy?: string | null;
}
