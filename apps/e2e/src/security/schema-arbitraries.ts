import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from '@bindery/contracts';

/** How many levels of optional values and items there are. */
const depthOfValues = 4;
/** Long texts say nothing that short ones do not, except at their bound. */
const longestText = 24;
const longestBound = 5_000;

/** Text that is valid as text and that something behind may stumble over. */
export const awkwardTexts = [
  ...['', ' ', '\t', '-', '.', '..', '0', '%', '\\', "'", '"', '`', '${1}', '{{', '*', '_', '#', '/', ':', '@'],
  ...['%00', '\u200b', '\ufeff', '\u2028', 'e\u0301', '👩‍👩‍👧‍👦', 'ﷺ', '\u202eabc', 'İ', 'ß', 'null', 'undefined', 'true'],
  ...["';--", '<script>', '"><img src=x>', '](javascript:x)', '{% include "x" %}', '~', 'to_tsquery:*&|!()<->'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '\r\nx: y', 'a\nb', '$where', '$1', '\\u0000'],
];
const addresses = [
  ...['https://example.invalid', 'http://example.invalid/a/../b?c=%zz#d', 'https://ex%41mple.invalid', 'http://[::1]'],
  ...['https://user:pass@example.invalid/', 'http:\\\\example.invalid', 'HTTPS://EXAMPLE.INVALID:443', 'http://0x7f.1'],
  ...['https://exämple.invalid/ä?ö=ü#ß', 'https://example.invalid/"><script>', 'https://example.invalid/?"><script>'],
];
/** Addresses without a server: made-up requests must not reach strangers. */
const madeUpAddresses = fc.webUrl().map((url) => url.replace(/^https?:\/\/[^/?#]*/, '$&.invalid'));
const moments = [
  ...[
    '2026-01-02T03:04:05Z',
    '2026-01-02',
    '2026-01-02T03:04:05.678+09:00',
    '1969-12-31T23:59:60Z',
    '0001-01-01T00:00:00Z',
  ],
  ...['9999-12-31T23:59:59.999Z', '0000-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', '+275760-09-13T00:00:00.000Z'],
  ...['-271821-04-20T00:00:00.000Z', '2026', '1', '2026-02-30', '2026-1-1', 'Jan 1 2026 (x)', '2026-01-01T24:00:00Z'],
];

/** Values that fit no schema: of the wrong type, size or shape. */
const wrong: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, -1, 0.5, 1e308, -1e-308, 2 ** 31, 2 ** 53, 2 ** 63, '', [], {}, [[]], [null]),
  fc.constantFrom('\u0000', '\ud800', 'x'.repeat(70_000), 'é'.repeat(2_049), { $ref: '#' }, { toString: 1 }),
  fc.constantFrom(...awkwardTexts, ...addresses, ...moments),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Where in a value something is put, as a number that is taken modulo the places that there are; undefined takes away. */
export interface Spoiling {
  at: number;
  value: unknown;
}

export const spoiling: Arbitrary<Spoiling> = fc.record({
  at: fc.nat(1_000),
  value: fc.oneof({ weight: 5, arbitrary: wrong }, { weight: 1, arbitrary: fc.constant(undefined) }),
});

/** A copy with something else in one place. */
export function spoil(value: unknown, { at, value: other }: Spoiling): unknown {
  let left = at % (placesOf(value) || 1);
  const visit = (one: unknown): unknown => {
    if (left-- === 0) return other;
    if (Array.isArray(one)) return one.map(visit);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, visit(inner)]));
  };
  return visit(value);
}

function placesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + placesOf(inner), 1);
}

/** Values for the schemas of an OpenAPI document. */
export class SchemaArbitraries {
  private readonly known = new Map<string, Arbitrary<unknown>>();

  constructor(
    private readonly schemas: Record<string, Schema>,
    /** The values of ids. */
    private readonly ids: Arbitrary<string>,
  ) {}

