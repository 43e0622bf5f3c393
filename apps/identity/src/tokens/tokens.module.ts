import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module';
import { CredentialRepository } from './credential.repository';
import { TokenLifetime } from './token-lifetime';
import { TokenRepository } from './token.repository';
import { TokensController } from './tokens.controller';

/** API tokens and other credentials. */
@Module({
  imports: [OrganizationsModule],
  controllers: [TokensController],
  providers: [TokenRepository, TokenLifetime, CredentialRepository],
  exports: [CredentialRepository, TokenRepository],
})
export class TokensModule {}
