import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import { siteSpaceCalls, spaceCards, type RequestOf, type Space } from '@bindery/contracts';
import { HandlesBatch, Handles, type BatchRequest } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { presentSpace } from './space.presenter';
import { SpaceRepository } from './space.repository';

/** The data of spaces that the sites service needs. */
@Controller()
export class SiteSpacesController {
  constructor(
    private readonly spaces: SpaceRepository,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(siteSpaceCalls.findSpaces)
  async find({ body, principal }: RequestOf<typeof siteSpaceCalls.findSpaces>) {
    const found = await this.spaces.findAll(principal, body.spaces);
    return {
      spaces: found.flatMap(({ space: { id, organizationId, title, deletedAt }, level }) =>
        level && !deletedAt && organizationId === body.organization ? [{ id, title, level }] : [],
      ),
    };
  }

  /** Of spaces that the caller may not see, only the title is returned. */
  @HandlesBatch(spaceCards)
  async cards({ ids, principal }: BatchRequest): Promise<Record<string, Space>> {
    const found = await this.spaces.findAll(principal, ids);
    return Object.fromEntries(
      found.map(({ space, revision, level }) => [
        space.id,
        presentSpace(
          { space: level ? space : withoutDetails(space), revision, level },
          principal,
          this.config.PUBLIC_URL,
        ),
      ]),
    );
  }
}

type SpaceRow = Awaited<ReturnType<SpaceRepository['findAll']>>[number]['space'];

const withoutDetails = (space: SpaceRow): SpaceRow => ({
  ...space,
  parentId: null,
  gitSync: null,
  icon: null,
  language: null,
  defaultLevel: null,
  mergeRules: { type: 'none' },
});
