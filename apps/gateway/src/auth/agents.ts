import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import { scopesOfAgents, type Principal, type TokenScope } from '@bindery/contracts';

/** Who calls, through which agent, and with which request. */
export interface AgentCaller {
  principal: Principal;
  agent: string;
  request: FastifyRequest;
}

const calls = new AsyncLocalStorage<string>();

/** Does the work as that agent: operations that the gateway asks itself for meanwhile are held to what agents may do. */
export const asAgent = <T>(name: string, work: () => T): T => calls.run(name, work);

/** What a token is good for where an agent uses it. */
export const scopesOfAgent = ({ scopes = scopesOfAgents }: Principal): readonly TokenScope[] => scopes;

/** The caller, as the agent that acts for it where one does. The name that the token was given goes before the one it says itself. */
export function withAgent(principal: Principal): Principal {
  const name = calls.getStore();
  if (name === undefined) return principal;
  return { ...principal, scopes: scopesOfAgent(principal), agent: principal.agent ?? name };
}
