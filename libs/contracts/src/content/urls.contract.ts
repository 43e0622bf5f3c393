import { contract, get } from '../core/endpoint';
import { Nested, Url } from '../core/fields';
import { Collection } from './collections.contract';
import { RevisionPage } from './pages.dto';
import { Space } from './spaces.contract';

/** A collection, or a space and, where the address goes on, a page of it. */
export class ContentByUrl {
  @Nested(() => Collection, { optional: true }) collection?: Collection;
  @Nested(() => Space, { optional: true }) space?: Space;
  @Nested(() => RevisionPage, { optional: true }) page?: RevisionPage;
}

export class ContentUrlQuery {
  @Url() url!: string;
}

export const urls = contract('content', 'URLs', {
  getContentByUrl: get('/urls/content', {
    summary: 'Get what an address of the app shows',
    query: ContentUrlQuery,
    returns: ContentByUrl,
  }),
});
