import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import { scopesOfAgents, type Principal, type TokenScope } from '@bindery/contracts';

/** The caller, the agent that acts for it, and the request. */
export interface AgentCaller {
  principal: Principal;
  agent: string;
  request: FastifyRequest;
}

const calls = new AsyncLocalStorage<string>();

/** Runs the work as that agent: requests of the gateway itself during the work are limited to the permissions of agents. */
export const asAgent = <T>(name: string, work: () => T): T => calls.run(name, work);

/** The scopes of a token that an agent uses. */
export const scopesOfAgent = ({ scopes = scopesOfAgents }: Principal): readonly TokenScope[] => scopes;

/** The caller, with the agent that acts for it, if any. The name stored with the token takes precedence over the agent's own. */
export function withAgent(principal: Principal): Principal {
  const name = calls.getStore();
  if (name === undefined) return principal;
  return { ...principal, scopes: scopesOfAgent(principal), agent: principal.agent ?? name };
}
