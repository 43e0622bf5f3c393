import { contract, get, post } from '../core/endpoint';
import { listOf } from '../core/schema';
import { ComputeContent, ComputedDocument, ComputedRevision, scriptTimeout as timeout } from './computed.dto';
import { Embed, EmbedQuery } from './embeds.dto';
import {
  ContentKitRenderOutput,
  QueueIntegrationTask,
  RenderIntegrationUI,
  RenderIntegrationUIQuery,
} from './rendering.dto';
import { SiteIntegrationScript } from './site-scripts.contract';

/** The operations that scripts of integrations answer. */
export const scripts = contract('integrations', 'Integrations', {
  renderIntegrationUiWithPost: post('/integrations/:integrationName/render', {
    summary: 'Render a component of an integration',
    body: RenderIntegrationUI,
    returns: ContentKitRenderOutput,
    errors: [502],
    anonymous: true,
    unaudited: true,
    timeout,
  }),
  renderIntegrationUiWithGet: get('/integrations/:integrationName/render', {
    summary: 'Render a component of an integration',
    description: 'The result is cached for as long as the script allows.',
    query: RenderIntegrationUIQuery,
    returns: ContentKitRenderOutput,
    errors: [502],
    anonymous: true,
    timeout,
  }),
  queueIntegrationTask: post('/integrations/:integrationName/tasks', {
    summary: 'Queue a task for an integration, to run within one day',
    body: QueueIntegrationTask,
  }),
  resendIntegrationEvent: post('/integrations/:integrationName/events/:eventId/resend', {
    summary: 'Deliver an event of an integration again',
    errors: [409],
  }),
  rotateIntegrationSigningSecret: post('/integrations/:integrationName/signing-secret/rotate', {
    summary: 'Rotate the signing secret of an integration',
    description: 'The old secret also signs for one more day.',
  }),
  listSiteIntegrationScripts: get('/orgs/:organizationId/sites/:siteId/integration-scripts', {
    summary: 'List the scripts that integrations add to the pages of a site',
    returns: listOf(SiteIntegrationScript),
  }),
});

export const embeds = contract('integrations', 'URLs', {
  getEmbedByUrl: get('/urls/embed', {
    summary: 'Get the title of a URL',
    query: EmbedQuery,
    returns: Embed,
    timeout,
  }),
});

/** The operations of integrations on the content of spaces. */
export const computedContent = contract('integrations', 'Space content', {
  getEmbedByUrlInSpace: get('/spaces/:spaceId/embed', {
    summary: 'Get the embed of a URL in a space: a block of an integration, or a link with a title',
    query: EmbedQuery,
    returns: Embed,
    anonymous: true,
    timeout,
  }),
  getComputedDocument: post('/spaces/:spaceId/content/computed/document', {
    summary: 'Compute a document from the content source of an integration',
    body: ComputeContent,
    returns: ComputedDocument,
    errors: [502],
    anonymous: true,
    unaudited: true,
    timeout,
  }),
  getComputedRevision: post('/spaces/:spaceId/content/computed/revision', {
    summary: 'Compute a tree of pages from the content source of an integration',
    body: ComputeContent,
    returns: ComputedRevision,
    errors: [502],
    anonymous: true,
    unaudited: true,
    timeout,
  }),
});