  /** Values that the schema admits. */
  valid(schema: Schema, depth = depthOfValues): Arbitrary<unknown> {
    if (schema.$ref) return this.referred(schema.$ref, depth);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives) return this.oneOf(alternatives, depth);
    if (Array.isArray(schema.type))
      return fc.oneof(...schema.type.map((type) => this.valid({ ...schema, type }, depth)));
    switch (schema.type) {
      case 'object':
        return this.object(schema, depth);
      case 'array':
        return this.list(schema, depth);
      case 'string':
        return this.text(schema);
      case 'integer':
        return integers(schema);
      case 'number':
        return fc.oneof(fc.constantFrom(0, 0.5, -1, 1e21), fc.double({ noNaN: true, noDefaultInfinity: true }));
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  }

  private referred(ref: string, depth: number): Arbitrary<unknown> {
    const key = `${ref} ${depth}`;
    let arbitrary = this.known.get(key);
    if (!arbitrary) this.known.set(key, (arbitrary = this.valid(this.schemas[ref.split('/').at(-1)!]!, depth - 1)));
    return arbitrary;
  }

  private oneOf(alternatives: Schema[], depth: number): Arbitrary<unknown> {
    const plain = alternatives.filter(({ type }) => type === 'null');
    return fc.oneof(...(depth < 0 && plain.length > 0 ? plain : alternatives).map((one) => this.valid(one, depth)));
  }

  private object({ properties, required = [], additionalProperties }: Schema, depth: number): Arbitrary<unknown> {
    if (!properties) {
      const values = typeof additionalProperties === 'object' ? this.valid(additionalProperties, depth - 1) : wrong;
      return fc.dictionary(fc.oneof(fc.constantFrom(...awkwardTexts), this.ids, fc.string()), values, { maxKeys: 3 });
    }
    const chosen = Object.entries(properties).filter(([name]) => depth >= 0 || required.includes(name));
    const model = Object.fromEntries(chosen.map(([name, property]) => [name, this.valid(property, depth)]));
    return fc.record(model, { requiredKeys: required, noNullPrototype: true });
  }

  private list({ items, minItems = 0, maxItems = 3 }: Schema, depth: number): Arbitrary<unknown> {
    const maxLength = Math.max(minItems, depth < 0 ? 0 : Math.min(maxItems, 3));
    if (maxLength === 0) return fc.constant([]);
    return fc.array(this.valid(items ?? {}, depth - 1), { minLength: minItems, maxLength });
  }

  private text({ pattern, format, minLength = 0, maxLength = longestBound }: Schema): Arbitrary<unknown> {
    const fits = (text: string) => text.length >= minLength && [...text].length <= maxLength;
    if (pattern === '^[A-Za-z0-9_-]+$') return this.ids;
    if (pattern) {
      // A negative lookahead only excludes texts, so it is left out and checked afterwards.
      const whole = new RegExp(pattern, 'u');
      const simple = new RegExp(pattern.replace(/\(\?!(?:\\.|[^)])*\)/g, ''), 'u');
      return fc.stringMatching(simple, { size: 'small' }).filter((text) => whole.test(text) && fits(text));
    }
    if (format === 'uri') return fc.oneof(madeUpAddresses, fc.constantFrom(...addresses));
    if (format === 'date-time') return fc.constantFrom(...moments);
    if (format === 'email')
      return fc.oneof(fc.emailAddress(), fc.constantFrom('a@b', 'ü@exämple.invalid', '"a b"@c.d'));
    if (format === 'byte') return fc.base64String();
    const free = fc.string({
      unit: 'binary',
      minLength,
      maxLength: Math.max(minLength, Math.min(maxLength, longestText)),
    });
    const words = [...awkwardTexts, 'a'.repeat(Math.min(maxLength, longestBound))].filter(fits);
    return fc.oneof(
      this.ids.filter(fits),
      free.filter((text) => !text.includes('\0')),
      fc.constantFrom(...words),
    );
  }
}

function integers({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: Schema): Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(minimum, maximum),
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 10) }),
  );
}
