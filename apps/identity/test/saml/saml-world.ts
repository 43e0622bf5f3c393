import type { CompletedSaml, OrganizationSAMLProvider } from '@bindery/contracts';
import {
  type BrowserAnswer,
  type Browser,
  createServiceOrganization,
  type SignedInProgram,
  type ServiceOrganization,
  visit,
} from '@bindery/testing';
import { IdentityProvider, readRequest, type AuthnRequest, type Draft, type Subject } from './identity-provider';

/** An organization's identity provider, at both ends. */
export interface ProviderAtBothEnds {
  idp: IdentityProvider;
  provider: OrganizationSAMLProvider;
}

/** The answer of the assertion consumer service: signed in, a proof by mail to come, or the error. */
export type ConsumerAnswer = BrowserAnswer<
  SignedInProgram & CompletedSaml & { error: { code: number; message: string } }
>;

let people = 0;

/** A new person in the e-mail domain. */
export function newPerson(domain: string): Subject {
  const number = people++;
  return { nameID: `subject-${number}`, email: `person${number}@${domain}`, displayName: `Person ${number}` };
}

/** Platforms and providers for tests of signing in through SAML. */
export class SamlWorld {
  private constructor(readonly world: ServiceOrganization) {}

  static async create(world?: ServiceOrganization): Promise<SamlWorld> {
    const saml = new SamlWorld(world ?? (await createServiceOrganization('identity')));
    await saml.setDomain(saml.world.organization, saml.world.admin.token, 'first.example');
    await saml.setDomain(saml.world.other, saml.world.otherAdmin.token, 'other.example');
    return saml;
  }

  private setDomain(organizationId: string, token: string, domain: string) {
    return this.world.api.expect('updateOrganizationById', {
      token,
      params: { organizationId },
      body: { emailDomains: [domain] },
    });
  }

  /** Registers a provider with an organization, by its administrator. */
  async connect(
    settings: Record<string, unknown> = {},
    organizationId = this.world.organization,
    token = this.world.admin.token,
    idp = new IdentityProvider('https://idp.example.com/metadata'),
  ): Promise<ProviderAtBothEnds> {
    const body = {
      label: 'Company',
      entityID: idp.entityID,
      certificate: idp.key.certificate,
      ssoURL: 'https://idp.example.com/sso?tenant=1',
      ...settings,
    };
    const params = { organizationId };
    const provider = await this.world.api.expect<OrganizationSAMLProvider>('createOrganizationSAMLProvider', {
      token,
      params,
      body,
    });
    return { idp, provider };
  }

  /** Goes to the provider's start address. */
  async begin({ provider }: ProviderAtBothEnds): Promise<AuthnRequest> {
    const { status, headers } = await visit(this.world, new URL(provider.service.startURL).pathname);
    if (status !== 302) throw new Error(`The start address answered ${status}`);
    return readRequest(headers.get('location')!);
  }

  /** Posts a response to the provider's consumer address. */
  post(
    { provider }: ProviderAtBothEnds,
    xml: string | Buffer,
    relayState: string,
    browser?: Browser,
  ): Promise<ConsumerAnswer> {
    const form = { SAMLResponse: Buffer.from(xml as string).toString('base64'), RelayState: relayState };
    const path = new URL(provider.service.acsURL).pathname;
    return browser ? browser.visit(path, { form }) : visit(this.world, path, { form });
  }

  /** Signs a person in, with the draft as `change` leaves it. */
  async signIn(connected: ProviderAtBothEnds, person: Subject, change: (draft: Draft) => void = () => undefined) {
    const request = await this.begin(connected);
    const draft = connected.idp.draft(request, person);
    change(draft);
    return this.post(connected, connected.idp.write(draft), request.relayState);
  }

  close(): Promise<void> {
    return this.world.close();
  }
}
