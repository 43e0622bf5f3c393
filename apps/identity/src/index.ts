import { readConfig } from '@bindery/config';
import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { AuditConsumer } from './audit/audit.consumer';
import { AuditEventEntity } from './audit/audit-event.entity';
import { AuditRepository } from './audit/audit.repository';
import { IDENTITY_CONFIG, identitySettings } from './identity.config';
import { Identity1700000001000 } from './migrations/1700000001000-identity';
import { Saml1700000008000 } from './migrations/1700000008000-saml';
import { MembershipEntity } from './organizations/membership.entity';
import { OrganizationEntity } from './organizations/organization.entity';
import { OrganizationRepository } from './organizations/organization.repository';
import { OrganizationsController } from './organizations/organizations.controller';
import { SamlController } from './saml/saml.controller';
import { SamlProviderEntity } from './saml/saml-provider.entity';
import { SamlProviderRepository } from './saml/saml-provider.repository';
import { ApiTokenEntity } from './tokens/api-token.entity';
import { TokenRepository } from './tokens/token.repository';
import { TokensController } from './tokens/tokens.controller';
import { UserEntity } from './users/user.entity';
import { UserRepository } from './users/user.repository';
import { UsersController } from './users/users.controller';

/** WHO: users, tokens, organizations and their members, and the audit log. */
export const identity = (env: NodeJS.ProcessEnv): ServiceDefinition => ({
  name: 'identity',
  entities: [UserEntity, ApiTokenEntity, OrganizationEntity, MembershipEntity, AuditEventEntity, SamlProviderEntity],
  migrations: [Identity1700000001000, Saml1700000008000],
  controllers: [UsersController, TokensController, OrganizationsController, SamlController],
  providers: [
    { provide: IDENTITY_CONFIG, useValue: readConfig(identitySettings, env) },
    UserRepository,
    TokenRepository,
    OrganizationRepository,
    AuditRepository,
    SamlProviderRepository,
    AuditConsumer,
  ],
});

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(identity(env), env);
