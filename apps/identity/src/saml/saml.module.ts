import { Module } from '@nestjs/common';
import { ChallengesModule } from '../challenges/challenges.module';
import { DomainsModule } from '../domains/domains.module';
import { MembersModule } from '../members/members.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { SessionsModule } from '../sessions/sessions.module';
import { TeamsModule } from '../teams/teams.module';
import { UsersModule } from '../users/users.module';
import { CompleteSaml } from './complete-saml';
import { LinkSamlIdentity } from './link-saml-identity';
import { ResponseVerifier } from './response-verifier';
import { SamlProviderRepository } from './saml-provider.repository';
import { SamlSignInRepository } from './saml-sign-in.repository';
import { SamlController } from './saml.controller';
import { StartSaml } from './start-saml';

/** Single sign-on with SAML. */
@Module({
  imports: [
    DomainsModule,
    MembersModule,
    OrganizationsModule,
    ChallengesModule,
    UsersModule,
    SessionsModule,
    TeamsModule,
  ],
  controllers: [SamlController],
  providers: [
    SamlProviderRepository,
    SamlSignInRepository,
    LinkSamlIdentity,
    StartSaml,
    ResponseVerifier,
    CompleteSaml,
  ],
  exports: [CompleteSaml, LinkSamlIdentity, SamlProviderRepository, SamlSignInRepository, StartSaml],
})
export class SamlModule {}
