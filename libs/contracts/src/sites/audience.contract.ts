import { contract, del, get, patch, post } from '../core/endpoint';
import { Const, Flag, Id, Nested, OneOf, Text, Timestamp, Url } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import { unionOf } from '../core/schema';

class ShareLinkUrls {
  @Url({ description: 'The URL of the site with the key of the link.' }) published!: string;
}

export class ShareLink {
  @Const('share-link') object!: 'share-link';
  @Id() id!: string;
  @Timestamp() createdAt!: string;
  @Text({ max: 50 }) name!: string;
  @Flag() active!: boolean;
  @Nested(() => ShareLinkUrls) urls!: ShareLinkUrls;
}

export class CreateShareLink {
  @Text({ max: 50 }) name!: string;
}

export class UpdateShareLink {
  @Text({ max: 50, optional: true }) name?: string;
  @Flag({ optional: true }) active?: boolean;
}

/** Visitors come with a JWT that the site's owner signs with its key. */
export class VisitorAuthCustom {
  @Const('publishing-auth') object!: 'publishing-auth';
  @Const('custom') backend!: 'custom';
  @Text({ description: 'The key that signs the JWTs of visitors (HS256).' }) privateKey!: string;
  @Url({ optional: true, description: 'The URL to which visitors without a valid JWT are redirected.' })
  fallbackURL?: string;
}

/** Visitors are signed in by an integration, which signs their JWTs with the site's key. */
export class VisitorAuthIntegration {
  @Const('publishing-auth') object!: 'publishing-auth';
  @Const('integration') backend!: 'integration';
  @Text() privateKey!: string;
  @Url({ optional: true }) fallbackURL?: string;
  @Text({ max: 128 }) integration!: string;
}

export type SitePublishingAuth = VisitorAuthCustom | VisitorAuthIntegration;
const SitePublishingAuthDto = unionOf<SitePublishingAuth>('SitePublishingAuth', () => [
  VisitorAuthCustom,
  VisitorAuthIntegration,
]);

export class UpdateSitePublishingAuth {
  @OneOf(['custom', 'integration'], { optional: true }) backend?: 'custom' | 'integration';
  @Text({
    min: 1,
    max: 128,
    pattern: /^[\w.-]+$/,
    optional: true,
    description: 'The integration that authenticates visitors, for the backend `integration`.',
  })
  integration?: string;
  @Url({ optional: true, nullable: true }) fallbackURL?: string | null;
}

export class PreviewQuery {
  @Id({ optional: true, description: 'The site space to preview. Defaults to the default site space.' })
  siteSpace?: string;
  @Text({
    max: 4_096,
    optional: true,
    token: true,
    description: 'The claims of the previewed visitor, as JSON or Rison.',
  })
  claims?: string;
}

export class SitePreview {
  @Url({ max: 8_192 }) url!: string;
}

const site = '/orgs/:organizationId/sites/:siteId' as const;

export const siteAudience = contract('sites', 'Site access', {
  listSiteShareLinks: get(`${site}/share-links`, {
    summary: 'List the share links of a site',
    query: PageQuery,
    returns: PageOf(ShareLink),
  }),
  createSiteShareLink: post(`${site}/share-links`, {
    summary: 'Create a share link',
    body: CreateShareLink,
    returns: ShareLink,
    secret: true,
  }),
  updateSiteShareLinkById: patch(`${site}/share-links/:shareLinkId`, {
    summary: 'Rename, enable or disable a share link',
    body: UpdateShareLink,
    returns: ShareLink,
    secret: true,
    errors: [412],
  }),
  deleteSiteShareLinkById: del(`${site}/share-links/:shareLinkId`, {
    summary: 'Delete a share link',
    description: 'The key of the link becomes invalid.',
    errors: [412],
  }),
  getSitePublishingAuthById: get(`${site}/publishing/auth`, {
    summary: 'Get the visitor authentication of a site, with its signing key',
    returns: SitePublishingAuthDto,
  }),
  updateSitePublishingAuthById: patch(`${site}/publishing/auth`, {
    summary: 'Update the visitor authentication of a site',
    body: UpdateSitePublishingAuth,
    returns: SitePublishingAuthDto,
    secret: true,
    errors: [412],
  }),
  regenerateSitePublishingAuthById: post(`${site}/publishing/auth/regenerate`, {
    summary: 'Replace the signing key of a site',
    description: 'Tokens signed with the old key become invalid.',
    returns: SitePublishingAuthDto,
    secret: true,
  }),
  getSitePublishingPreviewById: get(`${site}/publishing/preview`, {
    summary: 'Get a URL that shows a site for one hour as a visitor with given claims sees it',
    query: PreviewQuery,
    returns: SitePreview,
  }),
});
