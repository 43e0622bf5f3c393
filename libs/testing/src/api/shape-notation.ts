/** A shape in the terse notation of the specification's facts, as JSON. */
export type Notation = string | boolean | Notation[] | { [key: string]: Notation };

/** A JSON Schema (draft 2020-12). */
export type ShapeSchema = Record<string, unknown>;

/** The meanings of bare names in the looser notation of operations. */
export type Aliases = Record<string, Notation>;

const combinators = { allOf: 'allOf', anyOf: 'anyOf', oneOf: 'anyOf' };
/** Formats that JSON Schema knows; the others (`emoji`, `icon`, ...) say nothing that could be checked here. */
const formats = ['uri', 'date-time'];

/** The schema of a shape in the notation of types: `'name?'` optional, `'@X'` reference, `'string(a..b)'`, `'*'` map values. */
export const schemaOf = (notation: Notation): ShapeSchema => convert(notation, textSchema);

/** Like `schemaOf` for the shapes of operations, where type names stand bare, and uri, 1..30 and a|b stand for themselves. */
export const loose = (notation: Notation, aliases: Aliases): ShapeSchema =>
  convert(notation, (text) => looseText(text, aliases));

type TextSchema = (text: string) => ShapeSchema;

function convert(notation: Notation, text: TextSchema): ShapeSchema {
  if (typeof notation === 'string') return text(notation);
  if (typeof notation === 'boolean') return {};
  if (Array.isArray(notation)) return listSchema(notation, text);
  if (notation['(nullable)']) {
    const { '(nullable)': _nullable, ...rest } = notation;
    return { anyOf: [convert(rest, text), { type: 'null' }] };
  }
  for (const [key, keyword] of Object.entries(combinators)) {
    const parts = notation[key];
    if (Array.isArray(parts)) return { [keyword]: parts.map((part) => convert(part, text)) };
  }
  return objectSchema(notation, text);
}

function listSchema([item, bounds]: Notation[], text: TextSchema): ShapeSchema {
  const [min, max] = typeof bounds === 'string' ? boundsOf(bounds) : [];
  return {
    type: 'array',
    ...(item !== undefined && { items: convert(item, text) }),
    ...(min !== undefined && { minItems: min }),
    ...(max !== undefined && { maxItems: max }),
  };
}

function objectSchema(notation: { [key: string]: Notation }, text: TextSchema): ShapeSchema {
  const properties: Record<string, ShapeSchema> = {};
  const required: string[] = [];
  for (const [key, value] of Object.entries(notation)) {
    if (key === '*') continue;
    // Deprecated fields may be left out.
    const name = key.replace(/( \(deprecated\))?$/, '').replace(/\?$/, '');
    properties[name] = convert(value, text);
    if (name === key && !isOptional(value)) required.push(name);
  }
  const values = notation['*'];
  return {
    type: 'object',
    properties,
    required,
    ...(values !== undefined && { additionalProperties: convert(values, text) }),
  };
}

/** Where `?` stands behind a type instead of a name; so may be left out an object that has nothing else. */
function isOptional(value: Notation): boolean {
  if (typeof value === 'string') return value.endsWith('?');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const members = Object.values(value);
  return members.length > 0 && members.every(isOptional);
}

function textSchema(text: string): ShapeSchema {
  const parts = (text === 'string|null' ? 'string | null' : text).split(' | ');
  return parts.length > 1 ? { anyOf: parts.map(one) } : one(text);
}

function one(text: string): ShapeSchema {
  if (text.startsWith('@')) return { $ref: `#/$defs/${text.slice(1)}` };
  if (text.startsWith('const ')) return { const: constantOf(text.slice('const '.length)) };
  if (text.startsWith('enum ')) return { enum: text.slice('enum '.length).split('|') };
  if (text === 'any') return {};
  if (text === 'null' || text.startsWith('boolean')) return { type: text.split(' ')[0] };
  const [, type, bounds, rest = ''] = /^(string|number|integer)([([][^)\]]*[)\]])?(?: (.*))?$/s.exec(text) ?? [];
  if (!type) throw new Error(`The notation "${text}" is not known`);
  const [min, max] = bounds ? boundsOf(bounds) : [];
  const names = type === 'string' ? ['minLength', 'maxLength'] : ['minimum', 'maximum'];
  const [, pattern] = /^\/(.*)\/$/s.exec(rest) ?? [];
  return {
    type,
    ...(min !== undefined && { [names[0]!]: min }),
    ...(max !== undefined && { [names[1]!]: max }),
    ...(pattern && { pattern }),
    ...(formats.includes(rest) && { format: rest }),
  };
}

const constantOf = (text: string): string | boolean => (text === 'true' ? true : text === 'false' ? false : text);

function boundsOf(text: string): [number | undefined, number | undefined] {
  const [, min, max] = /^[([](\d*)\.\.(\d*)[)\]]$/.exec(text) ?? [];
  return [min ? Number(min) : undefined, max ? Number(max) : undefined];
}

function looseText(text: string, aliases: Aliases): ShapeSchema {
  const name = text.replace(/\?$/, '');
  const alias = aliases[name];
  if (alias !== undefined) return typeof alias === 'string' ? schemaOf(alias) : loose(alias, aliases);
  if (name === 'Role') return schemaOf('@MemberRole');
  if (name.startsWith('uri')) return { type: 'string', format: 'uri' };
  if (name === 'date-time') return { type: 'string', format: 'date-time' };
  if (/^(enum )?[\w-]+(\|[\w-]+)+$/.test(name)) return { enum: name.replace(/^enum /, '').split('|') };
  const [, kind, min, max] = /^(string|number|boolean)(?: (\d+)\.\.(\d+)| \(.*\))?$/.exec(name) ?? [];
  if (!kind) throw new Error(`The shape "${text}" is not known`);
  return { type: kind, ...(min && { minLength: Number(min), maxLength: Number(max) }) };
}
