import type { ApiBody, ApiExample, ApiSchema } from '@bindery/contracts';
import { cut } from '../../storage/well-formed';
import { isObject, objectOf, textOf, type JsonObject } from '../reading/json';
import { describeSchema, type SchemaBudget } from './describe-schema';
import { descriptionOf } from './schema-facts';
import type { Place, Specification } from './specification';

const mostTypes = 10;
const mostExamples = 10;
/** Characters of one example. */
const longestExample = 5_000;
const mostHeaders = 50;

/** The body of a request or response, in all its content types: JSON first. */
export function describeBody(specification: Specification, holder: Place, room: SchemaBudget): ApiBody | undefined {
  const types = Object.keys(objectOf(holder.value.content)).slice(0, mostTypes);
  const isJson = (type: string) => /json/i.test(type);
  const [first, ...others] = [...types.filter(isJson), ...types.filter((type) => !isJson(type))].map((contentType) => ({
    contentType,
    media: specification.at(holder, 'content', contentType),
  }));
  if (!first) return undefined;
  const body = mediaOf(specification, first.contentType, first.media, room);
  const same = others.filter(({ media }) => isSame(media.value, first.media.value));
  const rest = others.filter((other) => !same.includes(other));
  return {
    ...body,
    schema: { ...body.schema, ...descriptionOf(holder.value) },
    ...(same.length > 0 && { alsoAs: same.map(({ contentType }) => contentType) }),
    ...(rest.length > 0 && {
      others: rest.map(({ contentType, media }) => mediaOf(specification, contentType, media, room)),
    }),
  };
}

/** Whether two content types have the same content, and the second shows nothing more than the first. */
const isSame = (one: JsonObject, other: JsonObject): boolean =>
  JSON.stringify(one.schema) === JSON.stringify(other.schema) &&
  one.example === undefined &&
  one.examples === undefined &&
  one.encoding === undefined;

function mediaOf(specification: Specification, contentType: string, media: Place, room: SchemaBudget): ApiBody {
  const isStream = !isObject(media.value.schema) && isObject(media.value.itemSchema);
  const schema = describeSchema(specification, specification.at(media, isStream ? 'itemSchema' : 'schema'), room);
  const examples = examplesOf(specification, media);
  const shown = isStream ? { ...schema, type: `stream of ${schema.type}` } : schema;
  return {
    contentType,
    schema: withEncoding(shown, objectOf(media.value.encoding)),
    ...(examples.length > 0 && { examples }),
  };
}

/** Adds the content types of the parts of a form. */
function withEncoding(schema: ApiSchema, encoding: JsonObject): ApiSchema {
  if (Object.keys(encoding).length === 0 || !schema.fields) return schema;
  const fields = schema.fields.map((field) => {
    const type = textOf(objectOf(encoding[field.name ?? '']).contentType);
    return type ? { ...field, limits: [...(field.limits ?? []), `contentType ${type}`] } : field;
  });
  return { ...schema, fields };
}

/** The examples of a body or a parameter. */
function examplesOf(specification: Specification, holder: Place): ApiExample[] {
  const { example, examples } = holder.value;
  const named = Object.keys(objectOf(examples))
    .slice(0, mostExamples)
    .flatMap((name) => {
      const { value } = specification.at(holder, 'examples', name);
      const text = exampleText(value);
      if (text === undefined) return [];
      const title = textOf(value.summary) ?? name;
      return [{ ...(title !== 'default' && { name: title }), ...descriptionOf(value), text }];
    });
  return example === undefined ? named : [{ text: written(example) }, ...named];
}

function exampleText({ value, dataValue, serializedValue, externalValue }: JsonObject): string | undefined {
  const given = value ?? dataValue;
  if (given !== undefined) return written(given);
  return textOf(serializedValue) ?? textOf(externalValue);
}

const written = (value: unknown): string =>
  cut(typeof value === 'string' ? value : JSON.stringify(value, null, 2), longestExample);

/** The headers of a response, by their names. */
export function describeHeaders(specification: Specification, response: Place, room: SchemaBudget): ApiSchema[] {
  return Object.keys(objectOf(response.value.headers))
    .slice(0, mostHeaders)
    .flatMap((name) => {
      if (room.left-- <= 0) return [];
      const header = specification.at(response, 'headers', name);
      return [{ name, ...describeValue(specification, header, room) }];
    });
}

/** A parameter or a header: the facts of its schema, and its own. */
export function describeValue(specification: Specification, holder: Place, room: SchemaBudget): ApiSchema {
  const { value } = holder;
  const { schema, contentType } = schemaOf(specification, holder);
  const described = describeSchema(specification, schema, room);
  const own = examplesOf(specification, holder).map(({ text }) => JSON.stringify(text));
  const plain = [value.example, ...Object.values(objectOf(value.examples)).map((one) => objectOf(one).value)]
    .filter((one) => one !== undefined)
    .map((one) => JSON.stringify(one));
  const examples = plain.length > 0 ? plain : own;
  const limits = [...(described.limits ?? []), ...(contentType ? [`contentType ${contentType}`] : [])];
  return {
    ...described,
    ...descriptionOf(value),
    ...(value.required === true && { required: true as const }),
    ...(value.deprecated === true && { deprecated: true as const }),
    ...(examples.length > 0 && { examples: [...new Set(examples)].slice(0, mostExamples).map((one) => cut(one, 200)) }),
    ...(limits.length > 0 && { limits }),
  };
}

/** A parameter has a schema, or content of one type; one of Swagger 2.0 in a separate file is a schema itself. */
function schemaOf(specification: Specification, holder: Place): { schema: Place; contentType?: string } {
  if (isObject(holder.value.schema)) return { schema: specification.at(holder, 'schema') };
  const [contentType] = Object.keys(objectOf(holder.value.content));
  if (contentType !== undefined)
    return { schema: specification.at(holder, 'content', contentType, 'schema'), contentType };
  return { schema: specification.at(holder, 'schema') };
}
