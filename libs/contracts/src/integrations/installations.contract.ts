import { contract, del, get, patch, post } from '../core/endpoint';
import { Flag, Nested, OneOf, Text } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import { listOf } from '../core/schema';
import {
  APITemporaryToken,
  InstallationState,
  InstallOnSite,
  InstallOnSpace,
  IntegrationInstallation,
  IntegrationSiteInstallation,
  IntegrationSpaceInstallation,
  UpdateContentInstallation,
  UpdateIntegrationInstallation,
} from './installations.dto';
import { Integration, IntegrationBlock } from './integrations.dto';
import { ListIntegrationsQuery } from './integrations.contract';
import { installationStatuses, type InstallationStatus } from '../core/integration-values';

const extended = { optional: true, description: 'Whether to return whole objects instead of ids.' };

export class ListInstalledContentQuery extends PageQuery {
  @Flag(extended) extended: boolean = false;
}

export class InstalledContentQuery {
  @Flag(extended) extended: boolean = false;
}

const search = {
  max: 100,
  optional: true,
  description: 'Only integrations whose name or title contains this text, in any case.',
};

export class SearchIntegrationsQuery extends PageQuery {
  @Text(search) search?: string;
}

const installationTargets = ['organization', 'space', 'site'] as const;

export class ListInstallationStatusesQuery extends PageQuery {
  @OneOf(installationTargets, {
    optional: true,
    description: 'The kind of object on which the integrations are installed.',
  })
  target: (typeof installationTargets)[number] = 'organization';
}

/** An integration with its installation on an organization. */
export class OrganizationInstallation {
  @Nested(() => IntegrationInstallation) installation!: IntegrationInstallation;
  @Nested(() => Integration) integration!: Integration;
}

export class InstalledIntegration {
  @OneOf(installationStatuses) status!: InstallationStatus;
  @Nested(() => Integration) integration!: Integration;
}

/** The blocks that an integration brings to a space. */
export class SpaceIntegrationBlock {
  @Text({ description: 'The name of the integration.' }) name!: string;
  @Nested(() => IntegrationBlock, { array: true }) blocks!: IntegrationBlock[];
}

const installation = '/integrations/:integrationName/installations/:installationId' as const;

export const installations = contract('integrations', 'Integrations', {
  getIntegrationInstallationById: get(installation, {
    summary: 'Get an installation of an integration',
    returns: IntegrationInstallation,
  }),
  updateIntegrationInstallation: patch(installation, {
    summary: 'Configure an installation, and choose the spaces and sites that it applies to',
    body: UpdateIntegrationInstallation,
    returns: IntegrationInstallation,
    errors: [412],
  }),
  uninstallIntegration: del(installation, { summary: 'Uninstall an integration from an organization' }),
  createIntegrationInstallationToken: post(`${installation}/tokens`, {
    summary: 'Create a token that acts as an installation, valid for one hour',
    returns: APITemporaryToken,
    secret: true,
  }),
  listIntegrationInstallationSpaces: get(`${installation}/spaces`, {
    summary: 'List the spaces of an installation',
    query: ListInstalledContentQuery,
    returns: PageOf(IntegrationSpaceInstallation),
  }),
  installIntegrationOnSpace: post(`${installation}/spaces`, {
    summary: 'Install an integration on a space',
    query: InstalledContentQuery,
    body: InstallOnSpace,
    returns: IntegrationSpaceInstallation,
    locates: true,
    errors: [409],
  }),
  getIntegrationSpaceInstallation: get(`${installation}/spaces/:spaceId`, {
    summary: 'Get the installation of an integration on a space',
    query: InstalledContentQuery,
    returns: IntegrationSpaceInstallation,
  }),
  updateIntegrationSpaceInstallation: patch(`${installation}/spaces/:spaceId`, {
    summary: 'Configure the installation of an integration on a space',
    query: InstalledContentQuery,
    body: UpdateContentInstallation,
    returns: IntegrationSpaceInstallation,
    errors: [412],
  }),
  uninstallIntegrationFromSpace: del(`${installation}/spaces/:spaceId`, {
    summary: 'Uninstall an integration from a space',
  }),
  listIntegrationInstallationSites: get(`${installation}/sites`, {
    summary: 'List the sites of an installation',
    query: ListInstalledContentQuery,
    returns: PageOf(IntegrationSiteInstallation),
  }),
  installIntegrationOnSite: post(`${installation}/sites`, {
    summary: 'Install an integration on a site',
    query: InstalledContentQuery,
    body: InstallOnSite,
    returns: IntegrationSiteInstallation,
    locates: true,
    errors: [409],
  }),
  getIntegrationSiteInstallation: get(`${installation}/sites/:siteId`, {
    summary: 'Get the installation of an integration on a site',
    query: InstalledContentQuery,
    returns: IntegrationSiteInstallation,
  }),
  updateIntegrationSiteInstallation: patch(`${installation}/sites/:siteId`, {
    summary: 'Configure the installation of an integration on a site',
    query: InstalledContentQuery,
    body: UpdateContentInstallation,
    returns: IntegrationSiteInstallation,
    errors: [412],
  }),
  uninstallIntegrationFromSite: del(`${installation}/sites/:siteId`, {
    summary: 'Uninstall an integration from a site',
  }),
  listOrganizationIntegrations: get('/orgs/:organizationId/integrations', {
    summary: 'List the integrations that an organization may install',
    query: ListIntegrationsQuery,
    returns: PageOf(Integration),
  }),
  listOrganizationInstallations: get('/orgs/:organizationId/installations', {
    summary: 'List the installations on an organization',
    query: SearchIntegrationsQuery,
    returns: PageOf(OrganizationInstallation),
  }),
  getOrganizationIntegrationStatus: get('/orgs/:organizationId/integrations/:integrationName/installation_status', {
    summary: 'Get the status of an integration on an organization',
    returns: InstallationState,
  }),
  listOrganizationIntegrationsStatus: get('/orgs/:organizationId/integrations/installations-status', {
    summary: 'List the installation statuses of all integrations on an organization',
    query: ListInstallationStatusesQuery,
    returns: PageOf(InstalledIntegration),
  }),
  listSpaceIntegrations: get('/spaces/:spaceId/integrations', {
    summary: 'List the integrations that are enabled on a space',
    query: SearchIntegrationsQuery,
    returns: PageOf(Integration),
  }),
  listSiteIntegrations: get('/orgs/:organizationId/sites/:siteId/integrations', {
    summary: 'List the integrations that are enabled on a site',
    query: SearchIntegrationsQuery,
    returns: PageOf(Integration),
  }),
  listSpaceIntegrationsBlocks: get('/spaces/:spaceId/integration-blocks', {
    summary: 'List the blocks that integrations add to a space',
    returns: listOf(SpaceIntegrationBlock),
  }),
});
