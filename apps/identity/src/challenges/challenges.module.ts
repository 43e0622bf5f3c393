import { Module } from '@nestjs/common';
import { SignInRepository } from './sign-in.repository';
import { StartSignIn } from './start-sign-in';

/** Links and codes with which users prove an address. */
@Module({
  providers: [SignInRepository, StartSignIn],
  exports: [SignInRepository, StartSignIn],
})
export class ChallengesModule {}
