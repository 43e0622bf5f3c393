import type { FastifyReply, FastifyRequest } from 'fastify';
import { plainName } from '@bindery/contracts';
import type { Message } from './serve-mcp';

const longest = 80;
const inMeta = 'io.modelcontextprotocol/clientInfo';
const sessionHeader = 'mcp-session-id';
const sessionPrefix = 'agent-';

/**
 * The name that the calling agent gives itself. Since the protocol revision 2026-07-28 every message has it; in earlier ones only
 * the handshake has it, so it is used as the session id, which later messages repeat: no session is stored here.
 */
export function agentName({ headers }: FastifyRequest, { params }: Message): string {
  const said = nameIn(params?._meta?.[inMeta]) ?? nameIn(params?.clientInfo) ?? nameInSession(headers[sessionHeader]);
  return said ?? named(headers['user-agent']?.split(/[\s/]/)[0]) ?? 'unnamed';
}

/** Gives a caller that begins with a handshake a session id that contains its name. */
export function nameSession(reply: FastifyReply, { method, params }: Message): void {
  const name = method === 'initialize' ? nameIn(params?.clientInfo) : undefined;
  if (name) void reply.header(sessionHeader, sessionPrefix + Buffer.from(name).toString('base64url'));
}

function nameInSession(id: string | string[] | undefined): string | undefined {
  if (typeof id !== 'string' || !id.startsWith(sessionPrefix) || id.length > 1_000) return undefined;
  return named(Buffer.from(id.slice(sessionPrefix.length), 'base64url').toString());
}

const nameIn = (info: unknown): string | undefined => named((info as { name?: unknown } | undefined)?.name);

const named = (name: unknown): string | undefined => plainName(name, longest);
