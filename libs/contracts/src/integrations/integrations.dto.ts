import { Foreign } from '../core/compose';
import { Const, Flag, Int, Nested, OneOf, Text, Url, Value, type FieldOptions } from '../core/fields';
import { Organization, organizationCards } from '../identity/organizations.contract';
import { Configuration, type IntegrationConfiguration } from './configuration-schema';
import {
  integrationCategories,
  integrationNamePattern,
  integrationScopes,
  integrationTargets,
  integrationVisibilities,
  type IntegrationCategory,
  type IntegrationScope,
  type IntegrationTarget,
  type IntegrationVisibility,
} from '../core/integration-values';

export class IntegrationBlockMarkdown {
  @Text({ max: 100 }) codeblock!: string;
  @Text({ max: 100 }) body!: string;
}

export class IntegrationBlock {
  @Text({ min: 1, max: 100 }) id!: string;
  @Text({ min: 2, max: 40 }) title!: string;
  @Text({ max: 150, optional: true }) description?: string;
  @Text({ max: 512 * 1024, optional: true }) icon?: string;
  @Text({ max: 2048, array: { max: 100 }, optional: true }) urlUnfurl?: string[];
  @Nested(() => IntegrationBlockMarkdown, { optional: true }) markdown?: IntegrationBlockMarkdown;
}

export class IntegrationComponent {
  @Text({ min: 1, max: 100 }) componentId!: string;
}

export class IntegrationContentSource {
  @Text({ min: 1, max: 100 }) id!: string;
  @Text({ min: 2, max: 40 }) title!: string;
  @Text({ max: 150, optional: true }) description?: string;
  @Text({ max: 512 * 1024, optional: true }) icon?: string;
  @Nested(() => IntegrationComponent) configuration!: IntegrationComponent;
}

export class IntegrationExternalLink {
  @Url() url!: string;
  @Text({ max: 256 }) label!: string;
}

export class IntegrationConfigurations {
  @Configuration({ optional: true }) account?: IntegrationConfiguration;
  @Configuration({ optional: true }) space?: IntegrationConfiguration;
  @Configuration({ optional: true }) site?: IntegrationConfiguration;
}

export type ContentSecurityPolicy = string | Record<string, string>;

/** Printable ASCII, also over several lines: manifests write it as a block of YAML. */
const isPolicyText = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 4096 && /^[\t\n\r\x20-\x7e]*$/.test(value);

function policyProblem(value: unknown): true | string {
  if (typeof value === 'string') return isPolicyText(value) || 'must be printable ASCII of at most 4096 characters';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be text or an object';
  const entries = Object.entries(value);
  const known =
    entries.length <= 50 && entries.every(([name, text]) => /^[a-z-]{1,50}$/.test(name) && isPolicyText(text));
  return known || 'must map directives to printable ASCII';
}

/** A content security policy as text, or as a map from directive to its value. The header that it becomes has it in one line. */
export const Policy = (options: FieldOptions = {}) =>
  Value(
    { anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'string' } }] },
    policyProblem,
    options,
  );

export class IntegrationUrls {
  @Url() location!: string;
  @Url({ optional: true }) icon?: string;
  @Url() app!: string;
  @Url() assets!: string;
  @Url() publicEndpoint!: string;
  @Url({ description: 'The URL that serves content rendered by the script, such as web frames.' })
  publicContentEndpoint!: string;
}

export class IntegrationPermissions {
  @Flag({ description: 'Whether the caller can publish and manage the integration.' }) admin!: boolean;
}

export class Integration {
  @Const('integration') object!: 'integration';
  @Text({ pattern: integrationNamePattern }) name!: string;
  @Int({ description: 'The number of times that the integration was published.' }) version!: number;
  @Text({ min: 2, max: 30 }) title!: string;
  @Text({ max: 100, optional: true }) description?: string;
  @Text({ max: 2048, optional: true }) summary?: string;
  @Url({ array: { max: 3 } }) previewImages!: string[];
  @OneOf(integrationTargets) target!: IntegrationTarget;
  @Flag() verified!: boolean;
  @OneOf(integrationVisibilities) visibility!: IntegrationVisibility;
  @OneOf(integrationScopes, { array: true }) scopes!: IntegrationScope[];
  @OneOf(integrationCategories, { array: true }) categories!: IntegrationCategory[];
  @Nested(() => IntegrationBlock, { array: true, optional: true }) blocks?: IntegrationBlock[];
  @Nested(() => IntegrationContentSource, { array: true, optional: true }) contentSources?: IntegrationContentSource[];
  @Nested(() => IntegrationConfigurations, { optional: true }) configurations?: IntegrationConfigurations;
  @Nested(() => IntegrationExternalLink, { array: { max: 5 } }) externalLinks!: IntegrationExternalLink[];
  @Foreign(organizationCards) owner!: Organization;
  @Nested(() => IntegrationUrls) urls!: IntegrationUrls;
  @Nested(() => IntegrationPermissions) permissions!: IntegrationPermissions;
  @Policy({ optional: true }) contentSecurityPolicy?: ContentSecurityPolicy;
}
