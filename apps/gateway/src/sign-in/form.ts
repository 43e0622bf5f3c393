import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '@bindery/contracts';
import { readBytes } from '../http/read-body';

/** A SAML response of 256 KiB in base64, with every third character escaped. */
const maxBytes = 512 * 1024;

/** The fields of a form or of a JSON object. */
export async function readForm(request: FastifyRequest): Promise<(name: string) => string> {
  const { body } = request;
  if (typeof body === 'string') throw notAForm();
  const fields = body instanceof Readable ? await parseForm(request) : body;
  const values = (fields ?? {}) as Record<string, unknown>;
  return (name) => {
    const value = Object.hasOwn(values, name) ? values[name] : '';
    return typeof value === 'string' ? value : '';
  };
}

const notAForm = () => new ApiError(415, 'Send a form, or JSON');

async function parseForm(request: FastifyRequest): Promise<Record<string, string>> {
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) throw notAForm();
  const fields = new URLSearchParams((await readBytes(request, maxBytes)).toString('utf8'));
  for (const name of fields.keys())
    if (fields.getAll(name).length > 1) throw new ApiError(400, `The form holds ${name.slice(0, 40)} twice`);
  return Object.fromEntries(fields);
}

/** Whether the caller is a program that wants JSON rather than a browser. */
export const wantsJson = ({ headers: { accept = '' } }: FastifyRequest): boolean =>
  accept.includes('application/json') && !accept.includes('text/html');

/** Answers a page, which nobody keeps, frames or leaves with its address. */
export function sendPage(reply: FastifyReply, page: string, status = 200): void {
  secure(reply, status).header('content-type', 'text/html; charset=utf-8');
  void reply.send(page);
}

export function sendJson(reply: FastifyReply, value: object): void {
  secure(reply, 200).header('content-type', 'application/json; charset=utf-8');
  void reply.send(value);
}

const secure = (reply: FastifyReply, status: number): FastifyReply =>
  reply.status(status).headers({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  });
