import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import { scopesOfAgents, tokenScopes, type TokenScope } from '@bindery/contracts';
import { CONFIG } from '@bindery/service';
import { answerAddress } from './answer-address';
import { GrantRepository } from './grant.repository';
import { resourceProblem } from './own-resource';
import { isRegistered } from './redirect-uris';

type Parameters = Readonly<Record<string, string | undefined>>;

/** An error in a request of a known client, with the codes of RFC 6749, section 4.1.2.1. */
interface Fault {
  error: string;
  description: string;
}

/** A request for authorization: a problem that cannot be returned to a client, or a client, with an error for it if any. */
type AuthorizationCheck =
  | { problem: string }
  | { problem?: undefined; client: string; redirectUri: string; scopes: TokenScope[]; fault?: Fault };

/** Checks a request for authorization before the user is asked for consent. */
@Injectable()
export class CheckAuthorization {
  constructor(
    private readonly grants: GrantRepository,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  /** No user is redirected to an address that the client has not registered, whatever other errors there are. */
  async run(asked: Parameters): Promise<AuthorizationCheck> {
    const client = asked.client_id ? await this.grants.client(asked.client_id) : null;
    if (!client) return { problem: 'The OAuth client that sent you here is not known; have it register again' };
    const redirectUri = asked.redirect_uri ?? '';
    if (!isRegistered(redirectUri, client.redirectUris))
      return {
        problem: 'The OAuth client that sent you here has not registered the redirect URI to which it wants you back',
      };
    const fault = this.faultOf(asked);
    return { client: client.name, redirectUri, scopes: scopesIn(asked.scope), ...(fault && { fault }) };
  }

  /** The redirect with the answer and its issuer (RFC 9207): a client of several servers does not mistake one for another. */
  answer({ redirect_uri: uri = '', state }: Parameters, answer: Parameters): string {
    return answerAddress(uri, { ...answer, state, iss: this.config.PUBLIC_URL });
  }

  private faultOf(asked: Parameters): Fault | undefined {
    if (asked.response_type !== 'code')
      return { error: 'unsupported_response_type', description: 'response_type must be code' };
    if (asked.code_challenge_method !== 'S256' || !/^[\w-]{43,128}$/.test(asked.code_challenge ?? ''))
      return {
        error: 'invalid_request',
        description: 'code_challenge with the code_challenge_method S256 is required',
      };
    if (asked.scope?.trim() && scopesIn(asked.scope).length === 0)
      return { error: 'invalid_scope', description: `scope takes ${tokenScopes.join(', ')}` };
    const description = resourceProblem(asked.resource, this.config.PUBLIC_URL);
    return description === undefined ? undefined : { error: 'invalid_target', description };
  }
}

/** The requested scopes; without a request those of agents. Unknown names are left out (RFC 6749, 3.3). */
function scopesIn(scope: string | undefined): TokenScope[] {
  if (!scope?.trim()) return [...scopesOfAgents];
  const asked = scope.split(' ');
  return tokenScopes.filter((known) => asked.includes(known));
}
