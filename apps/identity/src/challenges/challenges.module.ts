import { Module } from '@nestjs/common';
import { RateLimitModule } from '../rate-limit/rate-limit.module';
import { SignInLimits } from './sign-in-limits';
import { SignInRepository } from './sign-in.repository';
import { StartSignIn } from './start-sign-in';

/** Links and codes with which users prove an address. */
@Module({
  imports: [RateLimitModule],
  providers: [SignInLimits, SignInRepository, StartSignIn],
  exports: [SignInLimits, SignInRepository, StartSignIn],
})
export class ChallengesModule {}
