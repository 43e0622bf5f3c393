import { Controller } from '@nestjs/common';
import { gitInstallationCalls, siteGit as contract, type RequestOf } from '@bindery/contracts';
import { Handles, RpcClient } from '@bindery/messaging';
import { SiteRepository } from '../model/site.repository';
import { StructureRepository } from '../model/structure.repository';

/** The repositories that the spaces of a site are synchronised with. */
@Controller()
export class SiteGitController {
  constructor(
    private readonly sites: SiteRepository,
    private readonly structures: StructureRepository,
    private readonly rpc: RpcClient,
  ) {}

  @Handles(contract.listSiteGitSyncInstallations)
  async list({ params, principal }: RequestOf<typeof contract.listSiteGitSyncInstallations>) {
    const { site } = await this.sites.get(principal, params.organizationId, params.siteId);
    const structure = await this.structures.load(site.id);
    const spaces = [...new Set(structure.siteSpaces().map(({ spaceId }) => spaceId))];
    const body = { organization: site.organizationId, spaces };
    return this.rpc.call(gitInstallationCalls.findGitInstallations, { principal, body });
  }
}
