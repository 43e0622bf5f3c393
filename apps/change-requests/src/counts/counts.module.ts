import { Module } from '@nestjs/common';
import { CountRepository } from './count.repository';
import { CountsController } from './counts.controller';

/** Counters of comments and change requests. */
@Module({
  controllers: [CountsController],
  providers: [CountRepository],
  exports: [CountRepository],
})
export class CountsModule {}
