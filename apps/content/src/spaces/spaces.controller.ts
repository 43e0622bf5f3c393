import { Controller, Inject } from '@nestjs/common';
import { organizationPermissions } from '@bindery/authorization';
import type { ServiceConfig } from '@bindery/config';
import { requires, spaces as contract, type RequestOf } from '@bindery/contracts';
import { Handles, Mutations } from '@bindery/messaging';
import { newId, paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { emptyContent } from '../revisions/revision-content';
import { CreateSpace } from './create-space';
import { roleIn } from './space.policy';
import { presentSpace } from './space.presenter';
import { SpaceRepository } from './space.repository';

@Controller()
export class SpacesController {
  constructor(
    private readonly spaces: SpaceRepository,
    private readonly createSpace: CreateSpace,
    private readonly mutations: Mutations,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.listSpacesInOrganizationById)
  async list({ params, query, principal }: RequestOf<typeof contract.listSpacesInOrganizationById>) {
    const { organizationId } = params;
    roleIn(principal, organizationId);
    const page = await paginate(query, {
      scope: ['spaces', organizationId, principal.user],
      rows: (after, limit) => this.spaces.list(principal, organizationId, after, limit),
      position: ({ space }) => ({ value: space.createdAt.toISOString(), id: space.id }),
      count: () => this.spaces.count(principal, organizationId),
    });
    const items = page.items.map(({ space, revision, level }) =>
      presentSpace(space, revision, level, this.config.PUBLIC_URL),
    );
    return { ...page, items };
  }

  @Handles(contract.createSpace)
  async create({ params, body, principal }: RequestOf<typeof contract.createSpace>) {
    const { organizationId } = params;
    const role = roleIn(principal, organizationId);
    requires(organizationPermissions(role).createContent);
    const id = newId();
    const { title = '', emoji = '', language = null, editMode = 'live' } = body;
    return this.mutations.run({ organization: organizationId, target: { type: 'space', id } }, async () => {
      const revision = await this.createSpace.run(
        { id, organizationId, title, emoji, language, editMode, createdBy: principal.user },
        emptyContent,
      );
      return presentSpace(await this.spaces.byId(id), revision, role, this.config.PUBLIC_URL);
    });
  }

  @Handles(contract.getSpaceById)
  async get({ params, principal }: RequestOf<typeof contract.getSpaceById>) {
    const { space, revision, level } = await this.spaces.get(principal, params.spaceId);
    return presentSpace(space, revision, level, this.config.PUBLIC_URL);
  }
}
