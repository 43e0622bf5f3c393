import { Controller } from '@nestjs/common';
import OAuth2Server, { OAuthError, Request, Response } from '@node-oauth/oauth2-server';
import { auditRecorded, forbidden, oauth as contract, type OAuthAnswer, type RequestOf } from '@bindery/contracts';
import { Handles, Outbox } from '@bindery/messaging';
import { Database, newId } from '@bindery/persistence';
import { OrganizationRepository } from '../organizations/organization.repository';
import { CredentialRepository } from '../tokens/credential.repository';
import { CheckAuthorization } from './check-authorization';
import { GrantRepository, type Grantee } from './grant.repository';
import { OAuthModel } from './oauth-model';
import { RegisterClient } from './register-client';

/** Seconds. */
const lifetimes = { authorizationCodeLifetime: 60, accessTokenLifetime: 3_600 };
const form = 'application/x-www-form-urlencoded';

/** OAuth 2.1 for programs that users let act for them: what is grammar is the library's, what is kept and allowed is here. */
@Controller()
export class OAuthController {
  private readonly server: OAuth2Server;

  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly grants: GrantRepository,
    private readonly credentials: CredentialRepository,
    private readonly organizations: OrganizationRepository,
    private readonly registration: RegisterClient,
    private readonly check: CheckAuthorization,
    model: OAuthModel,
  ) {
    this.server = new OAuth2Server({ model: model.of, allowEmptyState: true, ...lifetimes });
  }

  @Handles(contract.registerOAuthClient)
  register({ body }: RequestOf<typeof contract.registerOAuthClient>) {
    return this.registration.run(body.metadata);
  }

  @Handles(contract.checkAuthorization)
  checked({ body }: RequestOf<typeof contract.checkAuthorization>) {
    return this.check.run(body.parameters);
  }

  @Handles(contract.decideAuthorization)
  async decide({ body, principal }: RequestOf<typeof contract.decideAuthorization>) {
    const { parameters, allowed, organization } = body;
    const { problem, location, scopes = [] } = await this.check.run(parameters);
    if (problem) throw forbidden(problem);
    if (location) return { location };
    const user = allowed ? await this.granteeOf(principal, organization) : { id: principal.user };
    const query = { ...parameters, scope: scopes.join(' '), allowed: String(allowed) };
    const request = new Request({ method: 'GET', headers: {}, query, body: {} });
    const response = new Response({});
    const authenticateHandler = { handle: () => user };
    await this.server.authorize(request, response, { authenticateHandler }).catch(rethrowUnknown);
    const to = response.get('location') as string | undefined;
    if (!to) throw forbidden('The program that sent you here asked for something that it may not have');
    return { location: this.check.withIssuer(to) };
  }

  @Handles(contract.exchangeOAuthToken)
  async exchange({ body }: RequestOf<typeof contract.exchangeOAuthToken>): Promise<OAuthAnswer> {
    const headers = {
      ...{ 'content-type': form, 'content-length': '1' },
      ...(body.authorization && { authorization: body.authorization }),
    };
    const request = new Request({ method: 'POST', headers, query: {}, body: { ...body.parameters } });
    const response = new Response({});
    // A client without a secret is known by its id alone; what it brings besides, a code with its verifier or a refresh token, proves it.
    const requireClientAuthentication = { authorization_code: false, refresh_token: false };
    await this.server.token(request, response, { requireClientAuthentication }).catch(rethrowUnknown);
    return { status: response.status ?? 200, body: response.body as Record<string, unknown> };
  }

  /** Ends the grant to which a token of the client belongs (RFC 7009); a token that nobody knows is no failure. */
  @Handles(contract.revokeOAuthToken)
  async revoke({ body: { parameters } }: RequestOf<typeof contract.revokeOAuthToken>) {
    const { token, client_id: clientId } = parameters;
    const grant = token && clientId && (await this.grants.grantOf(token, clientId));
    if (!grant) return {};
    const { organizationId: organization, userId: actor, id } = grant;
    await this.db.transaction(async () => {
      await this.grants.end(id);
      await this.outbox.add(auditRecorded('identity'), {
        ...{ organization, aggregate: id, version: 2 },
        payload: {
          action: 'revokeAgent',
          organization,
          actor,
          token: id,
          target: { type: 'oauth-client', id: clientId },
          params: {},
        },
      });
    });
    return {};
  }

  /** Throws 403 for an organization that the user is not in as signed in now, or that lets no such programs in. */
  private async granteeOf(
    principal: RequestOf<typeof contract.decideAuthorization>['principal'],
    organizationId: string | undefined,
  ): Promise<Grantee> {
    const { organizationId: vouching } = await this.credentials.limits(principal.token);
    const organization = organizationId ? await this.organizations.find(principal, organizationId) : null;
    if (!organization) throw forbidden('Choose an organization of yours');
    if (!organization.agents) throw forbidden('This organization does not let programs in that registered themselves');
    return {
      id: principal.user,
      organizationId: organization.id,
      grantId: newId(),
      vouched: vouching === organization.id,
    };
  }
}

/** What the library refuses it has written into its answer. */
function rethrowUnknown(error: unknown): void {
  if (!(error instanceof OAuthError) || error.code >= 500) throw error;
}
