import { Controller } from '@nestjs/common';
import { installations as contract, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { ContentInstallations } from './content-installations';

/** The installations of an integration on spaces. */
@Controller()
export class SpaceInstallationsController {
  constructor(private readonly installations: ContentInstallations) {}

  @Handles(contract.listIntegrationInstallationSpaces)
  list(request: RequestOf<typeof contract.listIntegrationInstallationSpaces>) {
    return this.installations.list('space', request);
  }

  @Handles(contract.installIntegrationOnSpace)
  install(request: RequestOf<typeof contract.installIntegrationOnSpace>) {
    return this.installations.install('space', request.body.space, request);
  }

  @Handles(contract.getIntegrationSpaceInstallation)
  get(request: RequestOf<typeof contract.getIntegrationSpaceInstallation>) {
    return this.installations.get('space', request.params.spaceId, request);
  }

  @Handles(contract.updateIntegrationSpaceInstallation)
  update(request: RequestOf<typeof contract.updateIntegrationSpaceInstallation>) {
    return this.installations.update('space', request.params.spaceId, request, request.body);
  }

  @Handles(contract.uninstallIntegrationFromSpace)
  uninstall(request: RequestOf<typeof contract.uninstallIntegrationFromSpace>) {
    return this.installations.uninstall('space', request.params.spaceId, request);
  }
}
