import { hash as digest } from 'node:crypto';
import type { Endpoint } from '@bindery/contracts';

type Params = Record<string, string>;

/** Characters of the hash of an object's address, of which a tag has two, and of the hash of the answer. */
const [ofAddress, ofBody] = [8, 22];
const tagPattern = new RegExp(
  `^\\s*(?:W/)?"(\\d+)-([\\w-]{${ofAddress}})([\\w-]{${ofAddress}})[\\w-]{${ofBody}}"\\s*$`,
);

/**
 * The tag of an answer: `"<row version>-<object><body>"`, the latter hashes. It identifies one object, and a change elsewhere
 * in a composed answer does not prevent a write. The object is identified by the requested address
 * and by the one with its id, because a change request has a number as well. `location` is that of a created object.
 */
export function entityTag(
  endpoint: Endpoint,
  params: Params,
  version: number,
  body: Buffer,
  location?: string,
): string {
  const id = idIn(body);
  const address = location?.replace(/^.*?\/v1(?=\/)/, '') ?? objectOf(endpoint, params, id);
  const own = id !== undefined && /:\w+$/.test(endpoint.path) ? address.replace(/[^/]+$/, id) : address;
  return `"${version}-${hash(address, ofAddress)}${hash(own, ofAddress)}${hash(body, ofBody)}"`;
}

/**
 * The row versions that `If-Match` admits for the object of a mutation: the object at its address, or the one that
 * an action applies to (`.../merge`). A tag of another object admits none.
 */
export function admittedVersions(endpoint: Endpoint, params: Params, header: string): string[] {
  const objects = [addressOf(endpoint.path, params), ownerOf(endpoint, params)].map((one) => hash(one, ofAddress));
  return header.split(',').map((text) => {
    const [, version, address = '', own = ''] = tagPattern.exec(text) ?? [];
    if (version === undefined) return text.trim() === '*' ? '*' : notOurs;
    return objects.includes(address) || objects.includes(own) ? version : notOurs;
  });
}

/** No row has this version. */
const notOurs = '-';

const addressOf = (path: string, params: Params): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

const ownerOf = ({ path }: Endpoint, params: Params): string => addressOf(path.replace(/(\/[^:/]+)+$/, ''), params);

/** The address of the object in an answer. */
function objectOf(endpoint: Endpoint, params: Params, id: string | undefined): string {
  if (endpoint.method !== 'POST') return addressOf(endpoint.path, params);
  return endpoint.status === 201 ? `${addressOf(endpoint.path, params)}/${id}` : ownerOf(endpoint, params);
}

/** The id at the beginning of an answer. */
const idIn = (body: Buffer): string | undefined =>
  /^\{(?:"object":"[\w-]+",)?"id":"([\w-]+)"/.exec(body.toString('latin1', 0, 200))?.[1];

const hash = (value: string | Buffer, length: number): string => digest('sha256', value, 'base64url').slice(0, length);
