import type { Schema } from '@bindery/contracts';
import { type Direction, SchemaComparison } from './schema-comparison';
import type { Contracts, ReleasedOperation } from './snapshot';

/** Operations whose answers hold the look of a site. */
const looks = [
  'getPublishedContentSite.returns.customizations.site.',
  'getSiteCustomizationById.returns.',
  'getSiteSpaceCustomizationById.returns.',
  'overrideSiteSpaceCustomizationById.returns.',
  'updateSiteCustomizationById.returns.',
];

/** Types that the release declared more narrowly than the public API, whose clients can read all values. */
const asInPublicApi: ReadonlySet<string> = new Set(
  looks.flatMap((place) => ['font', 'monospaceFont'].map((field) => `${place}styling.${field}: it may be object now`)),
);

/**
 * The changes in `now` that break a client or a service of the release `before`, each with its path; empty when everything that
 * worked goes on working. Requests may only become less strict, and answers may only hold more.
 */
export function breakingChanges(before: Contracts, now: Contracts): string[] {
  const changes = [...operationChanges(before, now), ...eventChanges(before, now)];
  return changes.filter((change) => !asInPublicApi.has(change));
}

function operationChanges(before: Contracts, now: Contracts): string[] {
  return Object.entries(before.operations).flatMap(([name, released]) => {
    const operation = now.operations[name];
    if (!operation) return [`${name}: the operation was removed`];
    return [...addressChanges(name, released, operation), ...schemaChanges(name, before, now)];
  });
}

/** Consumers of the release before read the events of now: what they know of has to be in them. */
function eventChanges(before: Contracts, now: Contracts): string[] {
  return Object.entries(before.events).flatMap(([type, payload]) => {
    const current = now.events[type];
    if (!current) return [`${type}: the event was removed`];
    return new SchemaComparison('answered', {}, {}).compare(payload, current, type);
  });
}

function addressChanges(name: string, before: ReleasedOperation, now: ReleasedOperation): string[] {
  const changed = (['subject', 'route', 'status'] as const)
    .filter((field) => before[field] !== now[field])
    .map((field) => `${name}: its ${field} changed from ${before[field]} to ${now[field]}`);
  const lost = (['anonymous', 'large'] as const)
    .filter((field) => before[field] && !now[field])
    .map((field) => `${name}: it is no longer ${field}`);
  return [...changed, ...lost];
}

const parts: Record<'query' | 'body' | 'returns', Direction> = { query: 'asked', body: 'asked', returns: 'answered' };

function schemaChanges(name: string, before: Contracts, now: Contracts): string[] {
  const [old, current] = [before.operations[name]!, now.operations[name]!];
  return (Object.entries(parts) as [keyof typeof parts, Direction][]).flatMap(([part, direction]) => {
    const comparison = new SchemaComparison(direction, before.schemas, now.schemas);
    const [was, is] = [old[part], current[part]].map((ref): Schema | undefined => (ref ? { $ref: ref } : undefined));
    if (was && is) return comparison.compare(was, is, `${name}.${part}`);
    if (was) return [`${name}.${part}: it was removed`];
    if (is && direction === 'asked' && comparison.requires(is)) return [`${name}.${part}: it has become required`];
    return [];
  });
}
