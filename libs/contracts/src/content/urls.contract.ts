import { changeRequestCards, type ChangeRequest } from '../change-requests/change-requests.contract';
import { Foreign } from '../core/compose';
import { contract, get } from '../core/endpoint';
import { Nested, Url } from '../core/fields';
import { Collection } from './collections.contract';
import { RevisionPage } from './pages.dto';
import { Space } from './spaces.contract';

/** A collection, or a space and, where the address goes on, a change request and a page of it. */
export class ContentByUrl {
  @Nested(() => Collection, { optional: true }) collection?: Collection;
  @Nested(() => Space, { optional: true }) space?: Space;
  @Foreign(changeRequestCards, { optional: true }) changeRequest?: ChangeRequest;
  @Nested(() => RevisionPage, { optional: true }) page?: RevisionPage;
}

export class ContentUrlQuery {
  @Url() url!: string;
}

export const urls = contract('content', 'URLs', {
  getContentByUrl: get('/urls/content', {
    summary: 'Get the content shown at a URL of the app or of a published site',
    query: ContentUrlQuery,
    returns: ContentByUrl,
  }),
});
