import { batch } from '../core/compose';
import { Id, MapOf, OneOf } from '../core/fields';
import type { IntegrationAccess, Principal } from '../core/principal';

/** Who a token of an integration or an installation stands for, by the token's SHA-256 in hexadecimal. Only the gateway asks. */
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
