import { Controller, Inject } from '@nestjs/common';
import { secretKeysOf, type ServiceConfig } from '@bindery/config';
import { invalid, signIn as contract, unavailable, type RequestOf } from '@bindery/contracts';
import { MAILER, type Mailer } from '@bindery/mail';
import { Handles } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { DomainOwnership } from '../domains/domain-ownership';
import { domainOf, normalEmail } from '../domains/email-address';
import { OrganizationRepository } from '../organizations/organization.repository';
import { CompleteSaml } from '../saml/complete-saml';
import { presentLogin } from '../saml/saml.presenter';
import type { ActiveSamlProvider } from '../saml/saml-provider.entity';
import { SamlProviderRepository } from '../saml/saml-provider.repository';
import { StartSaml } from '../saml/start-saml';
import { browserHash } from '../challenges/browser';
import { CompleteSignIn, notProven } from './complete-sign-in';
import { SignInLimits } from '../challenges/sign-in-limits';
import { SignInRepository } from '../challenges/sign-in.repository';
import { SignInSecrets } from './sign-in-secrets';
import { StartSignIn } from '../challenges/start-sign-in';

/** The operations of the gateway's sign-in pages. */
@Controller()
export class SignInController {
  private readonly secrets: SignInSecrets;

  constructor(
    private readonly limits: SignInLimits,
    private readonly startSignIn: StartSignIn,
    private readonly signIns: SignInRepository,
    private readonly completeSignIn: CompleteSignIn,
    private readonly organizations: OrganizationRepository,
    private readonly domains: DomainOwnership,
    private readonly providers: SamlProviderRepository,
    private readonly startSaml: StartSaml,
    private readonly completeSaml: CompleteSaml,
    @Inject(MAILER) private readonly mailer: Mailer | null,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {
    this.secrets = new SignInSecrets(secretKeysOf(config));
  }

  @Handles(contract.startSignIn)
  async start({ body }: RequestOf<typeof contract.startSignIn>) {
    if (!this.mailer) throw unavailable('Sign-in by e-mail is not available: this installation sends no mail', 3600);
    const email = normalEmail(body.email);
    if (!email) throw invalid('body.email', 'email must be an e-mail address');
    await this.limits.beforeRequest(body.address);
    return { signIn: await this.startSignIn.start(email, body.browser) };
  }

  @Handles(contract.completeSignIn)
  async complete({ body }: RequestOf<typeof contract.completeSignIn>) {
    await this.limits.beforeTry(body.address);
    const proven = body.link ? this.secrets.ofLink(body.link) : await this.ofCode(body.signIn, body.code);
    if (!proven) throw notProven();
    const { browser, confirmed, credential, client } = body;
    // Only links are opened on other devices than the one that requested them.
    const from = { browser, confirmed: body.link !== undefined && confirmed };
    return this.completeSignIn.complete(proven, from, { credential, client });
  }

  @Handles(contract.lookUpLink)
  async lookUpLink({ body }: RequestOf<typeof contract.lookUpLink>) {
    await this.limits.beforeTry(body.address);
    const id = this.secrets.ofLink(body.link);
    const signIn = id && (await this.signIns.find(id));
    if (!signIn) throw notProven();
    return { email: signIn.email, isOfBrowser: signIn.browser === browserHash(body.browser) };
  }

  @Handles(contract.findLogins)
  async logins({ body }: RequestOf<typeof contract.findLogins>) {
    await this.limits.beforeTry(body.address);
    const providers = await this.providersOf(body.organization.trim());
    return { items: providers.map((provider) => presentLogin(provider, this.config.PUBLIC_URL)) };
  }

  @Handles(contract.startSaml)
  async redirect({ body }: RequestOf<typeof contract.startSaml>) {
    await this.limits.beforeProvider(body.address);
    return { url: await this.startSaml.request(body.provider, body.browser) };
  }

  @Handles(contract.getSamlMetadata)
  async metadata({ body }: RequestOf<typeof contract.getSamlMetadata>) {
    return { xml: await this.startSaml.metadata(body.provider) };
  }

  @Handles(contract.completeSaml)
  async respond({ body }: RequestOf<typeof contract.completeSaml>) {
    await this.limits.beforeProvider(body.address);
    return this.completeSaml.complete(body);
  }

  /** Providers of the organizations that a user may mean by an id, a hostname, an e-mail domain or an address. */
  private async providersOf(text: string): Promise<ActiveSamlProvider[]> {
    const domain = domainOf(text);
    if (!domain) return this.providers.activeOf(await this.organizations.byIdOrHostname(text));
    const providers = await this.providers.activeOfDomain(domain);
    const owners = await this.domains.owners(
      domain,
      providers.map(({ organizationId }) => organizationId),
    );
    return providers.filter(({ organizationId }) => owners.includes(organizationId));
  }

  private async ofCode(signIn = '', code = ''): Promise<string | undefined> {
    const mayTry = await this.signIns.tried(signIn);
    return mayTry && this.secrets.isCode(signIn, code) ? signIn : undefined;
  }
}
