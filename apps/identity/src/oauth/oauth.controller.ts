import { Controller, Inject } from '@nestjs/common';
import OAuth2Server, { OAuthError, Request, Response } from '@node-oauth/oauth2-server';
import type { ServiceConfig } from '@bindery/config';
import {
  forbidden,
  oauth as contract,
  type CheckedAuthorization,
  type OAuthAnswer,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { newId } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { OrganizationRepository } from '../organizations/organization.repository';
import { CredentialRepository } from '../tokens/credential.repository';
import { CheckAuthorization } from './check-authorization';
import { EndGrant } from './end-grant';
import { GrantRepository, type Grantee } from './grant.repository';
import { OAuthModel } from './oauth-model';
import { resourceProblem } from './own-resource';
import { RegisterClient } from './register-client';

/** Seconds. A refresh token is valid for 30 days without use. */
const lifetimes = { authorizationCodeLifetime: 60, accessTokenLifetime: 3_600, refreshTokenLifetime: 30 * 86_400 };
const form = 'application/x-www-form-urlencoded';

/** OAuth 2.1 for clients that act for users: the library implements the protocol, this service stores and authorizes. */
@Controller()
export class OAuthController {
  private readonly server: OAuth2Server;

  constructor(
    private readonly grants: GrantRepository,
    private readonly credentials: CredentialRepository,
    private readonly organizations: OrganizationRepository,
    private readonly registration: RegisterClient,
    private readonly check: CheckAuthorization,
    private readonly endGrant: EndGrant,
    @Inject(CONFIG) private readonly config: ServiceConfig,
    model: OAuthModel,
  ) {
    this.server = new OAuth2Server({ model: model.of, allowEmptyState: true, ...lifetimes });
  }

  @Handles(contract.registerOAuthClient)
  register({ body }: RequestOf<typeof contract.registerOAuthClient>) {
    return this.registration.run(body.metadata);
  }

  /** Errors are shown to the user: a client that registered itself may want browsers to be redirected anywhere. */
  @Handles(contract.checkAuthorization)
  async checked({ body }: RequestOf<typeof contract.checkAuthorization>): Promise<CheckedAuthorization> {
    const checked = await this.check.run(body.parameters);
    if (checked.problem !== undefined) return checked;
    const { client, redirectUri, scopes, fault } = checked;
    if (fault) return { problem: `The OAuth client ${client} sent a request that is not valid: ${fault.description}` };
    return { client, redirectUri, scopes };
  }

  @Handles(contract.decideAuthorization)
  async decide({ body, principal }: RequestOf<typeof contract.decideAuthorization>) {
    const { parameters, allowed, organization } = body;
    const checked = await this.check.run(parameters);
    if (checked.problem !== undefined) throw forbidden(checked.problem);
    const { fault, scopes } = checked;
    if (fault) return this.refuse(parameters, fault.error, fault.description);
    if (!allowed) return this.refuse(parameters, 'access_denied', 'The user denied it');
    return this.allow(parameters, scopes, await this.granteeOf(principal, organization));
  }

  @Handles(contract.exchangeOAuthToken)
  async exchange({ body }: RequestOf<typeof contract.exchangeOAuthToken>): Promise<OAuthAnswer> {
    const problem = resourceProblem(body.parameters.resource, this.config.PUBLIC_URL);
    if (problem) return { status: 400, body: { error: 'invalid_target', error_description: problem } };
    const headers = {
      ...{ 'content-type': form, 'content-length': '1' },
      ...(body.authorization && { authorization: body.authorization }),
    };
    const request = new Request({ method: 'POST', headers, query: {}, body: { ...body.parameters } });
    const response = new Response({});
    // A client without a secret is identified by its id; a code with its verifier, or a refresh token, proves the request.
    const requireClientAuthentication = { authorization_code: false, refresh_token: false };
    await this.server.token(request, response, { requireClientAuthentication }).catch(refusalOf);
    return { status: response.status ?? 200, body: response.body as Record<string, unknown> };
  }

  /** Ends the grant of a client's token (RFC 7009); an unknown token is no error. */
  @Handles(contract.revokeOAuthToken)
  async revoke({ body: { parameters } }: RequestOf<typeof contract.revokeOAuthToken>) {
    const { token, client_id: clientId } = parameters;
    const grant = token && clientId && (await this.grants.grantOf(token, clientId));
    if (!grant) return {};
    await this.endGrant.run({ ...grant, grantId: grant.id, reason: 'The OAuth client revoked it' });
    return {};
  }

  /** Creates a code. The library's redirect is not used, because it rewrites the query of the client's address. */
  private async allow(parameters: Record<string, string>, scopes: readonly string[], user: Grantee) {
    const query = { ...parameters, scope: scopes.join(' ') };
    const request = new Request({ method: 'GET', headers: {}, query, body: {} });
    const authenticateHandler = { handle: () => user };
    const made = await this.server.authorize(request, new Response({}), { authenticateHandler }).catch(refusalOf);
    if (made instanceof OAuthError) return this.refuse(parameters, made.name, made.message);
    return { location: this.check.answer(parameters, { code: made.authorizationCode }) };
  }

  private refuse(parameters: Record<string, string>, error: string, description: string) {
    return { location: this.check.answer(parameters, { error, error_description: description }) };
  }

  /** Throws 403 for an organization that the user's sign-in does not include, or that permits no OAuth clients. */
  private async granteeOf(principal: Principal, organizationId: string | undefined): Promise<Grantee> {
    const { organizationId: vouching, endsAt } = await this.credentials.limits(principal.token);
    const organization = organizationId ? await this.organizations.find(principal, organizationId) : null;
    if (!organization) throw forbidden('Choose one of your organizations');
    if (!organization.agents) throw forbidden('This organization does not allow OAuth clients');
    const vouched = vouching === organization.id;
    return { id: principal.user, organizationId: organization.id, grantId: newId(), vouched, endsAt };
  }
}

/** The library's error for a rejected request, which it has written into its response as well. Throws all others. */
function refusalOf(error: unknown): OAuthError {
  if (error instanceof OAuthError && error.code < 500) return error;
  throw error;
}
