import { Module } from '@nestjs/common';
import { AccessTokenRepository } from './access-token.repository';
import { AccessTokensController } from './access-tokens.controller';
import { TokenSweep } from './token-sweep';

/** Access tokens of installations. */
@Module({
  controllers: [AccessTokensController],
  providers: [AccessTokenRepository, TokenSweep],
  exports: [AccessTokenRepository],
})
export class TokensModule {}
