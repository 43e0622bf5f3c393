import { call, internal } from '../core/endpoint';
import { Flag, Nested, Text, Url } from '../core/fields';

export const mostPublicSites = 60;

export class PublicSite {
  @Text() title!: string;
  @Url({ max: 2_048, description: 'The URL of the site for readers.' }) address!: string;
}

export class PublicSites {
  @Nested(() => PublicSite, { array: { max: mostPublicSites } }) items!: PublicSite[];
  @Flag({ description: 'Whether there are more sites.' }) more!: boolean;
}

/** Public and indexed sites, for the home page. Only the gateway calls this. */
export const publicSites = internal('sites', {
  listPublicSites: call({ returns: PublicSites }),
});
