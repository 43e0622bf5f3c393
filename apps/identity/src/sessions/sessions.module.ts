import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module';
import { IssueCredential } from './issue-credential';
import { SessionRepository } from './session.repository';
import { SessionsController } from './sessions.controller';

/** Sessions of browsers, and the credential that a sign-in issues. */
@Module({
  imports: [TokensModule],
  controllers: [SessionsController],
  providers: [SessionRepository, IssueCredential],
  exports: [IssueCredential, SessionRepository],
})
export class SessionsModule {}
