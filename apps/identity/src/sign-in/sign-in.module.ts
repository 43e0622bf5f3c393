import { Module } from '@nestjs/common';
import { ChallengesModule } from '../challenges/challenges.module';
import { DomainsModule } from '../domains/domains.module';
import { InvitesModule } from '../invites/invites.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { SamlModule } from '../saml/saml.module';
import { SessionsModule } from '../sessions/sessions.module';
import { TokensModule } from '../tokens/tokens.module';
import { UsersModule } from '../users/users.module';
import { CompleteSignIn } from './complete-sign-in';
import { SignInMailWorker } from './sign-in-mail.worker';
import { SignInController } from './sign-in.controller';
import { SignUpPolicy } from './sign-up-policy';

/** Signing in by mail. */
@Module({
  imports: [
    DomainsModule,
    OrganizationsModule,
    TokensModule,
    ChallengesModule,
    UsersModule,
    InvitesModule,
    SessionsModule,
    SamlModule,
  ],
  controllers: [SignInController],
  providers: [SignUpPolicy, SignInMailWorker, CompleteSignIn],
})
export class SignInModule {}
