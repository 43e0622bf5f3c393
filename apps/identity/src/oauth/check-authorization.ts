import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import { scopesOfAgents, tokenScopes, type CheckedAuthorization, type TokenScope } from '@bindery/contracts';
import { CONFIG } from '@bindery/service';
import { GrantRepository } from './grant.repository';
import { isRegistered } from './redirect-uris';

type Parameters = Readonly<Record<string, string | undefined>>;

/** Looks at a request for authorization before the user is asked. */
@Injectable()
export class CheckAuthorization {
  constructor(
    private readonly grants: GrantRepository,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  /** Nobody is sent to an address that the client has not registered, whatever else is wrong. */
  async run(asked: Parameters): Promise<CheckedAuthorization> {
    const client = asked.client_id ? await this.grants.client(asked.client_id) : null;
    if (!client) return { problem: 'The program that sent you here is not known; have it register again' };
    const redirectUri = asked.redirect_uri ?? '';
    if (!isRegistered(redirectUri, client.redirectUris))
      return { problem: 'The program that sent you here has not registered the address to which it wants you back' };
    const fault = this.faultOf(asked);
    if (fault) return { location: this.errorAt(redirectUri, asked.state, ...fault) };
    const scopes = scopesIn(asked.scope);
    return { client: client.name, redirectUri, scopes };
  }

  /** Adds who answers (RFC 9207), so that a client that knows several servers is not mistaken. */
  withIssuer(location: string): string {
    const url = new URL(location);
    url.searchParams.set('iss', this.config.PUBLIC_URL);
    return url.href;
  }

  private faultOf(asked: Parameters): [error: string, description: string] | undefined {
    if (asked.response_type !== 'code') return ['unsupported_response_type', 'response_type must be code'];
    if (asked.code_challenge_method !== 'S256' || !/^[\w-]{43,128}$/.test(asked.code_challenge ?? ''))
      return ['invalid_request', 'A code_challenge with the code_challenge_method S256 is needed'];
    if (asked.scope?.trim() && scopesIn(asked.scope).length === 0)
      return ['invalid_scope', `scope takes ${tokenScopes.join(', ')}`];
    const own = [this.config.PUBLIC_URL, `${this.config.PUBLIC_URL}/mcp`];
    if (asked.resource !== undefined && !own.includes(asked.resource.replace(/\/$/, '')))
      return ['invalid_target', `resource must be ${own[1]}`];
    return undefined;
  }

  private errorAt(redirectUri: string, state: string | undefined, error: string, description: string): string {
    const url = new URL(redirectUri);
    url.searchParams.set('error', error);
    url.searchParams.set('error_description', description);
    if (state !== undefined) url.searchParams.set('state', state);
    return this.withIssuer(url.href);
  }
}

/** Those that are asked for; a client that asks for nothing gets what agents have. Names that nobody knows are left out (RFC 6749, 3.3). */
function scopesIn(scope: string | undefined): TokenScope[] {
  if (!scope?.trim()) return [...scopesOfAgents];
  const asked = scope.split(' ');
  return tokenScopes.filter((known) => asked.includes(known));
}
