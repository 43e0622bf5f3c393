import { Controller } from '@nestjs/common';
import { installationRole } from '@bindery/authorization';
import { integrationPrincipals, type IntegrationPrincipal } from '@bindery/contracts';
import { HandlesBatch, type BatchRequest } from '@bindery/messaging';
import { AccessTokenRepository, type TokenHolder } from './access-token.repository';

@Controller()
export class AccessTokensController {
  constructor(private readonly tokens: AccessTokenRepository) {}

  @HandlesBatch(integrationPrincipals)
  async principals({ ids }: BatchRequest): Promise<Record<string, IntegrationPrincipal>> {
    const holders = await this.tokens.holders(ids);
    return Object.fromEntries(holders.map((holder) => [holder.hash, principalOf(holder)]));
  }
}

function principalOf(holder: TokenHolder): IntegrationPrincipal {
  const { token, integration: id, name, scopes, installation, organization } = holder;
  if (!installation || !organization) {
    const integration = { id, name, scopes, spaces: [], sites: [] };
    return { kind: 'integration', user: id, token, organizations: {}, integration };
  }
  return {
    kind: 'installation',
    user: installation,
    token,
    organizations: { [organization]: { role: installationRole(scopes), teams: {} } },
    integration: {
      ...{ id, name, installation, scopes },
      spaces: holder.spaceSelection === 'all' ? null : holder.spaces,
      sites: holder.siteSelection === 'all' ? null : holder.sites,
    },
  };
}
