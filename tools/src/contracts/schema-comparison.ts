import type { Schema } from '@bindery/contracts';

/** Whether values of the schema come from callers or go to them. */
export type Direction = 'asked' | 'answered';
type Schemas = Record<string, Schema>;

const lowerBounds = ['minLength', 'minimum', 'minItems'] as const;
const upperBounds = ['maxLength', 'maximum', 'maxItems'] as const;

/** Compares schemas of two releases in one direction and returns the breaking changes, each with its path. */
export class SchemaComparison {
  /** Pairs that are being compared or have been: schemas refer to themselves. */
  private readonly seen = new WeakMap<Schema, Set<Schema>>();

  constructor(
    private readonly direction: Direction,
    private readonly before: Schemas,
    private readonly now: Schemas,
  ) {}

  compare(before: Schema, now: Schema, place: string): string[] {
    const [was, is] = [resolve(before, this.before), resolve(now, this.now)];
    const [old, current] = [alternatives(was, this.before), alternatives(is, this.now)];
    if (old.size > 1 || current.size > 1) return this.alternatives(old, current, place);
    return this.one(was, is, place);
  }

  /** Whether an object of the schema has to be sent: some field of it is required. */
  requires(schema: Schema): boolean {
    return (resolve(schema, this.now).required ?? []).length > 0;
  }

  private alternatives(before: Map<string, Schema>, now: Map<string, Schema>, place: string): string[] {
    const gone = [...before.keys()].filter((name) => !now.has(name)).map((name) => `${place}: ${name} was removed`);
    // Readers skip objects whose discriminator they do not know, but cannot read a value of another JSON type.
    const types = (all: Map<string, Schema>) => new Set([...all.values()].map(({ type = 'any' }) => String(type)));
    const known = types(before);
    const added = this.direction === 'answered' ? [...types(now)].filter((type) => !known.has(type)) : [];
    const kept = [...before].filter(([name]) => now.has(name));
    return [
      ...gone,
      ...added.map((type) => `${place}: it may be ${type} now`),
      ...kept.flatMap(([name, schema]) => this.one(schema, now.get(name)!, `${place}(${name})`)),
    ];
  }

  private one(before: Schema, now: Schema, place: string): string[] {
    const compared = this.seen.get(before) ?? new Set();
    if (compared.has(now)) return [];
    this.seen.set(before, compared.add(now));
    if (String(before.type) !== String(now.type))
      return [`${place}: its type changed from ${String(before.type)} to ${String(now.type)}`];
    return [
      ...this.values(before, now, place),
      ...(before.items && now.items ? this.compare(before.items, now.items, `${place}[]`) : []),
      ...this.fields(before, now, place),
    ];
  }

  private values(before: Schema, now: Schema, place: string): string[] {
    const old = valuesOf(before);
    const current = valuesOf(now);
    const removed = old?.filter((value) => current && !current.includes(value)) ?? [];
    const problems = removed.map((value) => `${place}: the value ${JSON.stringify(value)} was removed`);
    if (this.direction === 'answered') return problems;
    if (!old && current) problems.push(`${place}: it takes only some values now`);
    for (const bound of lowerBounds)
      if ((now[bound] ?? -Infinity) > (before[bound] ?? -Infinity)) problems.push(`${place}: ${bound} was raised`);
    for (const bound of upperBounds)
      if ((now[bound] ?? Infinity) < (before[bound] ?? Infinity)) problems.push(`${place}: ${bound} was lowered`);
    for (const form of ['pattern', 'format'] as const)
      if (now[form] && now[form] !== before[form]) problems.push(`${place}: its ${form} changed`);
    return problems;
  }

  private fields(before: Schema, now: Schema, place: string): string[] {
    const [old, current] = [before.properties ?? {}, now.properties ?? {}];
    const required = (schema: Schema, name: string) => schema.required?.includes(name) ?? false;
    const problems: string[] = [];
    for (const [name, field] of Object.entries(old)) {
      const at = `${place}.${name}`;
      if (!current[name]) problems.push(`${at}: the field was removed`);
      else {
        if (this.direction === 'answered' && required(before, name) && !required(now, name))
          problems.push(`${at}: the field may be absent now`);
        problems.push(...this.compare(field, current[name], at));
      }
    }
    for (const name of this.direction === 'asked' ? Object.keys(current) : [])
      if (required(now, name) && !required(before, name))
        problems.push(`${place}.${name}: the field has become required`);
    return problems;
  }
}

function resolve(schema: Schema, all: Schemas): Schema {
  return schema.$ref === undefined ? schema : (all[schema.$ref] ?? {});
}

/** The alternatives of a schema, by the name of a class or a type. */
function alternatives(schema: Schema, all: Schemas): Map<string, Schema> {
  const members = schema.anyOf ?? schema.oneOf;
  if (!members) return new Map([[nameOf(schema), schema]]);
  const flat = members.flatMap((member) => {
    const resolved = resolve(member, all);
    if (resolved.anyOf ?? resolved.oneOf) return [...alternatives(resolved, all)];
    return [[member.$ref ?? nameOf(resolved), resolved] as const];
  });
  // One that may also be null is the same whether its schema has a name or not.
  const others = flat.filter(([name]) => name !== 'null');
  return new Map(
    others.length === 1 ? [[nameOf(others[0]![1]), others[0]![1]], ...flat.filter(([name]) => name === 'null')] : flat,
  );
}

const nameOf = ({ type = 'any' }: Schema): string => String(type);

const valuesOf = ({ const: value, enum: values }: Schema): readonly unknown[] | undefined =>
  value === undefined ? values : [value];
