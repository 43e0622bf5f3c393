import { Module } from '@nestjs/common';
import { DNS_RESOLVER, DnsLookup, systemResolver } from './dns-lookup';
import { ModelModule } from '../model/model.module';
import { HostnamesController } from './hostnames.controller';

/** The custom hosts of sites. */
@Module({
  imports: [ModelModule],
  controllers: [HostnamesController],
  providers: [{ provide: DNS_RESOLVER, useFactory: systemResolver }, DnsLookup],
})
export class HostnamesModule {}
