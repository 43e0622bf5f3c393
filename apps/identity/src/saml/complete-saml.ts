import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import { emailPattern, notFound, type CompletedSaml } from '@bindery/contracts';
import { Database, newId } from '@bindery/persistence';
import { CLOCK, CONFIG, type Clock } from '@bindery/service';
import { DomainOwnership } from '../domains/domain-ownership';
import { OrganizationRepository } from '../organizations/organization.repository';
import { IssueToken } from '../sign-in/issue-token';
import { StartSignIn } from '../sign-in/start-sign-in';
import { UserRepository } from '../users/user.repository';
import { checkResponse } from './check-response';
import { LinkSamlIdentity } from './link-saml-identity';
import type { Claims } from './read-assertion';
import { refused } from './refusal';
import { readResponse } from './response-document';
import type { ActiveSamlProvider } from './saml-provider.entity';
import { SamlProviderRepository } from './saml-provider.repository';
import { SamlSignInRepository } from './saml-sign-in.repository';

/** Believes an identity provider's response, once, and signs in whom it names. */
@Injectable()
export class CompleteSaml {
  constructor(
    private readonly db: Database,
    private readonly providers: SamlProviderRepository,
    private readonly signIns: SamlSignInRepository,
    private readonly organizations: OrganizationRepository,
    private readonly domains: DomainOwnership,
    private readonly users: UserRepository,
    private readonly identities: LinkSamlIdentity,
    private readonly tokens: IssueToken,
    private readonly mailProof: StartSignIn,
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Answers a token for those whom the provider has named before or who are new. Who has an account under the asserted
   * address already must prove by mail that it is theirs. Throws 403 naming what is wrong with the response.
   */
  async complete(providerId: string, field: string, relayState: string): Promise<CompletedSaml> {
    const provider = await this.providers.active(providerId);
    if (!provider) throw notFound('SAML provider');
    const response = readResponse(field);
    const claims = await checkResponse(response, provider, this.config.PUBLIC_URL, this.clock());
    const known = await this.signIns.userOf(provider.id, claims.subject);
    const domain = known ? undefined : await this.ownDomain(provider, claims);
    return this.db.transaction(async () => {
      if (!(await this.signIns.takeRequest(response.inResponseTo, provider.id, relayState)))
        throw refused('it does not answer a request of ours, or too late');
      if (!(await this.signIns.addAssertion(provider.id, claims.assertionId, claims.expiresAt)))
        throw refused('the assertion was used before');
      return this.signIn(provider, claims, domain);
    });
  }

  private async signIn(
    provider: ActiveSamlProvider,
    claims: Claims,
    domain: string | undefined,
  ): Promise<CompletedSaml> {
    const known = await this.signIns.userOf(provider.id, claims.subject);
    const user = known && (await this.users.byId(known));
    if (user) {
      await this.identities.join(provider, user);
      return { signedIn: await this.tokens.issue(user, provider) };
    }
    const email = emailIn(domain, claims);
    const displayName = claims.displayName ?? email.slice(0, email.indexOf('@'));
    const created = await this.users.create({ id: newId(), email, displayName });
    if (!created)
      return { signIn: await this.mailProof.start(email, { provider: provider.id, subject: claims.subject }) };
    await this.identities.link(provider.id, claims.subject, created);
    return { signedIn: await this.tokens.issue(created, provider) };
  }

  /** The domain of the asserted address when it is one of the organization's; a name server may be asked. */
  private async ownDomain({ organizationId }: ActiveSamlProvider, { email }: Claims): Promise<string | undefined> {
    const domain = email && domainOf(email);
    const listed = domain && (await this.organizations.hasEmailDomain(organizationId, domain));
    return listed && (await this.domains.owners(domain, [organizationId])).length > 0 ? domain : undefined;
  }
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** The asserted address, which counts only within the domains of the provider's organization. */
function emailIn(ownDomain: string | undefined, { email }: Claims): string {
  if (!email) throw refused('it does not give an e-mail address');
  if (email.length > 320 || !emailPattern.test(email)) throw refused('the e-mail address is not one');
  if (domainOf(email) !== ownDomain) throw refused(`${domainOf(email)} is no e-mail domain of the organization`);
  return email;
}
