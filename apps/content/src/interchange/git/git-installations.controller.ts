import { Controller, Inject } from '@nestjs/common';
import { spacePermissions } from '@bindery/authorization';
import type { ServiceConfig } from '@bindery/config';
import {
  conflict,
  gitInstallationCalls,
  gitInstallations as contract,
  notFound,
  requires,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, Mutations } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { SpaceRepository } from '../../catalog/spaces/space.repository';
import { presentGitInstallation } from './git-installation.presenter';
import { GitInstallationRepository } from './git-installation.repository';

/** The repositories that spaces are synchronised with. */
@Controller()
export class GitInstallationsController {
  constructor(
    private readonly spaces: SpaceRepository,
    private readonly installations: GitInstallationRepository,
    private readonly mutations: Mutations,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.getGitSyncInstallationById)
  async get({ params, principal }: RequestOf<typeof contract.getGitSyncInstallationById>) {
    const { space } = await this.spaces.getActive(principal, params.installationId);
    const [found] = await this.installations.find([space.id]);
    if (!found) throw notFound('Git installation');
    return presentGitInstallation(found, this.config.PUBLIC_URL);
  }

  @Handles(contract.uninstallGitSyncInstallation)
  async remove({ params, principal }: RequestOf<typeof contract.uninstallGitSyncInstallation>) {
    const [found] = await this.spaces.visible(principal, [params.installationId]);
    if (!found) return;
    requires(spacePermissions(found.level).triggerGitSync);
    const { id, organizationId: organization } = found.space;
    if ((await this.installations.find([id])).length === 0) return;
    await this.mutations.run({ organization, target: { type: 'git-installation', id } }, async () => {
      if (await this.installations.isBusy(organization, id))
        throw conflict('The space is being synchronised; try again later');
      await this.installations.remove(organization, id);
    });
  }

  @Handles(gitInstallationCalls.findGitInstallations)
  async find({ body, principal }: RequestOf<typeof gitInstallationCalls.findGitInstallations>) {
    const visible = await this.spaces.visible(principal, body.spaces);
    const ours = new Set(visible.map(({ space }) => (space.organizationId === body.organization ? space.id : '')));
    const found = await this.installations.find(body.spaces.filter((id) => ours.has(id)));
    return { items: found.map((row) => presentGitInstallation(row, this.config.PUBLIC_URL)) };
  }
}
