import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { scopeNeeded } from '@bindery/authorization';
import { allEndpoints, forbidden, notFound, type Endpoint } from '@bindery/contracts';
import { operationKey } from '../api/routes';
import { principalOf } from './auth.guard';

/** Holds integrations to the scopes of their manifest, and to the spaces and sites that were selected for them. */
@Injectable()
export class ScopeGuard implements CanActivate {
  private readonly operations = new Map(allEndpoints().map((endpoint) => [endpoint.name, endpoint]));

  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { integration } = principalOf(request);
    const name = this.reflector.get<string | undefined>(operationKey, context.getHandler());
    if (!integration || !name) return true;
    const need = scopeNeeded(this.operations.get(name) as Endpoint);
    if (!need) throw forbidden('Integrations may not do this');
    if (need !== 'none' && !integration.scopes.includes(need)) throw forbidden(`This needs the scope ${need}`);
    const { spaceId, siteId } = request.params as Record<string, string | undefined>;
    if (isLeftOut(spaceId, integration.spaces)) throw notFound('Space');
    if (isLeftOut(siteId, integration.sites)) throw notFound('Site');
    return true;
  }
}

const isLeftOut = (id: string | undefined, selected: string[] | null): boolean =>
  id !== undefined && selected !== null && !selected.includes(id);
