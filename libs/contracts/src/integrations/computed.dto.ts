import { MapOf, Nested, Text, Value } from '../core/fields';

type Plain = Record<string, unknown>;

function objectProblem(value: unknown): true | string {
  return (typeof value === 'object' && value !== null && !Array.isArray(value)) || 'must be an object';
}

function dependencyProblem(value: unknown): true | string {
  const ref = (value as { ref?: { kind?: unknown; space?: unknown } } | null)?.ref;
  return (ref?.kind === 'space' && typeof ref.space === 'string') || 'must be a reference to a space';
}

/** What a computed content is computed from. */
export interface ContentDependency {
  ref: { kind: 'space'; space: string };
}

export class IntegrationContentSourceRef {
  @Text({
    max: 256,
    pattern: /^integration:[^:]+:[^:]+$/,
    description: '`integration:<name of the integration>:<id of its source>`',
  })
  type!: string;
  @Value({ type: 'object' }, objectProblem) props!: Plain;
  @MapOf({ type: 'object' }, dependencyProblem, { max: 50, optional: true })
  dependencies?: Record<string, ContentDependency>;
}

export class ComputeContent {
  @Nested(() => IntegrationContentSourceRef) source!: IntegrationContentSourceRef;
  @Text({ min: 1, max: 100, description: 'From which the ids of what is computed are made.' }) seed!: string;
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
