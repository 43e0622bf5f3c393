import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '@bindery/contracts';
import { bodyOf, readBytes, readJson } from '../http/read-body';

/** A SAML response of 256 KiB in base64, with every third character escaped. */
const maxBytes = 512 * 1024;

/** The fields of a form or of a JSON object. Throws 415 for anything else. */
export async function readForm(request: FastifyRequest): Promise<(name: string) => string> {
  const fields = await parse(request);
  return (name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : '';
    return typeof value === 'string' ? value : '';
  };
}

async function parse(request: FastifyRequest): Promise<Record<string, unknown>> {
  const type = request.headers['content-type'] ?? '';
  if (!bodyOf(request)) return {};
  if (/^application\/json\s*(;|$)/i.test(type)) return readObject(request);
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) throw new ApiError(415, 'Send a form, or JSON');
  const fields = new URLSearchParams((await readBytes(request, maxBytes)).toString('utf8'));
  for (const name of fields.keys())
    if (fields.getAll(name).length > 1) throw new ApiError(400, `The form has ${name.slice(0, 40)} twice`);
  return Object.fromEntries(fields);
}

async function readObject(request: FastifyRequest): Promise<Record<string, unknown>> {
  const value = await readJson(request, maxBytes);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new ApiError(400, 'The body must be a JSON object');
}

/** Whether the caller is a program that prefers JSON, not a browser. */
export const wantsJson = ({ headers: { accept = '' } }: FastifyRequest): boolean =>
  accept.includes('application/json') && !accept.includes('text/html');

/** Sends a page that is not cached, framed or used as a referrer. The answer to its form may redirect to `target` as well. */
export function sendPage(reply: FastifyReply, page: string, status = 200, target = ''): void {
  secure(reply, status, target).header('content-type', 'text/html; charset=utf-8');
  void reply.send(page);
}

export function sendJson(reply: FastifyReply, value: object): void {
  secure(reply, 200).header('content-type', 'application/json; charset=utf-8');
  void reply.send(value);
}

const secure = (reply: FastifyReply, status: number, target = ''): FastifyReply =>
  reply.status(status).headers({
    'cache-control': 'no-store',
    // With `no-referrer`, forms would be sent without the origin that identifies them as ours.
    'referrer-policy': 'same-origin',
    'content-security-policy': `default-src 'none'; style-src 'self'; form-action ${target ? `'self' ${target}` : "'self'"}; base-uri 'none'; frame-ancestors 'none'`,
  });
