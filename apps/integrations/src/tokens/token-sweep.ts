import { Injectable } from '@nestjs/common';
import { Interval } from '@bindery/messaging';
import { AccessTokenRepository } from './access-token.repository';

const tenMinutes = 10 * 60 * 1000;

/** Removes tokens that have expired. */
@Injectable()
export class TokenSweep {
  constructor(private readonly tokens: AccessTokenRepository) {}

  @Interval('token sweep', tenMinutes)
  async run(): Promise<boolean> {
    await this.tokens.sweep();
    return false;
  }
}
