import type { ApiBody, ApiOperation, ApiSchema } from '@bindery/contracts';

/**
 * The request of an operation as a call of curl, with an example of each value that it needs. Names of the path stay in
 * braces, and credentials in angle brackets, for the reader to replace. Undefined without the address of a server.
 */
export function requestExample(operation: ApiOperation): string | undefined {
  const { kind, method, server, name, parameters, body } = operation;
  if (kind !== 'path' || !server) return undefined;
  const credential = credentialOf(operation);
  const needed = parameters.filter(({ required }) => required);
  const query = [
    ...needed.filter((one) => one.in === 'query').map((one) => `${one.name}=${encodeURIComponent(textOf(one))}`),
    ...(credential.query ? [credential.query] : []),
  ];
  const headers = needed.filter((one) => one.in === 'header').map((one) => `${one.name}: ${textOf(one)}`);
  const address = quoted(`${server}${name}${query.length > 0 ? `?${query.join('&')}` : ''}`);
  const call = `curl ${methodOption(method)}${address}`;
  const options = [
    ...(credential.option ? [credential.option] : []),
    ...headers.map((header) => `-H ${quoted(header)}`),
    ...(body ? bodyOptions(body) : []),
  ];
  return [call, ...options].join(' \\\n  ');
}

/** With `-X HEAD`, curl would wait for a body. */
function methodOption(method: string): string {
  if (method === 'get') return '';
  return method === 'head' ? '--head ' : `-X ${method.toUpperCase()} `;
}

/** The first way to authenticate, as an option of curl or a part of the query. */
function credentialOf({ security, schemes = [] }: ApiOperation): { option?: string; query?: string } {
  const how = schemes.find(({ name }) => name === security[0])?.how ?? '';
  const [, key, place] = /^(.+) \((header|query)\)$/.exec(how) ?? [];
  if (key && place === 'header') return { option: `-H ${quoted(`${key}: <key>`)}` };
  if (key && place === 'query') return { query: `${key}=<key>` };
  if (/^basic/i.test(how)) return { option: `-u ${quoted('<user>:<password>')}` };
  if (/^(bearer|oauth|openid)/i.test(how)) return { option: `-H ${quoted('Authorization: Bearer <token>')}` };
  return {};
}

function bodyOptions({ contentType, schema, examples = [] }: ApiBody): string[] {
  const fields = (schema.fields ?? []).filter(isSent);
  const type = contentType.replace(/;.*/, '').trim().toLowerCase();
  if (type === 'multipart/form-data')
    return fields.map((one) => `-F ${quoted(`${one.name}=${isFile(one) ? '@file' : textOf(one)}`)}`);
  if (type === 'application/x-www-form-urlencoded')
    return fields.map((one) => `--data-urlencode ${quoted(`${one.name}=${textOf(one)}`)}`);
  const header = `-H ${quoted(`Content-Type: ${contentType}`)}`;
  if (!/[/+]json$/.test(type) && examples.length === 0) return [header, "--data-binary '@file'"];
  return [header, `-d ${quoted(examples[0]?.text ?? JSON.stringify(valueOf(schema), null, 2))}`];
}

const isSent = ({ readOnly, deprecated }: ApiSchema): boolean => !readOnly && !deprecated;
const isFile = ({ type }: ApiSchema): boolean => type.startsWith('string (binary)');

/** An example of a value: as the author shows it, else one of its type. */
function valueOf(schema: ApiSchema): unknown {
  const { examples, values } = schema;
  const type = schema.type.replace(/ or null$/, '');
  const item = /^array of (.+)$/.exec(type)?.[1];
  const shown = examples?.[0] ?? schema.default;
  if (shown !== undefined) return parsed(shown);
  if (values) return item ? [parsed(values[0]!)] : parsed(values[0]!);
  if (item) return [valueOf({ type: item, ...(schema.fields && { fields: schema.fields }) })];
  if (schema.fields && !type.includes(' or ') && !type.startsWith('map of '))
    return Object.fromEntries(schema.fields.filter(isSent).map((one) => [one.name, valueOf(one)]));
  return scalars.find(([pattern]) => pattern.test(type))?.[1] ?? {};
}

/** Examples by the type and format of a value. */
const scalars: readonly (readonly [RegExp, unknown])[] = [
  [/^string \(date-time\)/, '2026-01-31T12:00:00Z'],
  [/^string \(date\)/, '2026-01-31'],
  [/^string \(email\)/, 'name@example.com'],
  [/^string \(ur[il]/, 'https://example.com'],
  [/^string \(uuid\)/, '123e4567-e89b-12d3-a456-426614174000'],
  [/^string/, 'text'],
  [/^(integer|number)/, 1],
  [/^boolean/, true],
];

function textOf(schema: ApiSchema): string {
  const value = valueOf(schema);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** A word of the shell (POSIX, section 2.2.2). */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
