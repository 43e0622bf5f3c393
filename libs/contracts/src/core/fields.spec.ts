import { Id, isId, Timestamp } from './fields';
import { parse } from './parse';

class Moment {
  @Timestamp() at!: string;
}

it.each([
  ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02T03:04:05.678901+09:00', '2026-01-01T18:04:05.678Z'],
  ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59.000Z'],
  ['2026-07-02T03:04', '2026-07-02T03:04:00.000Z'],
  ['2026-01-02', '2026-01-02T00:00:00.000Z'],
  ['2026-01-01T24:00:00Z', '2026-01-02T00:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('%s is the moment %s', (given, at) => expect(parse(Moment, { at: given }, 'body')).toEqual({ at }));

it.each([
  ...['', '1', '2026', 'Jan 1 2026 (x)', '2026-1-1', '2026-02-30', '2025-02-29T00:00:00Z', '2026-01-02T03:04:60Z'],
  ...['2026-01-02 03:04:05Z', '2026-01-02T03:04:05+16:00', '0000-01-01T00:00:00Z', '0001-01-01T00:00:00+01:00'],
  ...['9999-12-31T23:59:59-01:00', '+010000-01-01T00:00:00Z', '-271821-04-20T00:00:00.000Z'],
])('%j is none, although JavaScript may take it for one', (at) =>
  expect(() => parse(Moment, { at }, 'body')).toThrow('at must be an ISO 8601 date and time'),
);

class Ref {
  @Id() id!: string;
}

const takes = (id: unknown): boolean => {
  try {
    return parse(Ref, { id }, 'body').id === id;
  } catch {
    return false;
  }
};

it.each(['a', '-', '__proto__', 'Az09_-', 'x'.repeat(64)])('%j may be an id', (id) =>
  expect([isId(id), takes(id)]).toEqual([true, true]),
);

it.each(['', ' ', 'a b', 'a\n', 'é', '../x', 'x'.repeat(65), 7, null, undefined, ['a'], {}])('%j is no id', (id) =>
  expect([isId(id), takes(id)]).toEqual([false, false]),
);
