import { Module } from '@nestjs/common';
import { PurgeConsumer } from './purge.consumer';
import { PurgeRepository } from './purge.repository';

/** Follows the spaces that content deletes. */
@Module({
  providers: [PurgeRepository, PurgeConsumer],
})
export class SpacesModule {}
