import { batch } from '../core/compose';
import { Const, OneOf, Text, Union, Url } from '../core/fields';

/** Visitors sign in with a JWT from the owner of the site. */
export class VisitorAuthCustomBackend {
  @Const('custom') backend!: 'custom';
}

/** Visitors are signed in by an integration. */
export class VisitorAuthIntegrationBackend {
  @Const('integration') backend!: 'integration';
  @Text({ max: 128, description: 'The name of the integration.' }) integration!: string;
}

export type VisitorAuth = VisitorAuthCustomBackend | VisitorAuthIntegrationBackend;
export const visitorAuthBackends = () => [VisitorAuthCustomBackend, VisitorAuthIntegrationBackend];

const siteVisibilities = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;

/**
 * The public addresses of a space: on its published site, if there is one, with the audience and the authentication of that
 * site, and on the public site that search engines index.
 */
export class PublishedUrl {
  @Url({ optional: true }) published?: string;
  @Url({ optional: true }) public?: string;
  @Union('backend', visitorAuthBackends, { optional: true }) visitorAuth?: VisitorAuth;
  @OneOf(siteVisibilities, { optional: true, description: 'The visibility of the site with the widest audience.' })
  visibility?: (typeof siteVisibilities)[number];
  @Const('public', { optional: true, description: 'Included together with `public`.' }) everywhere?: 'public';
}

/** The published addresses of spaces, by space id. */
export const publishedUrls = batch('sites', 'publishedUrls', PublishedUrl, {
  perCaller: true,
  kept: true,
  missing: (): PublishedUrl => ({}),
});
