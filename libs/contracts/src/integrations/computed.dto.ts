import type { TranslationResult } from '../ai-jobs/translations.contract';
import { call, internal } from '../core/endpoint';
import { Id, MapOf, Nested, OneOf, Text, Value } from '../core/fields';

type Plain = Record<string, unknown>;

/** How long an operation waits that a script answers, in milliseconds. */
export const scriptTimeout = 15_000;

function objectProblem(value: unknown): true | string {
  return (typeof value === 'object' && value !== null && !Array.isArray(value)) || 'must be an object';
}

function dependencyProblem(value: unknown): true | string {
  const ref = (value as { ref?: { kind?: unknown; space?: unknown } } | null)?.ref;
  return (ref?.kind === 'space' && typeof ref.space === 'string') || 'must be a reference to a space';
}

/** A dependency of computed content: a space that it is computed from. */
export interface ContentDependency {
  ref: { kind: 'space'; space: string };
}

export class IntegrationContentSourceRef {
  @Text({
    max: 256,
    pattern: /^integration:[^:]+:[^:]+$/,
    description: 'The type, in the form `integration:<name of the integration>:<id of its source>`.',
  })
  type!: string;
  @Value({ type: 'object' }, objectProblem) props!: Plain;
  @MapOf({ type: 'object' }, dependencyProblem, { max: 50, optional: true })
  dependencies?: Record<string, ContentDependency>;
}

export class ComputeContent {
  @Nested(() => IntegrationContentSourceRef) source!: IntegrationContentSourceRef;
  @Text({ min: 1, max: 100, description: 'The seed from which the ids of computed objects are made.' }) seed!: string;
}

export class ComputedDocument {
  @Text() object!: string;
  @Value({ type: 'object' }, objectProblem) data!: Plain;
  @Value({ type: 'array', items: { type: 'object' } }, (value) => Array.isArray(value) || 'must be a list')
  nodes!: Plain[];
}

export class ComputedRevision {
  @Value({ type: 'array', items: { type: 'object' } }, (value) => Array.isArray(value) || 'must be a list')
  pages!: Plain[];
  @Value({ type: 'array', items: { type: 'object' } }, (value) => Array.isArray(value) || 'must be a list')
  files!: Plain[];
  @Value({ type: 'array', items: { type: 'object' } }, (value) => Array.isArray(value) || 'must be a list')
  reusableContents!: Plain[];
}

/** A dependency with its current value; null where it does not exist for the installation. */
export interface ResolvedDependency {
  ref: { kind: string } & Plain;
  value: (({ object: string; id: string } | TranslationResult) & Plain) | null;
}

/** The request of content for the computed content of a space. */
export class ComputeSource {
  @Id() organization!: string;
  @Id() space!: string;
  @OneOf(['document', 'revision']) of!: 'document' | 'revision';
  @Text({ max: 256, description: 'The type of the source, as in `IntegrationContentSourceRef`.' }) type!: string;
  @Value({ type: 'object' }, objectProblem) props!: Plain;
  @MapOf({ type: 'object' }, objectProblem, { max: 50 }) dependencies!: Record<string, ResolvedDependency>;
  @Text({ max: 200 }) seed!: string;
  @Text({ max: 64, optional: true, description: 'The version that the caller already has.' }) known?: string;
}

export class ComputedSourceContent {
  @Text({
    description: 'A version that changes with the integration, its installation and the dependencies of the content.',
  })
  version!: string;
  @Value({ type: 'object' }, objectProblem, {
    optional: true,
    description: 'The content. Omitted if the caller already has this version.',
  })
  content?: ComputedDocument | ComputedRevision;
}

/**
 * The calls of content alone, as the installation on the space's organization. Throws 404 where no installation there has such
 * a source, 502 where the script's answer is not its content.
 */
export const computedSources = internal('integrations', {
  computeSource: call({ body: ComputeSource, returns: ComputedSourceContent, timeout: scriptTimeout }),
});
