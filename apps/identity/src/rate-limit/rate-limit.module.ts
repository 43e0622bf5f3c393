import { Module } from '@nestjs/common';
import { AllowanceRepository } from './allowance.repository';
import { RateLimitController } from './rate-limit.controller';

/** The allowances of callers. */
@Module({
  controllers: [RateLimitController],
  providers: [AllowanceRepository],
  exports: [AllowanceRepository],
})
export class RateLimitModule {}
