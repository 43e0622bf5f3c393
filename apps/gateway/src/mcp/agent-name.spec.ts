import type { FastifyReply, FastifyRequest } from 'fastify';
import { agentName, nameSession } from './agent-name';
import type { Message } from './serve-mcp';

const request = (headers: Record<string, string> = {}) => ({ headers }) as unknown as FastifyRequest;
const message = (params: object, method = 'tools/call') => ({ bytes: Buffer.alloc(0), method, params }) as Message;
const inMeta = (name: unknown) => message({ _meta: { 'io.modelcontextprotocol/clientInfo': { name } } });

it.each([
  [inMeta('Claude Code'), {}, 'Claude Code'],
  [inMeta('  two\nlines\u202e '), {}, 'twolines'],
  [inMeta('x'.repeat(500)), {}, 'x'.repeat(80)],
  [inMeta(7), { 'user-agent': 'curl/8.0 (x)' }, 'curl'],
  [message({}), { 'mcp-session-id': `agent-${'!'.repeat(2_000)}`, 'user-agent': 'node' }, 'node'],
  [message({}), {}, 'unnamed'],
])('names the agent of %j with %j %s', (given, headers, name) => {
  expect(agentName(request(headers), given)).toBe(name);
});

it('brings back the name of a handshake', () => {
  const sent: Record<string, string> = {};
  const reply = { header: (name: string, value: string) => (sent[name] = value) } as unknown as FastifyReply;
  nameSession(reply, message({ clientInfo: { name: 'Alter Agent ü' } }, 'initialize'));
  expect(agentName(request(sent), message({}))).toBe('Alter Agent ü');
});
