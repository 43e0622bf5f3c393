import { batch } from '../core/compose';
import { Id, MapOf, OneOf } from '../core/fields';
import type { IntegrationAccess, Principal } from '../core/principal';

/** The principal of a token of an integration or an installation, by the token's SHA-256 in hexadecimal. Only the gateway calls this. */
export class IntegrationPrincipal implements Principal {
  @OneOf(['integration', 'installation']) kind!: 'integration' | 'installation';
  @Id({ description: 'The id of the integration or the installation.' }) user!: string;
  @Id() token!: string;
  @MapOf({ type: 'object' }, () => true) organizations!: Principal['organizations'];
  @MapOf({}, () => true) integration!: IntegrationAccess;
}

export const integrationPrincipals = batch('integrations', 'integrationPrincipals', IntegrationPrincipal, {
  kept: true,
});
