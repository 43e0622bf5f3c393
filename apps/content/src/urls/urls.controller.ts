import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  changeRequestKey,
  composed,
  notFound,
  urls as contract,
  type ChangeRequest,
  type ContentByUrl,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { DraftAccess } from '../branches/draft-access';
import { presentCollection } from '../collections/collection.presenter';
import { CollectionRepository } from '../collections/collection.repository';
import { ContentReader } from '../revisions/content-reader';
import { RevisionRepository } from '../revisions/revision.repository';
import { presentSpace } from '../spaces/space.presenter';
import { SpaceRepository } from '../spaces/space.repository';
import { parseAppUrl } from './app-url';

/** From addresses of the app to what they show. */
@Controller()
export class UrlsController {
  constructor(
    private readonly spaces: SpaceRepository,
    private readonly collections: CollectionRepository,
    private readonly revisions: RevisionRepository,
    private readonly drafts: DraftAccess,
    private readonly reader: ContentReader,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.getContentByUrl)
  async content({ query, principal }: RequestOf<typeof contract.getContentByUrl>): Promise<ContentByUrl> {
    const { PUBLIC_URL: publicUrl } = this.config;
    const named = parseAppUrl(query.url, publicUrl);
    if (!named) throw notFound('Content');
    if ('collection' in named) {
      const { collection, level } = await this.collections.get(principal, named.collection);
      if (collection.organizationId !== named.organization) throw notFound('Content');
      return { collection: presentCollection(collection, level, publicUrl) };
    }
    const access = await this.spaces.getActive(principal, named.space);
    const { space, revision: head } = access;
    if (space.organizationId !== named.organization) throw notFound('Content');
    const draft = named.changeRequest ? await this.draft(principal, space.id, named.changeRequest) : undefined;
    const shown = { space: presentSpace(access, principal, publicUrl), ...draft?.shown };
    if (!named.path) return shown;
    const revision = await this.revisions.get(principal, space.id, draft?.head ?? named.revision ?? head);
    return { ...shown, page: await this.reader.outlineAt(revision, named.path) };
  }

  private async draft(principal: Principal, spaceId: string, changeRequestId: string) {
    const { space, branch } = await this.drafts.get(principal, { spaceId, changeRequestId });
    const key = changeRequestKey({ organization: space.organizationId, space: space.id, changeRequest: branch.id });
    return { head: branch.head, shown: { changeRequest: composed<ChangeRequest>(key) } };
  }
}
