import type { IntegrationSiteInstallation, IntegrationSpaceInstallation } from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import type { ContentInstallation } from './content-installation.repository';

interface Context {
  /** The integration's name. */
  integration: string;
  publicUrl: string;
  /** Whether the caller sees the configuration. */
  configure: boolean;
}

/** An installation on a space, which stands as its id or whole. */
export const presentSpaceInstallation = (
  row: ContentInstallation,
  context: Context,
  space: string | object = row.contentId,
): IntegrationSpaceInstallation => withVersion({ ...common(row, context), space }, row.version);

/** An installation on a site. */
export const presentSiteInstallation = (row: ContentInstallation, context: Context): IntegrationSiteInstallation =>
  withVersion({ ...common(row, context), site: row.contentId }, row.version);

function common(row: ContentInstallation, { integration, publicUrl, configure }: Context) {
  const path = `/integrations/${integration}/installations/${row.installationId}/${row.kind}s/${row.contentId}`;
  return {
    integration,
    installation: row.installationId,
    status: row.status,
    configuration: configure ? row.configuration : {},
    externalIds: row.externalIds,
    urls: { location: `${publicUrl}/v1${path}`, publicEndpoint: publicUrl + path },
  };
}
