import { batch } from '../core/compose';
import { Flag, Nested, Text, Url } from '../core/fields';

/** A script that an integration adds to the pages of a site. */
export class SiteIntegrationScript {
  @Url() script!: string;
  @Text({ optional: true }) contentSecurityPolicy?: string;
  @Flag({ description: 'Whether the script may set cookies.' }) cookies!: boolean;
}

export class SiteScripts {
  @Nested(() => SiteIntegrationScript, { array: true }) scripts!: SiteIntegrationScript[];
}

/** The scripts of sites by the site's id; the calling service has checked that its caller may see the site. */
export const siteScripts = batch('integrations', 'siteScripts', SiteScripts);
