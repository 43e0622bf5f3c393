import { callback } from '@bindery/testing';
import fc, { type Arbitrary } from 'fast-check';

/** A request of OAuth or of the protocol, as any client could send it. */
interface RandomRequest {
  method: 'GET' | 'POST';
  path: string;
  fields: Record<string, unknown>;
  as: 'form' | 'json';
}

const names = [
  ...['client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method'],
  ...['resource', 'grant_type', 'code', 'code_verifier', 'refresh_token', 'token', 'client_secret', 'decision'],
  ...['organization', 'may_read', 'client_name', 'redirect_uris', 'grant_types', 'response_types'],
  ...['jsonrpc', 'id', 'method', 'params'],
];

/** Such requests, often enough with what makes them pass the first checks. */
export function randomRequests(known: Record<string, unknown>): Arbitrary<RandomRequest> {
  const odd = [
    '',
    '\0',
    'a\0b',
    '\ud800',
    '..',
    'x'.repeat(3_000),
    '__proto__',
    'https://client.example/',
    'javascript:1',
  ];
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom(...odd));
  const json = fc.oneof(fc.array(text, { maxLength: 3 }), fc.dictionary(text, text, { maxKeys: 3 }), fc.integer());
  const valueOf = (name: string) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(known[name] ?? 'yes') },
      { weight: 3, arbitrary: text },
      { weight: 1, arbitrary: fc.oneof(json, fc.constant(null)) },
    );
  const fields = fc
    .subarray(names, { minLength: 1 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, valueOf(name)]))));
  return fc.record({
    method: fc.constantFrom('GET', 'POST', 'POST', 'POST'),
    path: fc.constantFrom('/oauth/authorize', '/oauth/register', '/oauth/token', '/oauth/revoke', '/mcp'),
    fields,
    as: fc.constantFrom('form', 'json'),
  });
}

/** The fields with which requests pass the first checks. */
export const knownFields = (clientId: string, organization: string): Record<string, unknown> => ({
  ...{ client_id: clientId, redirect_uri: callback, response_type: 'code', scope: 'read', state: 'state' },
  ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256', resource: 'http://bindery.test/mcp' },
  ...{ grant_type: 'authorization_code', code_verifier: 'x'.repeat(43), decision: 'allow', organization },
  ...{ redirect_uris: [callback], grant_types: ['authorization_code'], response_types: ['code'] },
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_space', arguments: { spaceId: 'x' } } },
});

/** Sends one; what cannot be said in a form is said as text. */
export function send(baseUrl: string, { method, path, fields, as }: RandomRequest, headers: Record<string, string>) {
  const pairs = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const form = new URLSearchParams(pairs);
  if (method === 'GET') return fetch(`${baseUrl}${path}?${form}`, { headers, redirect: 'manual' });
  const type = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const body = as === 'form' && path !== '/mcp' ? form : JSON.stringify(fields);
  const sent = typeof body === 'string' ? { ...headers, ...type } : headers;
  return fetch(`${baseUrl}${path}`, { method, redirect: 'manual', headers: sent, body });
}
