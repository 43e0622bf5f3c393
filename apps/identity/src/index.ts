import { readConfig } from '@bindery/config';
import { JobsModule } from '@bindery/jobs';
import { MailModule, mailSettings } from '@bindery/mail';
import { SettingsModule, startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { entities } from './entities';
import { IDENTITY_CONFIG, identitySettings } from './identity.config';
import { signInLink } from './sign-in/sign-in-link';
import { tokensRotate } from './tokens/rotate-token';
import { ssoOff } from './administration/sso-off';
import { AdministrationModule } from './administration/administration.module';
import { AgentsModule } from './agents/agents.module';
import { AuditModule } from './audit/audit.module';
import { ChallengesModule } from './challenges/challenges.module';
import { DomainsModule } from './domains/domains.module';
import { InvitesModule } from './invites/invites.module';
import { JoiningModule } from './joining/joining.module';
import { MembersModule } from './members/members.module';
import { OAuthModule } from './oauth/oauth.module';
import { OrganizationsModule } from './organizations/organizations.module';
import { RateLimitModule } from './rate-limit/rate-limit.module';
import { SamlModule } from './saml/saml.module';
import { SessionsModule } from './sessions/sessions.module';
import { SignInModule } from './sign-in/sign-in.module';
import { TeamsModule } from './teams/teams.module';
import { TokensModule } from './tokens/tokens.module';
import { UsersModule } from './users/users.module';
import { migrations } from './migrations';

/** Each imports only modules before it. */
const modules = [
  DomainsModule,
  MembersModule,
  OrganizationsModule,
  TokensModule,
  AdministrationModule,
  AgentsModule,
  AuditModule,
  RateLimitModule,
  ChallengesModule,
  UsersModule,
  InvitesModule,
  JoiningModule,
  OAuthModule,
  SessionsModule,
  TeamsModule,
  SamlModule,
  SignInModule,
];

/** Users, tokens, organizations and their members, and the audit log. */
export const identity = (env: NodeJS.ProcessEnv): ServiceDefinition => ({
  name: 'identity',
  entities,
  migrations,
  commands: [tokensRotate, signInLink, ssoOff],
  imports: [
    JobsModule.forRoot(),
    MailModule.forRoot(readConfig(mailSettings, env), env.PUBLIC_URL ?? ''),
    SettingsModule.forRoot(IDENTITY_CONFIG, readConfig(identitySettings, env)),
    ...modules,
  ],
});

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(identity(env), env);

export { identitySettings } from './identity.config';
export { administer } from './create-administrator';
