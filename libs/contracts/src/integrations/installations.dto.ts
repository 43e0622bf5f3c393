import { Id, Int, MapOf, Nested, OneOf, Text, Timestamp, Url, Value } from '../core/fields';
import { installationStatuses, selections, type InstallationStatus, type Selection } from '../core/integration-values';

/** The longest configuration of an installation, in characters of JSON. */
const maxConfigurationLength = 65_536;

function configurationProblem(value: unknown): true | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
  if (Object.keys(value).some((key) => ['__proto__', 'constructor', 'prototype'].includes(key)))
    return 'must not have such a key';
  const text = JSON.stringify(value);
  return text.length <= maxConfigurationLength || `must be at most ${maxConfigurationLength} characters of JSON`;
}

const ConfigurationValues = (options: { optional?: boolean; description?: string } = {}) =>
  Value({ type: 'object' }, configurationProblem, options);

const ExternalIds = (options: { optional?: boolean } = {}) =>
  Text({ min: 1, max: 256, array: { max: 5 }, description: 'The ids that the integration assigned.', ...options });

export class OrganizationTarget {
  @Id() organization!: string;
}

class InstallationUrls {
  @Url() location!: string;
  @Url() app!: string;
  @Url() publicEndpoint!: string;
  @Url({ description: 'The URL that serves content rendered by the script, such as web frames.' })
  publicContentEndpoint!: string;
}

export class IntegrationInstallation {
  @Id() id!: string;
  @OneOf(installationStatuses) status!: InstallationStatus;
  @OneOf(selections) space_selection!: Selection;
  @OneOf(selections) site_selection!: Selection;
  @Int({ description: 'The number of spaces on which the integration is installed.' }) spaces!: number;
  @MapOf({}, () => true, { description: 'The configuration. Empty for callers who cannot change it.' })
  configuration!: Record<string, unknown>;
  @Timestamp() createdAt!: string;
  @Timestamp() updatedAt!: string;
  @Nested(() => InstallationUrls) urls!: InstallationUrls;
  @ExternalIds() externalIds!: string[];
  @Nested(() => OrganizationTarget) target!: OrganizationTarget;
}

class ContentInstallationUrls {
  @Url() location!: string;
  @Url() publicEndpoint!: string;
  @Url({ description: 'The URL that serves content rendered by the script, such as web frames.' })
  publicContentEndpoint!: string;
}

class ContentInstallation {
  @Text() integration!: string;
  @Id() installation!: string;
  @OneOf(installationStatuses) status!: InstallationStatus;
  @MapOf({}, () => true, { description: 'The configuration. Empty for callers who cannot change it.' })
  configuration!: Record<string, unknown>;
  @ExternalIds() externalIds!: string[];
  @Nested(() => ContentInstallationUrls) urls!: ContentInstallationUrls;
}

const idOrObject = { anyOf: [{ type: 'string' }, { type: 'object' }] };
const isIdOrObject = (value: unknown): true | string =>
  typeof value === 'string' || (typeof value === 'object' && value !== null) || 'must be an id or an object';

export class IntegrationSpaceInstallation extends ContentInstallation {
  @Value(idOrObject, isIdOrObject, { description: 'The id of the space, or the whole space with `extended`.' })
  space!: string | object;
}

export class IntegrationSiteInstallation extends ContentInstallation {
  @Value(idOrObject, isIdOrObject, { description: 'The id of the site, or the whole site with `extended`.' })
  site!: string | object;
}

export class InstallIntegration {
  @Id() organization!: string;
}

export class InstallOnSpace {
  @Id() space!: string;
}

export class InstallOnSite {
  @Id() siteId!: string;
}

export class UpdateContentInstallation {
  @ExternalIds({ optional: true }) externalIds?: string[];
  @ConfigurationValues({ optional: true, description: 'The new configuration, which replaces the whole previous one.' })
  configuration?: Record<string, unknown>;
}

export class UpdateIntegrationInstallation extends UpdateContentInstallation {
  @OneOf(selections, { optional: true }) space_selection?: Selection;
  @OneOf(selections, { optional: true }) site_selection?: Selection;
}

export class APITemporaryToken {
  @Text({ description: 'The token. Valid for one hour.' }) token!: string;
}

export class InstallationState {
  @OneOf(installationStatuses) status!: InstallationStatus;
}
