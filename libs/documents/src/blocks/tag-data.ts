import { refOfData } from '../inlines/inline-html';
import type { ReadContext, WriteContext } from '../model/context';
import { formatLength, readLength } from '../model/length';
import type { ContentRef, Data } from '../model/model';
import { canHoldAttributes, endOfTag, formatTag, readAttributes, type Tag } from '../syntax/tag';
import type { AttributeKind, TagSpec } from './tag-spec';

/** The data of a tag's block, or undefined when its attributes cannot be read. Further attributes are kept as they are. */
export function readTagData(tag: Tag, spec: TagSpec, context: ReadContext): Data | undefined {
  if (spec.argument) return readArgument(tag, spec.argument, context);
  const attributes = readAttributes(tag.argument);
  if (!attributes) return undefined;
  const data: Data = {};
  for (const [name, value] of Object.entries(attributes)) {
    const kind = Object.hasOwn(spec.attributes, name) ? spec.attributes[name] : undefined;
    const key = kind === 'spec' || typeof kind === 'object' ? 'ref' : name;
    data[key] = kind !== undefined && typeof value === 'string' ? readValue(kind, value, context) : value;
  }
  return data;
}

function readArgument(tag: Tag, argument: NonNullable<TagSpec['argument']>, context: ReadContext): Data {
  if (argument.kind === 'expression') return { [argument.key]: tag.argument };
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(tag.argument)?.[1] ?? tag.argument;
  return { [argument.key]: context.refOf(quoted.replace(/\\(["\\])/g, '$1'), argument.kind.url) };
}

function readValue(kind: AttributeKind, value: string, context: ReadContext): unknown {
  if (typeof kind === 'object') return context.refOf(value, kind.url);
  switch (kind) {
    case 'boolean':
      return value === 'true' || value === 'false' ? value === 'true' : value;
    case 'length':
      return readLength(value) ?? value;
    case 'list':
      return value === '' ? [] : value.split(',').map((part) => part.trim());
    case 'tags':
      return value === ''
        ? []
        : value.split(',').map((part) => ({ kind: 'tag', tag: part.trim() }) satisfies ContentRef);
    case 'spec':
      return { kind: 'openapi', spec: value } satisfies ContentRef;
    default:
      return value;
  }
}

/** The tag that opens a block, or undefined when Markdown cannot hold its data. */
export function writeOpenTag(data: Data, spec: TagSpec, context: WriteContext): string | undefined {
  const tag = formatOpenTag(data, spec, context);
  return tag === undefined || /[\r\n\0]/.test(tag) || endOfTag(tag) !== tag.length ? undefined : tag;
}

function formatOpenTag(data: Data, spec: TagSpec, context: WriteContext): string | undefined {
  if (spec.argument) return writeArgument(data, spec.tag, spec.argument, context);
  const attributes: Data = {};
  for (const [name, kind] of Object.entries(spec.attributes)) {
    const key = kind === 'spec' || typeof kind === 'object' ? 'ref' : name;
    if (data[key] !== undefined) attributes[name] = writeValue(kind, data[key], context);
  }
  const written = new Set(
    Object.entries(spec.attributes).map(([name, kind]) => (typeof kind === 'object' || kind === 'spec' ? 'ref' : name)),
  );
  for (const [name, value] of Object.entries(data)) if (!written.has(name)) attributes[name] = value;
  return canHoldAttributes(attributes) ? formatTag(spec.tag, attributes) : undefined;
}

function writeArgument(
  data: Data,
  tag: string,
  argument: NonNullable<TagSpec['argument']>,
  context: WriteContext,
): string | undefined {
  const value = data[argument.key];
  if (Object.keys(data).length !== 1 || value === undefined) return undefined;
  if (argument.kind !== 'expression')
    return `{% ${tag} "${context.urlOf(refOfData(value)).replace(/["\\]/g, '\\$&')}" %}`;
  const expression = typeof value === 'string' ? value : '';
  return expression === '' || expression !== expression.trim() ? undefined : `{% ${tag} ${expression} %}`;
}

/** The text of an attribute; a value of another shape than its kind's stays as it is and is written as JSON. */
function writeValue(kind: AttributeKind, value: unknown, context: WriteContext): unknown {
  if (typeof kind === 'object') return context.urlOf(refOfData(value));
  switch (kind) {
    case 'boolean':
      return typeof value === 'boolean' ? String(value) : value;
    case 'length':
      return formatLength(value) ?? value;
    case 'list':
      return isPlainList(value) ? value.join(',') : value;
    case 'tags':
      return tagList(value) ?? value;
    case 'spec': {
      const ref = refOfData(value);
      return ref.kind === 'openapi' ? ref.spec : value;
    }
    default:
      return value;
  }
}

const isPlainList = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.every((part) => typeof part === 'string' && part !== '' && part === part.trim() && !part.includes(','));

function tagList(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const slugs = value.map((ref: unknown) => {
    const tag = refOfData(ref);
    return tag.kind === 'tag' && tag.space === undefined ? tag.tag : '';
  });
  return isPlainList(slugs) ? slugs.join(',') : undefined;
}
