import type { OrganizationSAMLProvider, OrganizationSSOProviderLogin, OrganizationTeam } from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import { isActive, type SamlProviderEntity } from './saml-provider.entity';

/** The platform's addresses for one provider; each provider has its own, so that no response is valid for two. */
export function serviceOf(provider: string, publicUrl: string) {
  const base = `${publicUrl}/saml/${provider}`;
  return { acsURL: `${base}/acs`, startURL: `${base}/start`, entityID: `${base}/metadata` };
}

/** `defaultTeam` is the provider's, if that team still exists. */
export function presentProvider(
  provider: SamlProviderEntity,
  defaultTeam: OrganizationTeam | undefined,
  publicUrl: string,
): OrganizationSAMLProvider {
  const { id, organizationId, label, ssoURL, entityID, certificate, defaultRole, createdAt, version } = provider;
  const presented: OrganizationSAMLProvider = {
    object: 'saml-provider',
    id,
    label,
    ssoURL: ssoURL ?? 'about:blank',
    entityID: entityID ?? '',
    certificate: certificate ?? '',
    ...(provider.nextCertificate && { nextCertificate: provider.nextCertificate }),
    ...(provider.groups && { groups: provider.groups }),
    ...(defaultTeam && { defaultTeam }),
    defaultRole,
    createdAt: createdAt.toISOString(),
    status: isActive(provider) ? 'active' : 'pending',
    service: serviceOf(id, publicUrl),
    urls: { location: `${publicUrl}/v1/orgs/${organizationId}/saml/${id}` },
  };
  return withVersion(presented, version);
}

export function presentLogin({ id, label }: SamlProviderEntity, publicUrl: string): OrganizationSSOProviderLogin {
  return { id, label, startURL: serviceOf(id, publicUrl).startURL };
}
