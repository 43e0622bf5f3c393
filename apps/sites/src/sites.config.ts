import {
  address,
  endpointSettings,
  flag,
  integer,
  list,
  oneOf,
  text,
  type ConfigOf,
  type Setting,
} from '@bindery/config';
import { siteFeatures, siteTypes, type SiteFeatureId } from '@bindery/contracts';

/** All site features of this platform. */
const built: readonly SiteFeatureId[] = [
  'sites-adaptive-content',
  'sites-advanced-customization',
  'sites-basic-customization',
  'sites-custom-domain',
  'sites-custom-subdirectory',
  'sites-full-text-search',
  'sites-multivariant-site',
  'sites-page-feedback',
  'sites-page-traffic-insights',
  'sites-public-visibility',
  'sites-redirects',
  'sites-search-insights',
  'sites-sections',
  'sites-share-links',
  'sites-unlisted-visibility',
  'sites-visitor-authentication',
  'sites-visitors',
];

const features = (about: string): Setting<SiteFeatureId[]> => ({
  about,
  fallback: [...built],
  defaultText: 'all that there are',
  parse: (text) =>
    list('')
      .parse(text)
      .map((name) => {
        const known = siteFeatures.find((feature) => feature === name);
        if (!known) throw new Error(`has ${name}, which is not one of ${siteFeatures.join(', ')}`);
        return known;
      }),
});

export const sitesSettings = {
  SITE_TYPE: oneOf(siteTypes, 'the type of sites that are created without one; no feature depends on it', 'basic'),
  SITE_FEATURES: features(
    'the features that every site shows, with commas between them; leaving one out does not switch it off',
  ),
  INSIGHTS_DAYS: integer(
    'the days for which events of readers of sites are kept; their network addresses are never kept',
    400,
    1,
  ),
  RENDERER_URL: address('the URL of a renderer of sites (GitbookIO/gitbook) that is notified of changes', ''),
  RENDERER_SECRET: text('the GITBOOK_SECRET of that renderer', ''),
  SITE_ADS: flag('whether sites show that ads can be asked for; there are none', false),
  ...endpointSettings,
};

export type SitesConfig = ConfigOf<typeof sitesSettings>;

/** The injection token of the service's own settings. */
export const SITES_CONFIG = Symbol('sites config');
