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

/** An action of a reader of a site, which integrations may get as an event. Addresses and cookies of readers are not kept. */
export interface ReaderAct {
  type: 'page_view' | 'page_feedback';
  url: string;
  referrer: string;
  /** A pseudonymous id of the reader, and nothing else about them. */
  visitor: string;
  language?: string;
  siteSpace?: string;
  space?: string;
  page?: string;
  rating?: string;
  comment?: string;
}

export interface ReadersActed {
  site: string;
  acts: ReaderAct[];
}

export const readersActed = event<ReadersActed>('sites', 'site.readers_acted');
