import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Encryptor } from '@bindery/secrets';
import { CLOCK, type Clock } from '@bindery/service';
import type { IntegrationEntity } from './integration.entity';

/** Milliseconds for which messages are also signed with the previous key. */
const overlap = 24 * 60 * 60 * 1000;

type Signing = Pick<IntegrationEntity, 'id' | 'signingSecret' | 'previousSigningSecret' | 'previousSigningUntil'>;

/** The keys that sign messages to integrations: one, and for a day after a change also the previous one. */
@Injectable()
export class SigningKeys {
  constructor(
    private readonly sealer: Encryptor,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A new key, encrypted for the integration. */
  create(integration: string): string {
    return this.sealer.seal(randomBytes(32).toString('base64'), contextOf(integration));
  }

  /** The end of the present key's use if it is replaced now. */
  until(): Date {
    return new Date(this.clock().getTime() + overlap);
  }

  /** Newest first. */
  all({ id, signingSecret, previousSigningSecret, previousSigningUntil }: Signing): [Buffer, ...Buffer[]] {
    const open = (sealed: string) => Buffer.from(this.sealer.open(sealed, contextOf(id)), 'base64');
    const isGood =
      previousSigningSecret !== null && previousSigningUntil !== null && previousSigningUntil > this.clock();
    return [open(signingSecret), ...(isGood ? [open(previousSigningSecret)] : [])];
  }
}

const contextOf = (integration: string): string => `signing ${integration}`;
