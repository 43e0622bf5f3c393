import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  changeRequestKey,
  composed,
  notFound,
  publishedAddresses,
  urls as contract,
  type ChangeRequest,
  type ContentByUrl,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, RpcClient } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { DraftAccess } from '../../drafts/branches/draft-access';
import { presentCollection } from '../../catalog/collections/collection.presenter';
import { CollectionRepository } from '../../catalog/collections/collection.repository';
import { ContentReader } from '../../revisions/revisions/content-reader';
import { RevisionRepository } from '../../revisions/revisions/revision.repository';
import { presentSpace } from '../../catalog/spaces/space.presenter';
import { SpaceRepository } from '../../catalog/spaces/space.repository';
import { parseAppUrl } from './app-url';

/** A page of a space at an address of a site. */
interface PublishedUrl {
  organization: undefined;
  space: string;
  path: string;
  revision?: undefined;
  changeRequest?: undefined;
}

/** Resolves addresses of the app, and of published sites, to their content. */
@Controller()
export class UrlsController {
  constructor(
    private readonly spaces: SpaceRepository,
    private readonly collections: CollectionRepository,
    private readonly revisions: RevisionRepository,
    private readonly drafts: DraftAccess,
    private readonly reader: ContentReader,
    private readonly rpc: RpcClient,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.getContentByUrl)
  async content({ query, principal }: RequestOf<typeof contract.getContentByUrl>): Promise<ContentByUrl> {
    const { PUBLIC_URL: publicUrl } = this.config;
    const named = parseAppUrl(query.url, publicUrl) ?? (await this.published(principal, query.url));
    if ('collection' in named) {
      const { collection, level } = await this.collections.get(principal, named.collection);
      if (collection.organizationId !== named.organization) throw notFound('Content');
      return { collection: presentCollection(collection, level, publicUrl) };
    }
    const access = await this.spaces.getActive(principal, named.space);
    const { space, revision: head } = access;
    if (named.organization !== undefined && space.organizationId !== named.organization) throw notFound('Content');
    const draft = named.changeRequest ? await this.draft(principal, space.id, named.changeRequest) : undefined;
    const shown = { space: presentSpace(access, principal, publicUrl), ...draft?.shown };
    if (!named.path) return shown;
    const revision = await this.revisions.get(principal, space.id, draft?.head ?? named.revision ?? head);
    return { ...shown, page: await this.reader.outlineAt(revision, named.path) };
  }

  /** Finds the page of a published site at the address. Throws 404. */
  private async published(principal: Principal, url: string): Promise<PublishedUrl> {
    const place = await this.rpc.call(publishedAddresses.findPublishedPlace, { principal, body: { url } });
    return { ...place, organization: undefined };
  }

  private async draft(principal: Principal, spaceId: string, changeRequestId: string) {
    const { space, branch } = await this.drafts.get(principal, { spaceId, changeRequestId });
    const key = changeRequestKey({ organization: space.organizationId, space: space.id, changeRequest: branch.id });
    return { head: branch.head, shown: { changeRequest: composed<ChangeRequest>(key) } };
  }
}
