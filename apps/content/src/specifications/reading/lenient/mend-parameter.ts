import { asText, isObject, type JsonObject } from '../json';
import type { MendContext, VisitedValue } from './mending';

const places = ['query', 'header', 'path', 'cookie', 'querystring'];

/** Fields of a parameter in Swagger 2.0 that belong to its schema in OpenAPI 3. */
const ofSchema = [
  ...['type', 'format', 'items', 'enum', 'default', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
  ...['maxLength', 'minLength', 'pattern', 'maxItems', 'minItems', 'uniqueItems', 'multipleOf', 'nullable'],
];

/** Mends parameters and headers. */
export function mendParameter(value: JsonObject, at: VisitedValue, mending: MendContext): void {
  if (typeof value.$ref === 'string') return;
  liftSchema(value, at, mending);
  if (typeof value.in !== 'string') return;
  const place = value.in.toLowerCase();
  if (place !== value.in && places.includes(place)) {
    mending.report('UNKNOWN_PLACE', `in must be one of ${places.join(', ')}; ${value.in} is read as ${place}`, at);
    value.in = place;
  }
  if (!places.includes(asText(value.in)))
    mending.report('UNKNOWN_PLACE', `in must be one of ${places.join(', ')}, not ${asText(value.in)}`, at);
  if (value.in === 'path' && value.required !== true) {
    mending.report('REQUIRED', `A parameter of a path must have required: true`, at);
    value.required = true;
  }
}

/** Moves these fields into the schema. */
function liftSchema(value: JsonObject, at: VisitedValue, mending: MendContext): void {
  const own = ofSchema.filter((name) => Object.hasOwn(value, name));
  if (own.length === 0) return;
  // Each of them is valid in a schema, and a parameter that has a schema keeps it.
  const lifted = Object.fromEntries(own.map((name) => [name, value[name]]));
  for (const name of own) Reflect.deleteProperty(value, name);
  if (mending.version !== '2.0')
    mending.report('SWAGGER_FIELD', `${own.join(', ')} must be in schema; they are read as if they were`, at);
  value.schema = isObject(value.schema) ? { ...lifted, ...value.schema } : lifted;
  const { collectionFormat } = value;
  if (collectionFormat === undefined) return;
  delete value.collectionFormat;
  const separated = { ssv: 'spaceDelimited', pipes: 'pipeDelimited' }[asText(collectionFormat)];
  if (value.in === 'query') Object.assign(value, { style: separated ?? 'form', explode: collectionFormat === 'multi' });
}
