import type { IntegrationSiteInstallation, IntegrationSpaceInstallation } from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import { endpointsAt, type Addresses } from '../registry/addresses';
import type { ContentKind } from './content-installation.entity';
import type { ContentInstallation } from './content-installation.repository';

interface Context {
  /** The integration's name. */
  integration: string;
  addresses: Pick<Addresses, 'publicUrl' | 'endpointsUrl'>;
  /** Whether the caller sees the configuration. */
  configure: boolean;
}

/** The public forms of installations on spaces and sites. */
export interface PresentedInstallation {
  space: IntegrationSpaceInstallation;
  site: IntegrationSiteInstallation;
}

type Present<K extends ContentKind> = (
  row: ContentInstallation,
  context: Context,
  /** The space or site itself; without it only its id is shown. */
  whole?: object,
) => PresentedInstallation[K];

export const presentContentInstallation: { [K in ContentKind]: Present<K> } = {
  space: (row, context, whole) => withVersion({ ...common(row, context), space: whole ?? row.contentId }, row.version),
  site: (row, context, whole) => withVersion({ ...common(row, context), site: whole ?? row.contentId }, row.version),
};

function common(row: ContentInstallation, { integration, addresses, configure }: Context) {
  const path = `/integrations/${integration}/installations/${row.installationId}/${row.kind}s/${row.contentId}`;
  return {
    integration,
    installation: row.installationId,
    status: row.status,
    configuration: configure ? row.configuration : {},
    externalIds: row.externalIds,
    urls: { location: `${addresses.publicUrl}/v1${path}`, ...endpointsAt(addresses.endpointsUrl + path) },
  };
}
