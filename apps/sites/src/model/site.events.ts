import * as contracts from '@bindery/contracts';
import type { SiteEntity } from './site.entity';

export type SiteRow = Pick<SiteEntity, 'id' | 'organizationId' | 'version'>;

/** Events of a site get it as it is after the change; `actor` is the user where that is not the caller. */
export const siteCreated = (site: SiteRow) => contracts.siteCreated(contentOf(site));
export const siteUpdated = (site: SiteRow, actor?: string) => contracts.siteUpdated({ ...contentOf(site), actor });
export const sitePublished = (site: SiteRow) => contracts.sitePublished(contentOf(site));
export const siteUnpublished = (site: SiteRow) => contracts.siteUnpublished(contentOf(site));

/** Gets the site as it was before. */
export const siteDeleted = (site: SiteRow) => contracts.siteDeleted(contentOf(contracts.raiseVersion(site)));

const contentOf = ({ id, organizationId, version }: SiteRow) => ({
  organization: organizationId,
  aggregate: id,
  version,
  payload: { site: id },
});
