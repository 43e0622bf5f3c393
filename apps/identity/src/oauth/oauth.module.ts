import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module';
import { TokensModule } from '../tokens/tokens.module';
import { CheckAuthorization } from './check-authorization';
import { EndGrant } from './end-grant';
import { GrantRepository } from './grant.repository';
import { OAuthModel } from './oauth-model';
import { OAuthController } from './oauth.controller';
import { RegisterClient } from './register-client';

/** OAuth clients, grants and tokens. */
@Module({
  imports: [OrganizationsModule, TokensModule],
  controllers: [OAuthController],
  providers: [EndGrant, GrantRepository, OAuthModel, RegisterClient, CheckAuthorization],
})
export class OAuthModule {}
