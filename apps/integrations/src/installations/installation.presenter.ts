import type { IntegrationInstallation } from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import { endpointsAt, type Addresses } from '../registry/addresses';
import type { Installation } from './installation.repository';

/** An installation for a caller who may see its configuration, or may not. */
export function presentInstallation(
  installation: Installation,
  integration: string,
  { publicUrl, endpointsUrl }: Pick<Addresses, 'publicUrl' | 'endpointsUrl'>,
  { configure }: { configure: boolean },
): IntegrationInstallation {
  const { id, organizationId, configuration, version } = installation;
  const presented: IntegrationInstallation = {
    id,
    status: installation.status,
    space_selection: installation.spaceSelection,
    site_selection: installation.siteSelection,
    spaces: installation.spaces,
    configuration: configure ? configuration : {},
    createdAt: installation.createdAt.toISOString(),
    updatedAt: installation.updatedAt.toISOString(),
    urls: {
      location: `${publicUrl}/v1/integrations/${integration}/installations/${id}`,
      app: `${publicUrl}/app/o/${organizationId}/integrations/${integration}/${id}`,
      ...endpointsAt(`${endpointsUrl}/integrations/${integration}/installations/${id}`),
    },
    externalIds: installation.externalIds,
    target: { organization: organizationId },
  };
  return withVersion(presented, version);
}
