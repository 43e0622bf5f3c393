import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  allBatches,
  allEndpoints,
  allInternal,
  isCalled,
  SchemaRegistry,
  type Endpoint,
  type Schema,
} from '@bindery/contracts';
import { checkout } from '@bindery/launcher';
import { eventPayloads } from './event-payloads';

/** The interface of one operation on which others rely. Bodies, queries and answers are names of schemas. */
export interface ReleasedOperation {
  subject: string;
  /** Absent for operations that only services call. */
  route?: string;
  status: number;
  anonymous?: true;
  large?: true;
  query?: string;
  body?: string;
  returns?: string;
}

/**
 * The interface of the platform at one time: every operation, every question for many objects (what is answered for one of
 * them), all of their schemas, and what events hold, by their types.
 */
export interface Contracts {
  operations: Record<string, ReleasedOperation>;
  events: Record<string, Schema>;
  schemas: Record<string, Schema>;
}

/** The interface of the last release: reviewed, and written only by a release. */
export const releasedFile = join(checkout.root, 'libs', 'contracts', 'released.json');

export const releasedContracts = (): Contracts => JSON.parse(readFileSync(releasedFile, 'utf8')) as Contracts;

/** The interface that a release keeps: the next one may remove operations that no process of this one calls. */
export const contractsToRelease = (): Contracts => currentContracts(isCalled);

/** The interface of this checkout; of the operations that only services call, those whose subjects are kept. */
export function currentContracts(isKept = (_subject: string): boolean => true): Contracts {
  const registry = new SchemaRegistry('');
  const nameOf = (dto: Endpoint['body']) => dto && registry.ref(dto).$ref;
  const kept = <T extends { subject: string }>(all: readonly T[]) => all.filter(({ subject }) => isKept(subject));
  const operations = [...allEndpoints(), ...kept(allInternal())].map((endpoint) => {
    const { subject, method, path, status, anonymous, large, query, body, returns } = endpoint;
    return [
      endpoint.name,
      {
        subject,
        route: path ? `${method} ${path}` : undefined,
        status,
        anonymous: anonymous || undefined,
        large: large || undefined,
        query: nameOf(query),
        body: nameOf(body),
        returns: nameOf(returns),
      },
    ];
  });
  const batches = kept(allBatches()).map(({ subject, returns }) => [
    subject.slice('rpc.'.length),
    { subject, status: 200, returns: nameOf(returns) },
  ]);
  const plain: unknown = JSON.parse(
    JSON.stringify(
      {
        operations: Object.fromEntries([...operations, ...batches]),
        events: eventPayloads(),
        schemas: registry.schemas,
      },
      withoutText,
    ),
  );
  return plain as Contracts;
}

/** Descriptions are no part of what others rely on. A property may be called `description`, so only texts count. */
const withoutText = (key: string, value: unknown): unknown =>
  key === 'description' && typeof value === 'string' ? undefined : value;

/** The file of a snapshot: one line an operation, an event and a schema, sorted, so that a reviewer sees what changes. */
export function formatContracts({ operations, events, schemas }: Contracts): string {
  const lines = (all: object) =>
    Object.entries(all)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n');
  const parts = Object.entries({ operations, events, schemas }).map(
    ([name, all]) => `  ${JSON.stringify(name)}: {\n${lines(all)}\n  }`,
  );
  return `{\n${parts.join(',\n')}\n}\n`;
}
