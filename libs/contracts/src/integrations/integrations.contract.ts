import { contract, del, get, post, put } from '../core/endpoint';
import { Flag, Id, OneOf, Text, Url } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import { IntegrationEvent, IntegrationEventDetail } from './events.dto';
import {
  InstallIntegration,
  IntegrationInstallation,
  IntegrationSiteInstallation,
  IntegrationSpaceInstallation,
} from './installations.dto';
import { Integration } from './integrations.dto';
import { PublishIntegration } from './publishing.dto';
import {
  integrationCategories,
  integrationScopes,
  integrationTargets,
  type IntegrationCategory,
  type IntegrationScope,
  type IntegrationTarget,
} from '../core/integration-values';

export class ListIntegrationsQuery extends PageQuery {
  @Text({
    max: 100,
    optional: true,
    description: 'Only integrations whose name or title contains this text, in any case.',
  })
  search?: string;
  @OneOf(integrationCategories, { optional: true }) category?: IntegrationCategory;
  @Text({
    max: 100,
    pattern: /^[a-zA-Z0-9-_.]+$/,
    optional: true,
    description: 'Only integrations with a block that unfurls URLs of this domain.',
  })
  blockDomain?: string;
  @Flag({ optional: true, description: 'Only integrations with blocks (true) or without blocks (false).' })
  blocks?: boolean;
  @Flag({
    optional: true,
    description: 'Only integrations with content sources (true) or without content sources (false).',
  })
  contentSources?: boolean;
  @Id({ optional: true, description: 'Only integrations that this organization published.' }) owner?: string;
  @OneOf(integrationScopes, { optional: true }) scope?: IntegrationScope;
  @OneOf(integrationTargets, { optional: true }) target?: IntegrationTarget;
}

const externalId = { max: 256, optional: true, description: 'Only installations with this external id.' };

export class ListInstallationsQuery extends PageQuery {
  @Text(externalId) externalId?: string;
}

export class ListContentInstallationsQuery extends PageQuery {
  @Text(externalId) externalId?: string;
  @Flag({ optional: true, description: 'Whether to return whole objects instead of ids.' }) extended: boolean = false;
}

export class SetDevelopmentMode {
  @Url({ max: 256, description: 'The URL to which events are sent, for one day.' }) tunnelUrl!: string;
  @Flag({ optional: true, description: 'Whether to also send the events of organizations other than the publisher.' })
  all: boolean = false;
}

export const integrations = contract('integrations', 'Integrations', {
  listIntegrations: get('/integrations', {
    summary: 'List the public integrations and those published by organizations of the caller',
    query: ListIntegrationsQuery,
    returns: PageOf(Integration),
  }),
  getIntegrationByName: get('/integrations/:integrationName', { summary: 'Get an integration', returns: Integration }),
  publishIntegration: post('/integrations/:integrationName', {
    summary: 'Publish an integration or a new version of it',
    body: PublishIntegration,
    returns: Integration,
    errors: [409],
    large: true,
    timeout: 20_000,
  }),
  unpublishIntegration: del('/integrations/:integrationName', {
    summary: 'Unpublish an integration and uninstall it everywhere',
  }),
  listIntegrationInstallations: get('/integrations/:integrationName/installations', {
    summary: 'List the installations of an integration that the caller can see',
    query: ListInstallationsQuery,
    returns: PageOf(IntegrationInstallation),
  }),
  installIntegration: post('/integrations/:integrationName/installations', {
    summary: 'Install an integration on an organization',
    body: InstallIntegration,
    returns: IntegrationInstallation,
    locates: true,
    errors: [409],
  }),
  listIntegrationEvents: get('/integrations/:integrationName/events', {
    summary: 'List the events of an integration, newest first',
    query: PageQuery,
    returns: PageOf(IntegrationEvent),
  }),
  getIntegrationEvent: get('/integrations/:integrationName/events/:eventId', {
    summary: 'Get an event of an integration, with the logs of its delivery attempts',
    returns: IntegrationEventDetail,
  }),
  listIntegrationSpaceInstallations: get('/integrations/:integrationName/spaces', {
    summary: 'List the spaces on which an integration is installed',
    query: ListContentInstallationsQuery,
    returns: PageOf(IntegrationSpaceInstallation),
  }),
  listIntegrationSiteInstallations: get('/integrations/:integrationName/sites', {
    summary: 'List the sites on which an integration is installed',
    query: ListContentInstallationsQuery,
    returns: PageOf(IntegrationSiteInstallation),
  }),
  setIntegrationDevelopmentMode: put('/integrations/:integrationName/dev', {
    summary: 'Send the events of an integration to a tunnel for one day',
    body: SetDevelopmentMode,
    errors: [412],
  }),
  disableIntegrationDevelopmentMode: del('/integrations/:integrationName/dev', {
    summary: 'End the development mode of an integration',
  }),
});
