import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { scopeNeeded, tokenScopeNeeded } from '@bindery/authorization';
import {
  allEndpoints,
  forbidden,
  notFound,
  type Endpoint,
  type IntegrationAccess,
  type Principal,
} from '@bindery/contracts';
import { operationKey } from './operation-key';
import { principalOf } from './auth.guard';

/**
 * Restricts tokens to their scopes, and integrations to those of their manifest and to the spaces and sites that
 * are selected for them.
 */
@Injectable()
export class ScopeGuard implements CanActivate {
  private readonly operations = new Map(allEndpoints().map((endpoint) => [endpoint.name, endpoint]));

  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { integration, scopes } = principalOf(request);
    const name = this.reflector.get<string | undefined>(operationKey, context.getHandler());
    if (!name) return true;
    const operation = this.operations.get(name) as Endpoint;
    if (scopes) requireScope(operation, scopes);
    if (integration) requireIntegrationScope(operation, integration, request.params as Params);
    return true;
  }
}

type Params = Record<string, string | undefined>;

function requireScope(operation: Endpoint, scopes: NonNullable<Principal['scopes']>): void {
  const need = tokenScopeNeeded(operation);
  if (!scopes.includes(need)) throw forbidden(`This needs a token with the scope ${need}`);
}

function requireIntegrationScope(operation: Endpoint, integration: IntegrationAccess, params: Params): void {
  const need = scopeNeeded(operation);
  if (!need) throw forbidden('Integrations may not do this');
  if (need !== 'none' && !integration.scopes.includes(need)) throw forbidden(`This needs the scope ${need}`);
  if (isLeftOut(params.spaceId, integration.spaces)) throw notFound('Space');
  if (isLeftOut(params.siteId, integration.sites)) throw notFound('Site');
}

const isLeftOut = (id: string | undefined, selected: string[] | null): boolean =>
  id !== undefined && selected !== null && !selected.includes(id);
