import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RpcClient } from '@bindery/messaging';
import type { GatewayConfig } from '../gateway.config';
import type { Allowances } from '../rate-limit/allowances';
import { OAuthController } from './oauth.controller';

it('counts the addresses of one subscriber as one', async () => {
  const taken: string[] = [];
  const take = (kind: string, subject: string) => {
    taken.push(`${kind} ${subject}`);
    return Promise.resolve({ admitted: false, limit: 1, remaining: 0, resetsAt: Date.now() });
  };
  const config = { RATE_LIMIT: 'on' } as unknown as GatewayConfig;
  const controller = new OAuthController({} as RpcClient, { take } as unknown as Allowances, config);
  for (const ip of ['2001:db8:1:2::1', '2001:db8:1:2:3::4']) {
    const [request, reply] = [{ ip } as FastifyRequest, {} as FastifyReply];
    await expect(controller.register(request, reply)).rejects.toMatchObject({ code: 429 });
    await expect(controller.token(request, reply)).rejects.toMatchObject({ code: 429 });
  }
  expect(new Set(taken).size).toBe(2);
});
