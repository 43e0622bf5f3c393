import { batch } from '../core/compose';
import { Url } from '../core/fields';

/** Where readers find a space: its address on the published site that has it, if there is one. */
export class PublishedUrl {
  @Url({ optional: true }) published?: string;
}

/** The published addresses of spaces, by space id. */
export const publishedUrls = batch('sites', 'publishedUrls', PublishedUrl, {
  perCaller: true,
  missing: (): PublishedUrl => ({}),
});
