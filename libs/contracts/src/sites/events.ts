import { event } from '../core/event';

export interface SiteChanged {
  site: string;
}

export const siteCreated = event<SiteChanged>('sites', 'site.created');
/** A site's settings, structure, look or access have changed. */
export const siteUpdated = event<SiteChanged>('sites', 'site.updated');
export const sitePublished = event<SiteChanged>('sites', 'site.published');
export const siteUnpublished = event<SiteChanged>('sites', 'site.unpublished');
export const siteDeleted = event<SiteChanged>('sites', 'site.deleted');
