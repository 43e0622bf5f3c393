import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import { emailPattern, notFound, type CompletedSaml, type CompleteSaml as Body } from '@bindery/contracts';
import { Database, newId } from '@bindery/persistence';
import { CLOCK, CONFIG, type Clock } from '@bindery/service';
import { DomainOwnership } from '../domains/domain-ownership';
import { OrganizationRepository } from '../organizations/organization.repository';
import { browserHash } from '../challenges/browser';
import { IssueCredential } from '../sessions/issue-credential';
import { StartSignIn } from '../challenges/start-sign-in';
import { UserRepository } from '../users/user.repository';
import { LinkSamlIdentity } from './link-saml-identity';
import type { Claims } from './read-assertion';
import { refused, unasked } from './refusal';
import { ResponseVerifier } from './response-verifier';
import type { ActiveSamlProvider } from './saml-provider.entity';
import { SamlProviderRepository } from './saml-provider.repository';
import { SamlSignInRepository } from './saml-sign-in.repository';

/** Accepts an identity provider's response, once, and signs in its user. */
@Injectable()
export class CompleteSaml {
  constructor(
    private readonly db: Database,
    private readonly providers: SamlProviderRepository,
    private readonly signIns: SamlSignInRepository,
    private readonly verifier: ResponseVerifier,
    private readonly organizations: OrganizationRepository,
    private readonly domains: DomainOwnership,
    private readonly users: UserRepository,
    private readonly identities: LinkSamlIdentity,
    private readonly credentials: IssueCredential,
    private readonly mailProof: StartSignIn,
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Returns a credential for users that the provider has named before or who are new. Users with an existing account for the
   * asserted address must prove by mail that it is theirs. The response is not read before its request is
   * found, which has to be one of this browser. Throws 403 that names the error in the response.
   */
  async complete(body: Body): Promise<CompletedSaml> {
    const provider = await this.providers.active(body.provider);
    if (!provider) throw notFound('SAML provider');
    const asked = { provider: provider.id, relayState: body.relayState, browser: browserHash(body.browser) };
    const request = await this.signIns.findRequest(asked);
    if (!request) throw unasked();
    const { id, entityID, certificate, nextCertificate, groups } = provider;
    const claims = await this.verifier.verify({
      field: body.response,
      request,
      provider: { id, entityID, certificate, nextCertificate, groups },
      publicUrl: this.config.PUBLIC_URL,
      now: this.clock().getTime(),
    });
    const known = await this.signIns.userOf(provider.id, claims.subject);
    const domain = known ? undefined : await this.ownDomain(provider, claims);
    return this.db.transaction(async () => {
      if (!(await this.signIns.takeRequest(request))) throw unasked();
      if (!(await this.signIns.addAssertion(provider.id, claims.assertionId, claims.expiresAt)))
        throw refused('the assertion was used before');
      return this.signIn(provider, claims, domain, body);
    });
  }

  private async signIn(
    provider: ActiveSamlProvider,
    claims: Claims,
    domain: string | undefined,
    { browser, ...wanted }: Body,
  ): Promise<CompletedSaml> {
    const known = await this.signIns.userOf(provider.id, claims.subject);
    const user = known && (await this.users.byId(known));
    if (user) {
      await this.identities.join(provider, user, claims.groups);
      return { signedIn: await this.credentials.issue(user, wanted, provider) };
    }
    const email = emailIn(domain, claims);
    const displayName = claims.displayName ?? email.slice(0, email.indexOf('@'));
    const created = await this.users.create({ id: newId(), email, displayName });
    if (!created)
      return { signIn: await this.mailProof.start(email, browser, { provider: provider.id, subject: claims.subject }) };
    await this.identities.link(provider.id, claims.subject, created, claims.groups);
    return { signedIn: await this.credentials.issue(created, wanted, provider) };
  }

  /** The domain of the asserted address when the organization owns it; may query a name server. */
  private async ownDomain({ organizationId }: ActiveSamlProvider, { email }: Claims): Promise<string | undefined> {
    const domain = email && domainOf(email);
    const listed = domain && (await this.organizations.listing(organizationId, domain));
    return listed && (await this.domains.owners(domain, [organizationId])).length > 0 ? domain : undefined;
  }
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** The asserted address, which is only accepted within the domains of the provider's organization. */
function emailIn(ownDomain: string | undefined, { email }: Claims): string {
  if (!email) throw refused('it has no e-mail address');
  if (email.length > 320 || !emailPattern.test(email)) throw refused('its e-mail address is not valid');
  if (domainOf(email) !== ownDomain) throw refused(`${domainOf(email)} is not an e-mail domain of the organization`);
  return email;
}
