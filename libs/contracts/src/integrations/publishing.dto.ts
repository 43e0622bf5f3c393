import { MapOf, Nested, OneOf, Text, Value, type FieldOptions } from '../core/fields';
import {
  IntegrationBlock,
  IntegrationConfigurations,
  IntegrationContentSource,
  IntegrationExternalLink,
  Policy,
  type ContentSecurityPolicy,
} from './integrations.dto';
import {
  integrationCategories,
  integrationRuntimes,
  integrationScopes,
  integrationTargets,
  integrationVisibilities,
  type IntegrationCategory,
  type IntegrationRuntime,
  type IntegrationScope,
  type IntegrationTarget,
  type IntegrationVisibility,
} from '../core/integration-values';

/** The most bytes of an icon or preview image. */
export const maxImageBytes = 2 * 1024 * 1024;
const maxImageText = Math.ceil(maxImageBytes / 3) * 4;

/** Bytes in base64. */
const Bytes = (options: FieldOptions) =>
  Value(
    { type: 'string', format: 'byte', maxLength: maxImageText },
    (value) => {
      if (typeof value !== 'string') return 'must be a string in base64';
      if (value.length > maxImageText) return `must be at most ${maxImageBytes} bytes in base64`;
      return /^[A-Za-z0-9+/]+={0,2}$/.test(value) || 'must be a string in base64';
    },
    options,
  );

function secretProblem(value: unknown): true | string {
  if (typeof value !== 'string') return 'must be a string';
  return (value.length <= 65_536 && !value.includes('\0')) || 'must be a string of at most 65536 characters';
}

export class PublishIntegration {
  @OneOf(integrationRuntimes, { optional: true }) runtime: IntegrationRuntime = 'v1';
  @Bytes({ optional: true }) icon?: string;
  @Text({ min: 2, max: 30 }) title!: string;
  @Text({ max: 100 }) description!: string;
  @Text({ max: 2048, optional: true, description: 'A summary in Markdown.' }) summary?: string;
  @Bytes({ array: { max: 3 }, optional: true }) previewImages?: string[];
  @OneOf(integrationVisibilities, { optional: true, description: 'Defaults to `private`.' })
  visibility: IntegrationVisibility = 'private';
  @OneOf(integrationTargets, { optional: true }) target: IntegrationTarget = 'all';
  @OneOf(integrationScopes, { array: { max: 100 } }) scopes!: IntegrationScope[];
  @OneOf(integrationCategories, { array: { max: 100 }, optional: true }) categories?: IntegrationCategory[];
  @Nested(() => IntegrationBlock, { array: { max: 100 }, optional: true }) blocks?: IntegrationBlock[];
  @Nested(() => IntegrationContentSource, { array: { max: 100 }, optional: true })
  contentSources?: IntegrationContentSource[];
  @Nested(() => IntegrationExternalLink, { array: { max: 5 }, optional: true })
  externalLinks?: IntegrationExternalLink[];
  @Nested(() => IntegrationConfigurations, { optional: true }) configurations?: IntegrationConfigurations;
  @Text({ min: 1, max: 16 * 1024 * 1024, description: 'The script of the integration, as an ES module.' })
  script!: string;
  @Text({ min: 1, max: 64, description: 'The id or subdomain of the organization that publishes the integration.' })
  organization!: string;
  @MapOf({ type: 'string' }, secretProblem, {
    max: 100,
    optional: true,
    description:
      'The secrets of the script. No response returns them. Omit them to keep those of the previous version.',
  })
  secrets?: Record<string, string>;
  @Policy({ optional: true, description: 'The policy sent with responses of the script and of its blocks.' })
  contentSecurityPolicy?: ContentSecurityPolicy;
}
