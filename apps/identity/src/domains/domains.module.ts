import { Module } from '@nestjs/common';
import { DomainOwnership, systemResolver, TXT_RESOLVER } from './domain-ownership';

/** Verifies that an organization owns a domain. */
@Module({
  providers: [{ provide: TXT_RESOLVER, useFactory: systemResolver }, DomainOwnership],
  exports: [DomainOwnership],
})
export class DomainsModule {}
