import { Controller } from '@nestjs/common';
import { installations as contract, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { ContentInstallations } from './content-installations';

/** The installations of an integration on sites. */
@Controller()
export class SiteInstallationsController {
  constructor(private readonly installations: ContentInstallations) {}

  @Handles(contract.listIntegrationInstallationSites)
  list(request: RequestOf<typeof contract.listIntegrationInstallationSites>) {
    return this.installations.list('site', request);
  }

  @Handles(contract.installIntegrationOnSite)
  install(request: RequestOf<typeof contract.installIntegrationOnSite>) {
    return this.installations.install('site', request.body.siteId, request);
  }

  @Handles(contract.getIntegrationSiteInstallation)
  get(request: RequestOf<typeof contract.getIntegrationSiteInstallation>) {
    return this.installations.get('site', request.params.siteId, request);
  }

  @Handles(contract.updateIntegrationSiteInstallation)
  update(request: RequestOf<typeof contract.updateIntegrationSiteInstallation>) {
    return this.installations.update('site', request.params.siteId, request, request.body);
  }

  @Handles(contract.uninstallIntegrationFromSite)
  uninstall(request: RequestOf<typeof contract.uninstallIntegrationFromSite>) {
    return this.installations.uninstall('site', request.params.siteId, request);
  }
}
