import { Inject, Injectable } from '@nestjs/common';
import { generateServiceProviderMetadata, SAML } from '@node-saml/node-saml';
import type { ServiceConfig } from '@bindery/config';
import { notFound } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { browserHash } from '../challenges/browser';
import { readCertificate } from './certificate';
import { serviceOf } from './saml.presenter';
import { SamlProviderRepository } from './saml-provider.repository';
import { SamlSignInRepository } from './saml-sign-in.repository';

/** The platform's side of a provider: the redirect of users, and the metadata about the platform. */
@Injectable()
export class StartSaml {
  constructor(
    private readonly providers: SamlProviderRepository,
    private readonly signIns: SamlSignInRepository,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  /** The provider's address with a sign-in request, which it may answer once within ten minutes, to the same browser. */
  async request(providerId: string, browser: string | undefined): Promise<string> {
    const provider = await this.providers.active(providerId);
    if (!provider) throw notFound('SAML provider');
    const { acsURL, entityID } = serviceOf(provider.id, this.config.PUBLIC_URL);
    // An NCName must not begin with a digit.
    const [id, relayState] = [`_${newId()}`, newId()];
    const relyingParty = new SAML({
      issuer: entityID,
      callbackUrl: acsURL,
      entryPoint: provider.ssoURL,
      idpCert: readCertificate(provider.certificate).toString(),
      // Providers choose the NameID's format and the authentication of users; many reject a preference.
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      generateUniqueId: () => id,
    });
    const url = await relyingParty.getAuthorizeUrlAsync(relayState, undefined, {});
    await this.signIns.addRequest({ id, provider: provider.id, relayState, browser: browserHash(browser) });
    return url;
  }

  /** The metadata for the provider's administrator, also before the provider is set up here. */
  async metadata(providerId: string): Promise<string> {
    if (!(await this.providers.exists(providerId))) throw notFound('SAML provider');
    const { acsURL, entityID } = serviceOf(providerId, this.config.PUBLIC_URL);
    return generateServiceProviderMetadata({
      issuer: entityID,
      callbackUrl: acsURL,
      identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      wantAssertionsSigned: true,
    });
  }
}
