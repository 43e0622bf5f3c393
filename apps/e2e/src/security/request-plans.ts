import fc, { type Arbitrary } from 'fast-check';
import type { Example } from '../contract/example';
import type { Operation } from './openapi-document';
import { awkwardTexts, spoil, spoiling, type SchemaArbitraries, type Spoiling } from './schema-arbitraries';

type Plain = Record<string, unknown>;

/** A request as far as it is known before there is anything to name: `own` stands for what the operation's example says. */
export interface RequestPlan {
  caller: 'admin' | 'reader' | 'guest' | 'otherAdmin' | 'anonymous';
  params: Record<string, string | { own: true }>;
  query: { own: boolean; values: Plain };
  body?: { own: boolean; value: unknown; spoiling?: Spoiling };
  headers: Record<string, string>;
}

/** A request to send. */
interface PlannedRequest {
  path: string;
  body?: string;
  headers: Record<string, string>;
}

const own = { own: true } as const;

/** Requests of an operation that are valid or nearly so; half of all paths lead to what is there. */
export function plansOf(
  { path, query, body }: Operation,
  values: SchemaArbitraries,
  ids: Arbitrary<string>,
): Arbitrary<RequestPlan> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const elsewhere = fc.oneof({ weight: 4, arbitrary: ids }, { weight: 1, arbitrary: fc.constantFrom(...awkwardTexts) });
  const params = (arbitrary: Arbitrary<string | { own: true }>) =>
    fc.record(Object.fromEntries(names.map((name) => [name, arbitrary])), { noNullPrototype: true });
  const asked = Object.fromEntries(query.map(({ name, schema }) => [name, values.valid(schema)]));
  return fc.record(
    {
      caller: fc.oneof(
        { weight: 12, arbitrary: fc.constant('admin' as const) },
        { weight: 1, arbitrary: fc.constantFrom('reader', 'guest', 'otherAdmin', 'anonymous') },
      ),
      params: fc.oneof(
        { weight: 4, arbitrary: params(fc.constant(own)) },
        { weight: 1, arbitrary: params(fc.oneof(fc.constant(own), elsewhere)) },
      ),
      query: fc.record({
        own: fc.boolean(),
        values: fc
          .tuple(fc.record(asked, { requiredKeys: [], noNullPrototype: true }), fc.option(spoiling, { freq: 5 }))
          .map(([valid, spoiled]) => (spoiled ? inFields(valid, spoiled) : valid)),
      }),
      ...(body && {
        body: fc.record({
          own: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
          value: values.valid(body),
          spoiling: fc.option(spoiling, { freq: 3, nil: undefined }),
        }),
      }),
      headers: fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
    },
    { noNullPrototype: true },
  ) as Arbitrary<RequestPlan>;
}

const tags = fc.constantFrom('*', '"1-x"', 'W/"0-"', '"99999999999999999999-x"', '"x"', ',', '""', 'null');
const headers = fc.record(
  {
    'if-match': tags,
    'if-none-match': tags,
    'idempotency-key': fc.oneof(
      fc.constantFrom('a', 'a'.repeat(255), 'a'.repeat(256), 'ü'),
      fc.string({ minLength: 1 }),
    ),
    'content-type': fc.constantFrom('application/json', 'application/json; charset=latin1', 'text/plain', 'x'),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** The request of a plan, given what the operation can be called with at this time. */
export function requestOf({ path }: Operation, plan: RequestPlan, example: Example): PlannedRequest {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const param = plan.params[name]!;
    return encodeURIComponent(typeof param === 'string' ? param.toWellFormed() : (example.params?.[name] ?? ''));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...(plan.query.own && example.query), ...plan.query.values }))
    for (const one of [value].flat()) search.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one));
  return {
    path: search.size > 0 ? `${filled}?${search}` : filled,
    ...(plan.body && { body: JSON.stringify(bodyOf(plan.body, example)) }),
    headers: plan.headers,
  };
}

function bodyOf({ own, value, spoiling }: NonNullable<RequestPlan['body']>, { body }: Example): unknown {
  const given = own && isObject(body) ? { ...body, ...(isObject(value) ? value : {}) } : value;
  return spoiling ? spoil(given, spoiling) : given;
}

const isObject = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Spoils one of the fields of a query, which is flat. */
function inFields(query: Plain, { at, value }: Spoiling): Plain {
  const names = Object.keys(query);
  return names.length > 0 ? { ...query, [names[at % names.length]!]: value ?? '' } : query;
}
